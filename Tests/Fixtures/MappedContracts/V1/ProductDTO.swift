import CatalogMapping

struct ProductDTO: Decodable {
  let id: Int
  let title: String
  let price: Double
}

extension ProductDTO: ProductRepresentation {
  var amount: Double { price }
}
