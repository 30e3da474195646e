import ContractKit
import Foundation

/// What is made of an answer, and so what a perturbed value may change.
enum LineageSubject {
  /// One mapping, with the values that it needs from other answers.
  case mapping(AnyMapping, MappingContext)
  /// An aggregate of several answers, of which `part` is perturbed.
  case join(AnyJoins, bodies: [Data], part: Int)
  /// Nothing: whether it decodes is all there is.
  case decoding

  /// Name of the mapping or aggregate; empty where only decoding is watched.
  var name: String {
    switch self {
    case .mapping(let mapping, _): mapping.name
    case .join(let join, _, _): join.name
    case .decoding: ""
    }
  }

  /// RFC 9535 path of the records; nil where they are no values of the answer.
  var recordsPath: String? { if case .mapping(let mapping, _) = self { mapping.recordsPath } else { nil } }

  func reader(_ reads: AnyReads, _ trials: TrialLog) -> LineageReader {
    switch self {
    case .mapping(let mapping, let context):
      LineageReader(reads: reads, mapping: mapping, context: context, trials: trials)
    case .join(let join, let bodies, let part):
      LineageReader(join: join, bodies: bodies, part: part, trials: trials)
    case .decoding:
      LineageReader(properties: [], trials: trials) { answer in
        guard (try? decodeValue(reads.answerType, using: reads.makeDecoder(), from: answer)) != nil else { return nil }
        return [.made(true)]
      }
    }
  }
}
