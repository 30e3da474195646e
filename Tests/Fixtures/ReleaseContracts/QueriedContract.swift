import ContractKit

/// Two releases of which the second asks for more members with a query of its own; made up.
///
/// `items` and `orders` respond `[{"id": 1, "maker": {"id": 1, "name": "Ada"}}]`, each record with a `note` where `fields` is `all`.
let queried = Contract("queried", versions: [plain, rich]) {
  Endpoint("items", get: "/items", query: ["limit": "10"])
  Endpoint("orders", get: "/orders", query: ["limit": "10"])
}

private struct BrandDTO: Decodable {
  let id: Int
  let name: String
}

private struct GoodsDTO: Decodable {
  let id: Int
  let maker: BrandDTO
}

private struct NotedGoodsDTO: Decodable {
  struct NotedBrandDTO: Decodable {
    let id: Int
    let name: String
    let note: String
  }

  let id: Int
  let maker: NotedBrandDTO
  let note: String
}

private struct OrderedDTO: Decodable {
  let id: Int
  let maker: BrandDTO
}

private let plain = Version("v1", shippedIn: "1.0") {
  Reads("items", as: [GoodsDTO].self)
  Reads("orders", as: [OrderedDTO].self)
}

private let rich = Version("v2", shippedIn: "2.0") {
  Reads("items", as: [NotedGoodsDTO].self, request: RequestChange(query: ["limit": "10", "fields": "all"]))
  Reads("orders", as: [OrderedDTO].self)
}
