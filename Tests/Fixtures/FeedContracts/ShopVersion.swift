import ContractKit
import Foundation

private struct ProductDTO: Decodable {
  enum State: String, Decodable { case offered, reserved, sold }

  let id: Int
  let price: Double
  let state: State
  let addedAt: Date
  let discount: Int?
}

private struct Product {
  let id: Int
  let price: Double
  let state: ProductDTO.State
  let addedAt: Date
  let discount: Int?

  init(_ dto: ProductDTO) {
    (id, price, state, addedAt, discount) = (dto.id, dto.price, dto.state, dto.addedAt, dto.discount)
  }

  var isAffordable: Bool { price < 20 }
}

/// Asks to hear when most of what people see of `shop` is another thing, but for what state a product is in; responses are
/// `[{"id": 1, "price": 9.5, "state": "offered", "addedAt": 1700000000000, "discount": 10}]`.
let watching = Version("watching", shippedIn: "3.0") {
  Reads("shop", as: [ProductDTO].self, using: milliseconds()) {
    Mapping("Product", records: "$[*]", each: \.self, to: { Product($0) }, identity: \.id) {
      Property("isAffordable", watching: true, \.isAffordable)
      Property("price", watching: true, \.price)
      Property("addedAt", watching: true, \.addedAt)
      Property("discount", watching: true, \.discount)
    }
  }
}

private func milliseconds() -> JSONDecoder {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .millisecondsSince1970
  return decoder
}
