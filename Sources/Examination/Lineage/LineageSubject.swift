import ContractKit
import Foundation

/// What is made of a response, and what a perturbed value may therefore change.
enum LineageSubject {
  /// One mapping, with the values that it needs from other responses.
  case mapping(AnyMapping, MappingContext)
  /// An aggregate of several responses, of which `part` is perturbed.
  case join(AnyJoins, bodies: [Data], part: Int)
  /// The bodies that a version makes of a mapping's domain values to send them.
  case request(AnyMapping, MappingContext, AnySends)
  /// The bodies with which a version writes a response back.
  case writeBack(AnyWritesBack)
  /// Nothing is made; only decoding is checked.
  case decoding

  /// Name of the mapping or aggregate; empty if only decoding is checked.
  var name: String {
    switch self {
    case .mapping(let mapping, _), .request(let mapping, _, _): mapping.name
    case .join(let join, _, _): join.name
    case .decoding, .writeBack: ""
    }
  }

  /// Id of the endpoint to which the bodies go; nil for domain values.
  var writes: String? {
    switch self {
    case .request(_, _, let send): send.endpoint
    case .writeBack(let part): part.target
    case .mapping, .join, .decoding: nil
    }
  }

  /// The mapping, with the values that it needs from other responses.
  var mapping: (AnyMapping, MappingContext)? {
    switch self {
    case .mapping(let mapping, let context), .request(let mapping, let context, _): (mapping, context)
    case .join, .writeBack, .decoding: nil
    }
  }

  func decoding(_ reads: AnyReads) -> (type: any (Decodable & SendableMetatype).Type, decoder: JSONDecoder) {
    if case .writeBack(let part) = self { return (part.responseType, part.makeDecoder()) }
    return (reads.responseType, reads.makeDecoder())
  }

  /// RFC 9535 path of the records; nil if they are not values of the response.
  var recordsPath: String? {
    if case .writeBack(let part) = self { part.recordsPath } else { mapping?.0.recordsPath }
  }

  func reader(_ reads: AnyReads, _ trials: TrialLog) -> LineageReader {
    switch self {
    case .mapping(let mapping, let context):
      LineageReader(reads: reads, mapping: mapping, context: context, trials: trials)
    case .join(let join, let bodies, let part):
      LineageReader(join: join, bodies: bodies, part: part, trials: trials)
    case .request(let mapping, let context, let send):
      LineageReader(reads: reads, mapping: mapping, context: context, send: send, trials: trials)
    case .writeBack(let part): LineageReader(writeBack: part, trials: trials)
    case .decoding:
      LineageReader(properties: [], trials: trials) { response in
        (try? reads.decode(response)) == nil ? nil : [.made(true)]
      }
    }
  }
}
