import Foundation
import JSONDocument
import PayloadShape
import TracingDecoder

/// One text, loaded before any clock starts, in the forms in which the contenders take it.
struct Document {
  let name: String
  let bytes: [UInt8]
  let data: Data

  init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    data = Data(bytes)
  }
}

/// Documents of one API, with the types that three releases of an app read them by.
struct Pack {
  let name: String
  let documents: [Document]
  private let makeContenders: () throws -> [Contender]

  var bytes: Int { documents.reduce(0) { $0 + $1.bytes.count } }

  /// Takes releases 1, 2 and 3, of which the third is the present one: with explicit coding keys, and without for
  /// `convertFromSnakeCase`.
  init<K1, K2, K3, S1, S2, S3>(
    _ name: String, _ documents: [Document], keys: (K1.Type, K2.Type, K3.Type), snake: (S1.Type, S2.Type, S3.Type)
  ) where K1: Decodable, K2: Decodable, K3: Decodable, S1: Decodable, S2: Decodable, S3: Decodable {
    self.name = name
    self.documents = documents
    makeContenders = {
      let plain = JSONDecoder()
      plain.dateDecodingStrategy = .iso8601
      let converting = JSONDecoder()
      converting.dateDecodingStrategy = .iso8601
      converting.keyDecodingStrategy = .convertFromSnakeCase
      let simdjson = try Simdjson(documents)
      return [
        Contender(name: ContenderName.tape) { try tape(documents) { _ in } },
        Contender(name: ContenderName.simdjson) { try simdjson.parse() },
        Contender(name: ContenderName.parseOnly) {
          try judge(documents) { _ = try plain.decode(Unread.self, from: $0) }
        },
        Contender(name: ContenderName.shape) { try tape(documents) { try learn($0) } },
        Contender(name: ContenderName.oneKeys) {
          try tape(documents) {
            try learn($0)
            try explain(K3.self, $0, plain)
          }
        },
        Contender(name: ContenderName.judgeKeys) { try judge(documents) { _ = try plain.decode(K3.self, from: $0) } },
        Contender(name: ContenderName.oneSnake) {
          try tape(documents) {
            try learn($0)
            try explain(S3.self, $0, converting)
          }
        },
        Contender(name: ContenderName.judgeSnake) {
          try judge(documents) { _ = try converting.decode(S3.self, from: $0) }
        },
        Contender(name: ContenderName.threeKeys) {
          try tape(documents) {
            try learn($0)
            try explain(K1.self, $0, plain)
            try explain(K2.self, $0, plain)
            try explain(K3.self, $0, plain)
          }
        },
        Contender(name: ContenderName.threeSnake) {
          try tape(documents) {
            try learn($0)
            try explain(S1.self, $0, converting)
            try explain(S2.self, $0, converting)
            try explain(S3.self, $0, converting)
          }
        },
        Contender(name: ContenderName.judgesKeys) {
          try judge(documents) {
            _ = try plain.decode(K1.self, from: $0)
            _ = try plain.decode(K2.self, from: $0)
            _ = try plain.decode(K3.self, from: $0)
          }
        },
        Contender(name: ContenderName.judgesSnake) {
          try judge(documents) {
            _ = try converting.decode(S1.self, from: $0)
            _ = try converting.decode(S2.self, from: $0)
            _ = try converting.decode(S3.self, from: $0)
          }
        },
      ]
    }
  }

  /// The contenders, after a check that tape and simdjson see the same number of values in every document.
  func contenders() throws -> [Contender] {
    for (document, count) in zip(documents, try Simdjson(documents).valueCounts()) {
      let tape = try JSONDocument(document.bytes)
      let own = valueCount(of: tape.root, in: tape)
      guard own == count else {
        throw BenchmarkError.failed(document.name, "\(own) values on the tape, \(count) in simdjson")
      }
    }
    return try makeContenders()
  }
}

/// The names under which contenders are measured, filtered and profiled.
enum ContenderName {
  static let tape = "tape"
  static let simdjson = "simdjson"
  static let parseOnly = "jsondecoder-unread"
  static let shape = "shape"
  static let oneKeys = "traced-keys"
  static let judgeKeys = "jsondecoder-keys"
  static let oneSnake = "traced-snake"
  static let judgeSnake = "jsondecoder-snake"
  static let threeKeys = "traced3-keys"
  static let threeSnake = "traced3-snake"
  static let judgesKeys = "jsondecoder3-keys"
  static let judgesSnake = "jsondecoder3-snake"

  static let all = [
    tape, simdjson, parseOnly, shape, oneKeys, judgeKeys, oneSnake, judgeSnake, threeKeys, threeSnake, judgesKeys,
    judgesSnake,
  ]
}

/// Reads nothing, so that what is measured is the parser alone.
struct Unread: Decodable {
  init(from decoder: any Decoder) throws {}
}

private func valueCount(of node: JSONNode, in document: JSONDocument) -> Int {
  document.children(of: node).reduce(1) { $0 + valueCount(of: $1, in: document) }
}

private func tape(_ documents: [Document], _ work: (JSONDocument) throws -> Void) throws -> Int {
  for document in documents {
    do {
      try work(try JSONDocument(document.bytes))
    } catch {
      throw BenchmarkError.failed(document.name, "\(error)")
    }
  }
  return documents.count
}

private func judge(_ documents: [Document], _ work: (Data) throws -> Void) throws -> Int {
  for document in documents {
    do {
      try work(document.data)
    } catch {
      throw BenchmarkError.failed(document.name, "JSONDecoder: \(error)")
    }
  }
  return documents.count
}

private func learn(_ document: JSONDocument) throws(BenchmarkError) {
  guard PayloadShape(of: document).documents == 1 else { throw .failed("shape", "not learned") }
}

private func explain<T: Decodable>(_ type: T.Type, _ document: JSONDocument, _ decoder: JSONDecoder)
  throws(BenchmarkError)
{
  switch trace(type, in: document, like: decoder).verdict {
  case .decoded: return
  case .failed(let failure): throw .failed("\(type)", "\(failure.pattern): \(failure.message)")
  case .notMirrored(let reason): throw .failed("\(type)", reason)
  }
}
