public import ContractKit
import DriftModel
import Examination
import Foundation
import Gating
import Monitoring
import Recording

/// Whether a version can ship, in a test of a team's own: by the recordings beside its contracts, without a network.
///
/// ```swift
/// import DriftwatchTesting
///
/// @Test func version3CanShip() async throws {
///   #expect(try await Gate(shop, version: "v3", program: "contracts").verdict == .canShip)
/// }
/// ```
///
/// It works with Swift Testing and with XCTest. What forbids to ship is written to standard error as `file:line: error: …`, which editors show at
/// the property's line. The app's code runs in workers of the program, so that a crash there is a finding and does not end the tests; let the
/// test target depend on the program, so that it is built.
public struct Gate: Sendable {
  /// What is said of a version.
  public enum Verdict: String, Sendable {
    /// Nothing is new that forbids it.
    case canShip
    /// Something is broken or lost that was not before.
    case cannotShip
    /// There are too few recordings, or too old ones.
    case cannotTell
  }

  /// One reason against it.
  public struct Failure: Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, in a sentence.
    public let description: String
    /// Where the source code says so; `nil` if that is not known.
    public let file: String?
    /// The line, from 1; `nil` if that is not known.
    public let line: Int?
  }

  /// Why the gate could not be asked.
  public struct Unusable: Error, CustomStringConvertible {
    /// What is missing, and what to do.
    public let description: String
  }

  private let contract: Contract
  private let version: String
  private let program: String
  private let start: String
  /// The newest recording of each endpoint is no older than so many seconds; `nil`: it may be.
  public var longestAge: Double? = nil
  /// Of the members that the version asks for so much is in some recording, 0 to 1.
  public var leastFields = 0.5

  /// The gate for one version.
  ///
  /// - Parameters:
  ///   - contract: The contract.
  ///   - version: Id of the version: `v3`.
  ///   - program: Name of the package's executable that hands this contract to `DriftwatchCommand.main`, or a path.
  ///   - file: The contracts' folder is looked for from here upwards.
  public init(_ contract: Contract, version: String, program: String, file: String = #filePath) {
    (self.contract, self.version, self.program, start) = (contract, version, program, file)
  }

  /// The verdict.
  ///
  /// - Throws: ``Unusable`` for a program, folder or version that is not there.
  public var verdict: Verdict { get async throws { try await judged().verdict } }

  /// What forbids to ship, or keeps from telling; empty if it can.
  ///
  /// - Throws: ``Unusable`` for a program, folder or version that is not there.
  public var failures: [Failure] { get async throws { try await judged().failures } }

  private func judged() async throws -> (verdict: Verdict, failures: [Failure]) {
    guard contract.version(version) != nil else {
      throw Unusable(description: "\(contract.id) has no version \"\(version)\"")
    }
    let folder = try contractsFolder()
    let folders = ContractFolders(folder: folder, ids: [contract.id])
    let locks: GateLockFiles
    do { locks = try GateLockFiles(file: nil, folders: folders, ids: [contract.id]) } catch {
      throw Unusable(description: error.description)
    }
    let gated = GatedContract(contract, at: Date())
    var options = Gating.Gate.Options()
    options.versions = [version]
    (options.longestAge, options.leastFields) = (longestAge, leastFields)
    options.folders = folders.versionFolders(of: [gated])
    options.knowsFolders = true
    options.secondsOfAdvice = 0
    let executable = try executable()
    let examiner = Examiner(executable: executable)
    let items = RecordingCatalog(RecordingsFolder.all(inContracts: folder), contracts: [contract]).items
    var (report, _) = try await Gating.Gate(lock: locks.lock, options: options, examiner: examiner)
      .run(items, contracts: [gated])
    let modules = URL(fileURLWithPath: executable).deletingLastPathComponent().appendingPathComponent("Modules")
    report.locate([gated], modules: modules, environment: ProcessInfo.processInfo.environment)
    let failures = report.findings.filter { $0.state == .new }.map { finding in
      let place = finding.path.isEmpty ? "" : " at \(finding.path)"
      return Failure(
        description: "\(contract.id)\(finding.endpoint.isEmpty ? "" : "/\(finding.endpoint)") \(version): "
          + (finding.isReason ? "\(finding.subject) \(finding.words)\(place)" : finding.words),
        file: finding.file, line: finding.line)
    }
    for failure in failures {
      let place = failure.file.map { "\($0):\(failure.line ?? 1): " } ?? ""
      FileHandle.standardError.write(Data("\(place)error: \(failure.description)\n".utf8))
    }
    let verdict: Verdict =
      switch report.verdict {
      case .canShip: .canShip
      case .cannotShip: .cannotShip
      case .cannotTell: .cannotTell
      }
    return (verdict, failures)
  }

  /// The nearest `Contracts/` from the test's own file upwards.
  private func contractsFolder() throws -> URL {
    var place = URL(fileURLWithPath: start).deletingLastPathComponent()
    while place.path != "/" {
      let folder = place.appendingPathComponent("Contracts")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue {
        return folder
      }
      place.deleteLastPathComponent()
    }
    throw Unusable(description: "there is no Contracts/ above \(start); name a file of the package with file:")
  }

  /// The built program, which stands beside the tests.
  private func executable() throws -> String {
    if program.contains("/") {
      guard FileManager.default.isExecutableFile(atPath: program) else {
        throw Unusable(description: "there is no program \(program)")
      }
      return program
    }
    var folders = [Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
    if let path = Bundle.main.executablePath { folders.append(URL(fileURLWithPath: path).deletingLastPathComponent()) }
    for folder in folders {
      let path = folder.appendingPathComponent(program).path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
        FileManager.default.isExecutableFile(atPath: path)
      {
        return path
      }
    }
    throw Unusable(
      description:
        "there is no program \(program) beside the tests; let the test target depend on it, or give its path")
  }
}
