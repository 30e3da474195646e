import DriftModel
import PayloadShape

// Messages between parent and worker are encoded as lists in the order of the declarations, because both are the same
// program. Named members would cost more than everything else for a small response: for each type of coding keys the
// runtime searches all conformances of the program, in both processes.

extension WorkerMessage: Codable {
  private enum Kind: String {
    case planned, begun, text, judged, mapped, wroteBack, sent, reached, explained, shaped, blamed, trying, traced,
      skipped
    case exhausted, ended
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    func write(_ kind: Kind, _ parts: any Encodable...) throws {
      try list.encode(kind.rawValue)
      for part in parts { try list.encode(part) }
    }
    switch self {
    case .planned(let plan): try write(.planned, plan)
    case .begun(let unit): try write(.begun, unit)
    case .text(let unit, let facts): try write(.text, unit, facts)
    case .judged(let unit, let execution): try write(.judged, unit, execution)
    case .mapped(let unit, let mapping): try write(.mapped, unit, mapping)
    case .wroteBack(let unit, let writeBack): try write(.wroteBack, unit, writeBack)
    case .sent(let unit, let send): try write(.sent, unit, send)
    case .reached(let unit, let records): try write(.reached, unit, records)
    case .explained(let unit, let explanation): try write(.explained, unit, explanation)
    case .shaped(let unit, let shape): try write(.shaped, unit, shape)
    case .blamed(let unit, let blames): try write(.blamed, unit, blames)
    case .trying(let unit, let digest): try write(.trying, unit, digest)
    case .traced(let unit, let lineages): try write(.traced, unit, lineages)
    case .skipped(let unit, let reason): try write(.skipped, unit, reason)
    case .exhausted: try write(.exhausted)
    case .ended: try write(.ended)
    }
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    guard let kind = Kind(rawValue: try list.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "no word of a worker")
    }
    func read<Part: Decodable>(_ type: Part.Type = Part.self) throws -> Part { try list.decode(type) }
    switch kind {
    case .planned: self = .planned(try read())
    case .begun: self = .begun(try read())
    case .text: self = .text(try read(), try read())
    case .judged: self = .judged(try read(), try read())
    case .mapped: self = .mapped(try read(), try read())
    case .wroteBack: self = .wroteBack(try read(), try read())
    case .sent: self = .sent(try read(), try read())
    case .reached: self = .reached(try read(), try read())
    case .explained: self = .explained(try read(), try read())
    case .shaped: self = .shaped(try read(), try read())
    case .blamed: self = .blamed(try read(), try read())
    case .trying: self = .trying(try read(), try read())
    case .traced: self = .traced(try read(), try read())
    case .skipped: self = .skipped(try read(), reason: try read())
    case .exhausted: self = .exhausted
    case .ended: self = .ended
    }
  }
}

extension WorkUnit: Codable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(job)
    try list.encode(phase.rawValue)
    for name in [version, name, writes] { try list.encode(name) }
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let job = try list.decode(Int.self)
    guard let phase = Phase(rawValue: try list.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "no phase of a worker")
    }
    self.init(
      job, phase, version: try list.decodeIfPresent(String.self), name: try list.decodeIfPresent(String.self),
      writes: try list.decodeIfPresent(String.self))
  }
}

extension VersionPlan: Codable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(job)
    try list.encode(version)
    try list.encode(typeName)
    try list.encode(mappings)
    try list.encode(sends)
    try list.encode(writeBacks)
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    job = try list.decode(Int.self)
    version = try list.decode(String.self)
    typeName = try list.decode(String.self)
    mappings = try list.decode([MappingExamination].self)
    sends = try list.decode([SendExamination].self)
    writeBacks = try list.decode([WriteBackExamination].self)
  }
}

extension TextFacts: Codable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    let (notJSON, notExamined): (String?, String?) =
      switch verdict {
      case .json: (nil, nil)
      case .notJSON(let reason): (reason, nil)
      case .notExamined(let reason): (nil, reason)
      }
    let refusal: String? = if case .refused(let message) = envelope { message } else { nil }
    for part in [notJSON, notExamined, refusal] { try list.encode(part) }
    try list.encode(notices)
    try list.encode(links)
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let (notJSON, notExamined) = (try list.decodeIfPresent(String.self), try list.decodeIfPresent(String.self))
    verdict = notJSON.map(TextVerdict.notJSON) ?? notExamined.map(TextVerdict.notExamined) ?? .json
    envelope = try list.decodeIfPresent(String.self).map(EnvelopeVerdict.refused) ?? .accepted
    notices = try list.decode([TextNotice].self)
    links = try list.decode([String: [String]].self)
  }
}

extension Explanation: Codable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for part in [failures, swallowed, platformDependent, fallbacks] { try list.encode(part) }
    try list.encode(fields)
    for part in [unread, hiddenBelow, dictionaryPaths] { try list.encode(part) }
    for part in [missing, contradiction] { try list.encode(part) }
    try list.encode(isUnexplored)
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    failures = try list.decode([FieldFailure].self)
    swallowed = try list.decode([FieldFailure].self)
    platformDependent = try list.decode([FieldFailure].self)
    fallbacks = try list.decode([FieldFailure].self)
    fields = try list.decode([FieldReading].self)
    unread = try list.decode([String].self)
    hiddenBelow = try list.decode([String].self)
    dictionaryPaths = try list.decode([String].self)
    missing = try list.decodeIfPresent(String.self)
    contradiction = try list.decodeIfPresent(String.self)
    isUnexplored = try list.decode(Bool.self)
  }
}
