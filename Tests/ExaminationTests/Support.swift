import Foundation
import Testing

@testable import DriftModel
@testable import DriftRules
@testable import Examination

/// Tests that spawn workers, one at a time: they measure time and count what is left behind.
@Suite(.serialized) enum WorkerTests {}

/// The executable with the misbehaving contracts, which is built beside the tests.
let hostileExecutable: String = {
  let tests = ExecutableIdentity.path ?? CommandLine.arguments[0]
  return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("fixture-contracts").path
}()

/// An examiner with the misbehaving contracts; `timeout` is long enough for a busy machine, unless a test waits for its end.
func hostileExaminer(timeout: Double = 60) -> Examiner {
  Examiner(executable: hostileExecutable, timeout: timeout)
}

/// A response of the contract that misbehaves: one record for each kind.
func mixed(_ kinds: String..., versions: [String], endpoint: String = "mixed") -> Job {
  let records = kinds.enumerated().map { #"{"id":\#($0),"kind":"\#($1)"}"# }
  return Job(
    contract: "hostile", endpoint: endpoint, versions: versions, body: Array("[\(records.joined(separator: ","))]".utf8)
  )
}

/// A response of the contract that does what apps do.
func items(_ text: String, _ version: String, context: [String: [String: [String: String]]] = [:]) -> Job {
  Job(contract: "peculiar", endpoint: "items", versions: [version], context: context, body: Array(text.utf8))
}

extension Examiner {
  /// Examines one response.
  func examine(_ job: Job) async throws -> Examination { try #require(await examine(Batch([job])).first) }

  /// What one mapping made of one response.
  func mapping(_ name: String, _ job: Job) async throws -> MappingExamination {
    let facts = try await examine(job)
    return try #require(facts.versions.first?.mappings.first { $0.name == name })
  }
}

extension Examination {
  /// The facts of one version.
  func version(_ id: String) throws -> VersionExamination { try #require(versions.first { $0.version == id }) }

  /// The facts without those of one version.
  func without(_ version: String) -> Examination {
    var rest = self
    rest.versions.removeAll { $0.version == version }
    return rest
  }
}

extension VersionExamination {
  /// The same facts under another version's name.
  func renamed(_ version: String) -> VersionExamination {
    var facts = self
    facts.version = version
    return facts
  }
}

extension MappingExamination {
  /// The counts of one property.
  func property(_ name: String) throws -> PropertyExamination { try #require(properties.first { $0.name == name }) }
}

extension Execution {
  /// Why the process died; nil if it did not.
  var crashReason: String? { if case .crashed(let reason) = self { reason } else { nil } }
  /// Why it was not run; nil if it was.
  var notRunReason: String? { if case .notRun(let reason) = self { reason } else { nil } }
}
