import Foundation

/// Body of `POST /products`. The server takes the category's id here and answers with the whole category.
struct CreateProductDTO: Encodable {
  let title: String
  let price: Double
  let description: String
  let categoryId: Int
  let images: [String]

  /// "Sell one like this" on the product screen.
  init(_ product: Product) {
    title = product.title
    price = product.price
    description = product.description
    categoryId = product.category.id
    images = product.images.map(\.absoluteString)
  }
}
