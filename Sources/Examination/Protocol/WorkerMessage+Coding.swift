import DriftModel
import PayloadShape

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
    try encoder.encode(list: job, version, typeName, mappings, sends, writeBacks)
  }

  init(from decoder: any Decoder) throws {
    (job, version, typeName, mappings, sends, writeBacks) = try decoder.list()
  }
}

extension TextFacts: Codable {
  func encode(to encoder: any Encoder) throws {
    let (notJSON, notExamined): (String?, String?) =
      switch verdict {
      case .json: (nil, nil)
      case .notJSON(let reason): (reason, nil)
      case .notExamined(let reason): (nil, reason)
      }
    let refusal: String? = if case .refused(let message) = envelope { message } else { nil }
    try encoder.encode(list: notJSON, notExamined, refusal, notices, links, partialErrors)
  }

  init(from decoder: any Decoder) throws {
    let (notJSON, notExamined, refusal): (String?, String?, String?)
    (notJSON, notExamined, refusal, notices, links, partialErrors) = try decoder.list()
    verdict = notJSON.map(TextVerdict.notJSON) ?? notExamined.map(TextVerdict.notExamined) ?? .json
    envelope = refusal.map(EnvelopeVerdict.refused) ?? .accepted
  }
}

extension Explanation: Codable {
  func encode(to encoder: any Encoder) throws {
    try encoder.encode(
      list: failures, swallowed, platformDependent, fallbacks, fields, unread, hiddenBelow, dictionaryPaths, missing,
      contradiction, isUnexplored)
  }

  init(from decoder: any Decoder) throws {
    (
      failures, swallowed, platformDependent, fallbacks, fields, unread, hiddenBelow, dictionaryPaths, missing,
      contradiction, isUnexplored
    ) = try decoder.list()
  }
}
