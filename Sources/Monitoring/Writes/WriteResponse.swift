import ContractKit
import DriftModel
import DriftRules
import Foundation
import PayloadShape
import System

/// The result of a request that writes.
struct WriteResponse {
  let write: Write
  let response: SourcedResponse

  /// Paths of a message that are shown.
  private static let mostPaths = 20

  /// Whether the provider accepted it, or refused it with a reason.
  var isDecided: Bool { response.outcome == nil || isRejection }

  /// The outcome of the response; a refusal with a reason is a response, and what was sent twice decides nothing.
  var outcome: Outcome { isDecided ? .ok : isConflict ? .notChecked : response.outcome ?? .ok }

  /// Why nothing is decided.
  var reason: String? {
    isConflict
      ? "409, what is sent conflicts with what the sandbox holds; empty the sandbox and check again" : response.reason
  }

  /// Whether the state of the sandbox is the reason, such as an earlier write, and not the body (RFC
  /// 9110 section 15.5.10).
  private var isConflict: Bool { response.status == 409 }

  /// Whether the provider says in JSON why it does not accept the body.
  private var isRejection: Bool { response.outcome == .requestError && !isConflict && !messagePaths.isEmpty }

  /// Paths at which the message has words or numbers. A path ends before the first name that may be data.
  private var messagePaths: [String] {
    guard let status = response.status, (400...499).contains(status),
      let shape = PayloadShape(ofText: response.body)
    else { return [] }
    let all = shape.paths
    let paths = all.filter { path in
      let isLeaf = !all.contains { $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[") }
      return isLeaf && shape.statistics(at: path).map { $0.count > $0.nulls && $0.objects == 0 } ?? false
    }
    return Set(paths.map(response.mask.masked).map(Self.withoutData)).sorted().prefix(Self.mostPaths).map(\.self)
  }

  /// A path up to the first name that is not a plain word. Such a name is probably data, like an address or the value
  /// that was sent, and a path with data would be another finding with each write.
  private static func withoutData(_ path: String) -> String {
    // Names in brackets are not plain words.
    let spelled = path.range(of: "[\"").map { String(path[..<$0.lowerBound]) } ?? path
    let steps = spelled.split(separator: ".", omittingEmptySubsequences: false)
    let plain = steps.prefix { step in
      step.utf8.count <= 40
        && step.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
          default: "_-$[]*".utf8.contains(byte)
          }
        }
    }
    let isWhole = plain.count == steps.count && spelled == path
    return plain.joined(separator: ".") + (isWhole ? "" : ".…")
  }

  /// What evaluation needs to know of it. The body of the response is no part of it.
  var facts: WriteFacts {
    let result: WriteFacts.Result =
      if isRejection, let status = response.status {
        .rejected(status: status, messagePaths: messagePaths)
      } else {
        isDecided ? .accepted : .undecided
      }
    return WriteFacts(
      version: write.version, typeName: write.send.typeName, isEssential: write.send.isEssential, result: result)
  }
}
