import ContractKit
import Foundation

/// Four apps, each of which does one thing that would end the monitor if it ran in it; made up, no such APIs exist.
///
/// Each response is `{"results": [{"id": 1, "kind": "fine"}]}`; the code misbehaves on records of the kind `bad`.
let offenders = [
  offender("trapping") { record in
    let numbers: [Int] = []
    _ = numbers[record.id]
  },
  offender("hanging") { _ in while true { usleep(1000) } },
  offender("exiting") { _ in exit(0) },
  // What is asked for counts, touched or not; so this takes no time, and no memory from the tests beside it.
  offender("devouring") { _ in
    var memory: [UnsafeMutableRawPointer] = []
    while true { memory.append(.allocate(byteCount: 1 << 28, alignment: 16)) }
  },
]

private struct Page: Decodable {
  let results: [Record]
}

private func offender(_ id: String, _ act: @escaping @Sendable (Record) -> Void) -> Contract {
  let version = Version("v1", shippedIn: "1.0") {
    Reads("records", as: Page.self) {
      Mapping(
        "Thing", records: "$.results[*]", each: \.results,
        to: { record in
          if record.kind == "bad" { act(record) }
          return Thing(id: record.id, kind: record.kind)
        }, identity: \.id)
    }
  }
  return Contract(id, versions: [version]) { Endpoint("records", get: "/records") }
}
