import ContractKit
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// What `FixtureGroup.hostile` watches.
let hostileContracts = [hostile, peculiar, prices, catalogue, greedy] + offenders

/// An app whose code misbehaves in every way that must not be the monitor's end; made up, no such API exists.
///
/// Each response is an array of `{"id": 1, "kind": "fine"}`; a record's `kind` says what the code of one version does with it.
let hostile = Contract(
  "hostile",
  versions: [wellBehaved] + misbehaving + [
    fragile, brittle, stalling, stuck, lonely, relaxed, sending, alsoWellBehaved,
  ]
) {
  for id in ["mixed", "plain"] { Endpoint(id, get: "/\(id)") }
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

private func version(_ id: String, _ act: @escaping @Sendable (Record) throws -> Void) -> Version {
  Version(id) {
    Reads("mixed", as: [Record].self) {
      Mapping(
        "Thing", records: "$[*]", each: \.self,
        to: { record in
          try act(record)
          return Thing(id: record.id, kind: record.kind)
        }, identity: \.id)
    }
  }
}

private let wellBehaved = version("good") { _ in }
private let alsoWellBehaved = version("last") { _ in }

private let misbehaving = [
  version("traps") { record in
    let numbers: [Int] = []
    if record.kind == "trap" { _ = numbers[record.id] }
  },
  version("hangs") { record in
    while record.kind == "hang" { usleep(1000) }
  },
  version("exits") { record in
    if record.kind == "exit" { exit(0) }
  },
  version("overflows") { record in
    if record.kind == "overflow" { _ = depth(of: record.id) }
  },
  version("eats") { record in
    var memory: [[UInt8]] = []
    while record.kind == "eat" { memory.append([UInt8](repeating: 1, count: 1 << 24)) }
  },
  version("closes") { record in
    if record.kind == "close" { for descriptor in Int32(3)..<1024 { close(descriptor) } }
  },
  version("starts") { record in
    if record.kind == "start" {
      startSleeper()
      fatalError("left a child \u{1B}[31mbehind")
    }
  },
  // The first time it finds no file at the path that its record names, makes one and hangs; from then on all is well.
  version("hesitates") { record in
    guard record.kind.hasPrefix("/"), access(record.kind, F_OK) != 0 else { return }
    close(open(record.kind, O_CREAT | O_WRONLY, 0o600))
    while true { usleep(1000) }
  },
  // The same, but that it dies.
  version("stumbles") { record in
    guard record.kind.hasPrefix("/"), access(record.kind, F_OK) != 0 else { return }
    close(open(record.kind, O_CREAT | O_WRONLY, 0o600))
    fatalError("once")
  },
  // As if the system had killed it: each time, or the first time only.
  version("killed") { record in
    if record.kind == "kill" { kill(getpid(), SIGKILL) }
    guard record.kind.hasPrefix("/"), access(record.kind, F_OK) != 0 else { return }
    close(open(record.kind, O_CREAT | O_WRONLY, 0o600))
    kill(getpid(), SIGKILL)
  },
  // As if the file system behind its memory were full, or as if the code were at fault: the first time only, or each time.
  version("torn") { record in
    if record.kind == "tear" { raise(SIGBUS) }
    guard record.kind.hasPrefix("/"), access(record.kind, F_OK) != 0 else { return }
    close(open(record.kind, O_CREAT | O_WRONLY, 0o600))
    raise(SIGBUS)
  },
  // Some tenths of a second of processor time, and done.
  version("spins") { record in
    let start = clock()
    while record.kind == "spin", Double(clock() - start) / 1_000_000 < 0.15 {}
  },
  version("talks") { record in
    print(String(repeating: "on standard output ", count: 10_000))
    FileHandle.standardError.write(Data(String(repeating: "x", count: 200_000).utf8))
    _ = readLine()
    var garbage = [UInt8](repeating: 0xFF, count: 64)
    write(3, &garbage, garbage.count)
  },
]

/// Recursion as deep as memory, which neither the compiler's check nor its optimizer sees through.
private func depth(of number: Int) -> Int {
  guard number != Int.min else { return 0 }
  var values = [number, number &+ 1]
  values.append(depth(of: number &+ 1))
  return values.count &+ values[number & 1]
}

/// Leaves a process behind that holds standard error open.
private func startSleeper() {
  var child: pid_t = 0
  var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("60"), nil]
  posix_spawn(&child, "/bin/sleep", nil, nil, &words, nil)
}

/// Its initialiser traps on the placeholders that an explanation puts in, and on one kind that the provider sends.
private struct FragileRecord: Decodable {
  let id: Int

  enum CodingKeys: String, CodingKey { case id, kind, weight }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try container.decode(String.self, forKey: .kind)
    precondition(!kind.isEmpty, "a kind is never empty")
    id = try container.decode(Int.self, forKey: .id)
    _ = try container.decodeIfPresent(Double.self, forKey: .weight)
    if kind == "trap while decoding" { preconditionFailure("decoded a trap") }
    while kind == "hang while decoding" { usleep(1000) }
    // Like a dictionary of names that were chosen to collide.
    while kind == "hang with the known seed", getenv("SWIFT_DETERMINISTIC_HASHING") != nil { usleep(1000) }
  }
}

private let fragile = Version("fragile") {
  Reads("mixed", as: [FragileRecord].self)
  Reads("plain", as: [FragileRecord].self) {
    Mapping("Fragile", records: "$[*]", each: \.self)
  }
}

/// Its mapping traps on every number but those that the provider sends.
private struct BrittleRecord: Decodable {
  let a, b, c, d, e, f, g, h: Int
  let name: String
}

private let brittle = Version("brittle") {
  Reads("mixed", as: [BrittleRecord].self) {
    Mapping(
      "Brittle", records: "$[*]", each: \.self,
      to: { record in
        let numbers = [record.a, record.b, record.c, record.d, record.e, record.f, record.g, record.h]
        precondition(numbers == Array(1...8), "another number")
        return record.name
      })
  }
}

/// Its mapping does not end on any other number.
private let stalling = Version("stalling") {
  Reads("mixed", as: [BrittleRecord].self) {
    Mapping(
      "Stalling", records: "$[*]", each: \.self,
      to: { record in
        let numbers = [record.a, record.b, record.c, record.d, record.e, record.f, record.g, record.h]
        while numbers != Array(1...8) { usleep(1000) }
        return record.name
      })
  }
}

/// Its initialiser does not end on the placeholders that an explanation puts in.
private struct StuckRecord: Decodable {
  enum CodingKeys: String, CodingKey { case kind }

  init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind)
    while kind.isEmpty { usleep(1000) }
  }
}

private let stuck = Version("stuck") { Reads("mixed", as: [StuckRecord].self) }

/// Drops records, and traps when there is only one of them, as there is where blame is sought by trial.
private let lonely = Version("lonely") {
  Reads("mixed", as: [Record].self) {
    Mapping(
      "Thing", records: "$[*]",
      each: { records in
        precondition(records.count > 1, "alone")
        return records
      }, to: { $0.kind == "drop" ? nil : Thing(id: $0.id, kind: $0.kind) })
  }
}

/// Reads JSON5, which is none of our parser's business.
private let relaxed = Version("relaxed") {
  Reads("mixed", as: [Record].self, using: json5()) { Mapping("Thing", records: "$[*]", each: \.self) }
}

private func json5() -> JSONDecoder {
  let decoder = JSONDecoder()
  decoder.allowsJSON5 = true
  return decoder
}

/// Traps where a body, and where an aggregate, is made of what was mapped without harm.
private let sending = Version("sends") {
  Reads("mixed", as: [Record].self) {
    Mapping(
      "Thing", records: "$[*]", each: \.self,
      to: { record in
        precondition(record.kind != "unmappable", "cannot be mapped")
        return Thing(id: record.id, kind: record.kind)
      })
  }
  Sends(
    "plain", Int.self,
    from: { (thing: Thing) in
      precondition(thing.kind != "trap", "cannot be sent")
      return thing.id
    })
  Joins("Pair", "mixed", as: [Record].self, "plain", as: [Record].self) { first, second in
    precondition(first.count == second.count, "cannot be paired")
    return first.map { Optional($0.id) }
  }
}
