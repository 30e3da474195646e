import Foundation

extension Category {
  init(_ dto: CategoryDTO) {
    id = dto.id
    name = dto.name
    image = dto.image
  }
}

extension Product {
  init(_ dto: ProductDTO) {
    id = dto.id
    title = dto.title
    price = dto.price
    description = dto.description
    category = Category(dto.category)
    images = dto.images
  }
}

extension CreateProductDTO {
  /// "Sell one like this" on the product screen.
  init(_ product: Product) {
    title = product.title
    price = product.price
    description = product.description
    categoryId = product.category.id
    images = product.images.map(\.absoluteString)
  }
}
