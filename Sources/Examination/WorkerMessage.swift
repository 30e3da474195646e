import ContractKit
import DriftAnalysis
import Foundation
import PayloadShape

/// What the parent writes to a worker's standard input before the bodies.
struct WorkOrder: Codable {
  struct Item: Codable {
    var contract: String
    var endpoint: String
    var versions: [String]
    var links: [String]
    var accept: Condition?
    var isGraphQL: Bool
    var context: [String: [String: [String: String]]]
    var join: String?
    var lengths: [Int]
    /// Patterns whose member names are data, as far as an earlier worker's narrator said.
    var dictionaryPaths: [String]
  }

  struct Condition: Codable {
    var path: String
    var text: String
    var kind: String
    var message: String?
  }

  var items: [Item]
  /// Units that are finished.
  var finished: [WorkUnit]
  /// Units in which a worker died or did not end.
  var killed: [WorkUnit]
  /// The only unit to run, where a timeout is confirmed; nil: all.
  var only: WorkUnit?
}

extension WorkOrder.Condition {
  init(_ condition: AcceptWhen) {
    path = condition.path
    message = condition.message
    switch condition.expected {
    case .bool(let value): (kind, text) = ("bool", value ? "true" : "false")
    case .string(let value): (kind, text) = ("string", value)
    case .integer(let value): (kind, text) = ("number", String(value))
    }
  }
}

/// What a worker writes, one frame each: the journal, and the facts as they are known.
enum WorkerMessage: Codable {
  case begun(WorkUnit)
  case text(WorkUnit, TextFacts)
  case judged(WorkUnit, typeName: String, Execution)
  case mapped(WorkUnit, MappingExamination)
  case sent(WorkUnit, SendExamination)
  case narrated(WorkUnit, Narration)
  case shaped(WorkUnit, PayloadShape)
  case blamed(WorkUnit, [Blame])
  case ended
}

/// What is known of the text before author code runs.
struct TextFacts: Codable {
  var verdict: TextVerdict
  var notices: [TextNotice]
  var envelope: EnvelopeVerdict
  var links: [String: [String]]
}

/// What the narrator says of one version.
struct Narration: Codable {
  var failures: [FieldFailure] = []
  var swallowed: [FieldFailure] = []
  var platformDependent: [FieldFailure] = []
  var fallbacks: [FieldFailure] = []
  var fields: [FieldReading] = []
  var unread: [String] = []
  var hiddenBelow: [String] = []
  var dictionaryPaths: [String] = []
  var missing: String?
  var contradiction: String?
}

/// Which members are to blame for a loss of one mapping, found by trial.
struct Blame: Codable {
  /// Name of the lost property; nil: whole records.
  var property: String?
  /// RFC 9535 patterns.
  var patterns: [String]
}

/// Frames on a pipe: four bytes of length (big endian), then JSON.
enum Frame {
  /// Larger frames are refused: a worker that writes one is broken.
  static let limit = 256 << 20

  static func encode(_ message: some Encodable) throws -> [UInt8] {
    let body = try JSONEncoder().encode(message)
    let length = UInt32(body.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + body
  }

  /// Takes the first whole frame off `buffer`; nil if there is none yet.
  static func next(in buffer: inout [UInt8]) throws -> Data? {
    guard buffer.count >= 4 else { return nil }
    let length = buffer[..<4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= limit else { throw WorkerFailure.protocolBroken }
    guard buffer.count >= 4 + length else { return nil }
    let body = Data(buffer[4..<4 + length])
    buffer.removeFirst(4 + length)
    return body
  }
}

/// Why a worker could not be used; not a finding about author code.
enum WorkerFailure: Error, CustomStringConvertible {
  case cannotStart(reason: String)
  case protocolBroken

  var description: String {
    switch self {
    case .cannotStart(let reason): "the examination process cannot be started: \(reason)"
    case .protocolBroken: "the examination process sent something that is not a result"
    }
  }
}
