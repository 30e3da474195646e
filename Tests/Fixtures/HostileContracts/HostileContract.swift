import ContractKit
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// An app whose code misbehaves in every way that must not be the monitor's end; made up, no such API exists.
///
/// Each answer is an array of `{"id": 1, "kind": "fine"}`; a record's `kind` says what its code does.
let hostile = Contract(
  "hostile", versions: [wellBehaved, trapping, hanging, exiting, fragile]
) {
  for id in ["fine", "mixed", "plain"] { Endpoint(id, get: "/\(id)") }
}

/// What every version decodes.
struct Record: Decodable {
  let id: Int
  let kind: String
}

/// What every version makes of it.
struct Thing {
  let id: Int
  let kind: String
}

private func things(_ name: String, _ act: @escaping @Sendable (Record) throws -> Void) -> Reads<[Record]> {
  Reads("mixed", as: [Record].self) {
    Mapping(
      name, records: "$[*]", each: \.self,
      to: { record in
        try act(record)
        return Thing(id: record.id, kind: record.kind)
      }, identity: \.id)
  }
}

private let wellBehaved = Version("good") {
  Reads("fine", as: [Record].self) {
    Mapping("Thing", records: "$[*]", each: \.self, to: { Thing(id: $0.id, kind: $0.kind) }, identity: \.id)
  }
  things("Thing") { _ in }
}

private let trapping = Version("traps") {
  things("Thing") { record in
    let numbers: [Int] = []
    if record.kind == "trap" { _ = numbers[record.id] }
  }
}

private let hanging = Version("hangs") {
  things("Thing") { record in
    while record.kind == "hang" { usleep(1000) }
  }
}

private let exiting = Version("exits") {
  things("Thing") { record in
    if record.kind == "exit" { exit(0) }
  }
}

/// Its initialiser traps on the placeholders that an explanation puts in, never on what the provider sends here.
private struct FragileRecord: Decodable {
  let id: Int

  enum CodingKeys: String, CodingKey { case id, kind, weight }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    let kind = try container.decode(String.self, forKey: .kind)
    precondition(!kind.isEmpty, "a kind is never empty")
    _ = try container.decodeIfPresent(Double.self, forKey: .weight)
    if kind == "trap while decoding" { preconditionFailure("decoded a trap") }
  }
}

private let fragile = Version("fragile") {
  Reads("mixed", as: [FragileRecord].self)
  Reads("plain", as: [FragileRecord].self)
}
