import Foundation
import JSONDocument
import Synchronization

/// Thrown where Foundation throws its internal error of this name. It is not a `DecodingError`, so that `catch let e as
/// DecodingError` in an initialiser does not catch it. At the end of the pass it becomes `dataCorrupted` with an empty
/// path.
///
/// An initialiser may keep what the error says of itself. Foundation itself is asked for that, when it is read.
struct JSONError: Error {
  let event: Int?
  let origin: JSONErrorOrigin?
}

extension JSONError: CustomStringConvertible, CustomDebugStringConvertible {
  var description: String { text { "\($0)" } }
  var debugDescription: String { text { String(reflecting: $0) } }

  private func text(_ words: (any Error) -> String) -> String {
    // Our own code only compares errors.
    guard let origin, !origin.readings.isOwn else { return "JSONError \(event ?? -1)" }
    return origin.original.map(words) ?? "the value cannot be read"
  }
}

extension JSONError: CustomNSError {
  static let errorDomain: String = {
    guard case .dataCorrupted(let context)? = Self.sample, let original = context.underlyingError else {
      return "FoundationEssentials.JSONError"
    }
    return (original as NSError).domain
  }()

  private static var sample: DecodingError? {
    do {
      _ = try JSONDecoder().decode(Int.self, from: Data("1.5".utf8))
      return nil
    } catch { return error as? DecodingError }
  }

  var errorCode: Int { origin?.original.map { ($0 as NSError).code } ?? 0 }
}

/// Where an error that Foundation words was thrown.
struct JSONErrorOrigin: Sendable {
  let document: JSONDocument
  let node: JSONNode
  let requested: TypeFacts
  let readings: ErrorReadings

  /// The error that Foundation throws for the same request; nil if it cannot be had, which is noted.
  var original: (any Error)? {
    guard readings.mayRead(document) else { return nil }
    let trail = ErrorTrail(steps: steps, facts: document.kind(of: node) == .object ? nil : requested)
    let decoder = JSONDecoder()
    decoder.userInfo[ErrorTrail.key] = trail
    _ = try? decoder.decode(ErrorTrail.Walker.self, from: Data(document.text))
    let found = trail.found.withLock { $0 }
    if found == nil { readings.noteWrong() }
    return found
  }

  /// The way from the root to the value.
  private var steps: [ErrorTrail.Step] {
    var steps: [ErrorTrail.Step] = []
    var current = document.root
    while current != node {
      var next: (child: JSONNode, number: Int)?
      for (number, child) in document.children(of: current).enumerated() {
        if document.endIndex(of: child) > node.index {
          next = (child, number)
          break
        }
      }
      guard let next else { break }
      steps.append(document.key(of: next.child).map { .member($0) } ?? .element(next.number))
      current = next.child
    }
    return steps
  }
}

/// What authors' code reads of errors in one run.
final class ErrorReadings: Sendable {
  static let reason = "an initialiser reads the text of an error of Foundation's, which is not mirrored"

  /// Each reading decodes the document up to the error.
  private static let mostReadings = 256
  private static let mostBytes = 1 << 20
  private let count = Atomic(0)
  private let ownDepth = Atomic(0)
  private let wrong = Atomic(false)
  private let isOver = Atomic(false)

  /// Whether a text was read that may differ from Foundation's.
  var isWrong: Bool { wrong.load(ordering: .relaxed) }
  /// Whether it is our own code that reads.
  var isOwn: Bool { ownDepth.load(ordering: .relaxed) > 0 }

  func noteWrong() { if !isOver.load(ordering: .relaxed) { wrong.store(true, ordering: .relaxed) } }

  /// What is read from now on, of placeholders, decides nothing.
  func end() { isOver.store(true, ordering: .relaxed) }

  func mayRead(_ document: JSONDocument) -> Bool {
    let isFew = count.add(1, ordering: .relaxed).newValue <= Self.mostReadings
    guard isFew, document.text.count <= Self.mostBytes else {
      noteWrong()
      return false
    }
    return true
  }

  /// Lets our own code read texts, which then need not be Foundation's.
  func own<R>(_ body: () -> R) -> R {
    ownDepth.add(1, ordering: .relaxed)
    defer { ownDepth.subtract(1, ordering: .relaxed) }
    return body()
  }
}

/// The way to a value in a document, which Foundation's decoder walks to throw its error.
private final class ErrorTrail: Sendable {
  enum Step {
    case member(String)
    case element(Int)
  }

  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "driftwatch.errorTrail") else {
      preconditionFailure("any text is a key")
    }
    return key
  }()
  let steps: [Step]
  /// What to request there; nil if the object itself cannot be opened.
  let facts: TypeFacts?
  let found = Mutex<(any Error)?>(nil)

  init(steps: [Step], facts: TypeFacts?) { (self.steps, self.facts) = (steps, facts) }

  struct Walker: Decodable {
    init(from decoder: any Decoder) throws {
      guard let trail = decoder.userInfo[ErrorTrail.key] as? ErrorTrail else { return }
      do {
        try Self.walk(trail, decoder)
      } catch is DecodingError {
        return
      } catch {
        trail.found.withLock { $0 = error }
      }
    }

    private static func walk(_ trail: ErrorTrail, _ start: any Decoder) throws {
      var decoder = start
      for step in trail.steps {
        switch step {
        case .member(let name):
          decoder = try decoder.container(keyedBy: PlainKey.self).superDecoder(forKey: PlainKey(stringValue: name))
        case .element(let number):
          var list = try decoder.unkeyedContainer()
          for _ in 0..<number { _ = try list.superDecoder() }
          decoder = try list.superDecoder()
        }
      }
      guard let type = trail.facts?.type as? any Decodable.Type else {
        _ = try decoder.container(keyedBy: PlainKey.self)
        return
      }
      func request<T: Decodable>(_ type: T.Type) throws { _ = try decoder.singleValueContainer().decode(type) }
      try request(type)
    }
  }
}
