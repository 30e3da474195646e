import CatalogMapping

struct ProductDTO: Decodable {
  struct Price: Decodable {
    let amount: Double
    let currency: String
  }

  let id: Int
  let title: String
  let price: Price
}

extension ProductDTO: ProductRepresentation {
  var amount: Double { price.amount }
}
