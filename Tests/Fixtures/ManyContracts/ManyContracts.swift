import ContractKit

/// What `FixtureGroup.many` watches.
let manyContracts = twoThousand + [calm]

/// Forty APIs with fifty endpoints each, all due every ten seconds; made up, no such API exists. A trial gives base URLs to as many as it
/// wants.
///
/// `/<contract>/<number>` responds with a list of `{"id": 1, "name": "…", "price": 1.5}`.
private let twoThousand = (0..<40).map { number in
  let endpoints = (0..<50).map { ("item-\($0)", "/\(number)/\($0)") }
  let version = Version("v1", shippedIn: "1.0") {
    for (id, _) in endpoints {
      Reads(id, as: [LoadItemDTO].self) {
        Mapping("Item", records: "$[*]", each: \.self, to: LoadItem.init, identity: \.id)
      }
    }
  }
  return Contract("many-\(number)", versions: [version]) {
    for (id, path) in endpoints { Endpoint(id, get: path, every: .seconds(10)) }
  }
}

/// Twenty endpoints that are due every quarter of an hour: what a monitor has that mostly waits.
let calm = Contract("calm") {
  for number in 0..<20 { Endpoint("item-\(number)", get: "/calm/\(number)", every: .minutes(15)) }
}

private struct LoadItemDTO: Decodable {
  let id: Int
  let name: String
  let price: Double
}

private struct LoadItem {
  let id: Int
  let name: String
  let price: Double

  init(_ dto: LoadItemDTO) { (id, name, price) = (dto.id, dto.name, dto.price) }
}
