public import ContractKit
import Foundation

/// What `FixtureGroup.polite` watches, with the sandbox that `STORE_SANDBOX` names.
public var politeContracts: [Contract] {
  let sandbox = ProcessInfo.processInfo.environment["STORE_SANDBOX"] ?? "https://sandbox.store.invalid"
  return [walk(), stroll(), shelf, store(sandbox: sandbox), catalog]
}

/// A shop with a sandbox, to which two releases send what they make of a product; made up, no such API exists.
///
/// `products` responses `[{"id": 1, "title": "Lamp", "price": 12.5}]`; `create` gets `{"price":12.5,"title":"Lamp"}` of v1, and the price in
/// cents of v2, where it is essential.
public func store(sandbox: String) -> Contract {
  Contract(
    "store", baseURL: "https://store.invalid", environments: ["sandbox": sandbox, "staging": sandbox],
    sandboxes: ["sandbox"], versions: [storeV1, storeV2]
  ) {
    Endpoint("products", get: "/products")
    Endpoint("create", writing: "POST", to: "/products")
    Endpoint("remove", writing: "DELETE", to: "/products/1")
  }
}

private struct ProductDTO: Decodable {
  let id: Int
  let title: String
  let price: Double
}

private struct Product {
  let id: Int
  let title: String
  let price: Double

  init(_ dto: ProductDTO) { (id, title, price) = (dto.id, dto.title, dto.price) }
}

private struct CreateProductDTO: Encodable {
  let title: String
  let price: Double
}

private struct CreatePricedProductDTO: Encodable {
  let title: String
  let cents: Int
}

private let storeV1 = Version("v1", shippedIn: "1.0") {
  Reads("products", as: [ProductDTO].self) {
    Mapping("Product", records: "$[*]", each: \.self, to: { Product($0) }, identity: \.id)
  }
  Sends("create", CreateProductDTO.self) { (product: Product) in
    CreateProductDTO(title: product.title, price: product.price)
  }
}

private let storeV2 = Version("v2", shippedIn: "2.0") {
  Reads("products", as: [ProductDTO].self) {
    Mapping("Product", records: "$[*]", each: \.self, to: { Product($0) }, identity: \.id)
  }
  Sends("create", CreatePricedProductDTO.self, isEssential: true) { (product: Product) in
    CreatePricedProductDTO(title: product.title, cents: Int((product.price * 100).rounded()))
  }
}
