import ContractKit

/// What `FixtureGroup.many` watches.
let manyContracts = thousand + [calm]

/// Twenty APIs with fifty endpoints each, all due every ten seconds; made up, no such API exists.
///
/// `/<contract>/<number>` responses a list of `{"id": 1, "name": "…", "price": 1.5}`.
private let thousand = (0..<20).map { number in
  let endpoints = (0..<50).map { ("item-\($0)", "/\(number)/\($0)") }
  // What a version reads cannot be written as a loop; a closure with `return` is plain code.
  let reads = endpoints.map { id, _ in
    VersionBuilder.buildExpression(
      Reads(id, as: [LoadItemDTO].self) {
        Mapping("Item", records: "$[*]", each: \.self, to: { LoadItem($0) }, identity: \.id)
      })
  }
  let version = Version("v1", shippedIn: "1.0") {
    let parts = reads
    return parts
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
