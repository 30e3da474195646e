import ContractKit
import Foundation
import Scaffolding
import System

/// `driftwatch vendor`: the app's own files of a release, byte for byte, into the folder of a version; and whether they still are that.
struct VendorCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  func run() throws -> Int32 {
    if call.has("--apply-cut") || call.value("--cut") != nil, call.has("--check") {
      throw CommandFailure.usage("--cut and --apply-cut are for taking files, not for --check")
    }
    guard call.has("--apply-cut") || !call.has("--change-decoding") else {
      throw CommandFailure.usage("--change-decoding is for --apply-cut")
    }
    if call.has("--check") { return try check() }
    guard !call.has("--repository") else {
      throw CommandFailure.usage("--repository is what --check asks; files come from the clone that is named first")
    }
    guard call.operands.count == 1 else {
      throw CommandFailure.usage(
        "vendor needs a clone of the app's repository: vendor REPO --version v1 --tag 1.4.0 --paths GLOB")
    }
    guard let version = call.all("--version").first, call.all("--version").count == 1,
      version.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil
    else { throw CommandFailure.usage("vendor needs --version, the version whose files they are, such as v1") }
    guard let tag = call.value("--tag") else {
      throw CommandFailure.usage("vendor needs --tag, the tag of the release")
    }
    guard !call.all("--paths").isEmpty else {
      throw CommandFailure.usage("vendor needs --paths, such as 'Sources/API/**/*.swift'")
    }
    return try take(version, tag)
  }

  /// Writes the files of a release and their lock.
  private func take(_ version: String, _ tag: String) throws -> Int32 {
    let folder = try apiFolder()
    // A signal ends git and the compiler, and what they wrote goes.
    let interruption = Interruption()
    defer { interruption.end() }
    let (lock, release) = try usable { () throws(VendoredRelease.Unusable) in
      (
        try VendorLock(inFolder: folder),
        try VendoredRelease(
          repository: URL(fileURLWithPath: call.operands[0]).standardizedFileURL.path, tag: tag,
          patterns: call.all("--paths"), except: call.all("--except"), environment: environment)
      )
    }
    let place = folder.appendingPathComponent(version.uppercased())
    let advice = try VendorAdvice(release, in: place, settings, environment: environment)
    let taken = call.has("--apply-cut") ? try advice.appliedCut() : .nothing
    let cut = taken.files
    guard Interruption.pending == nil else { throw CancellationError() }
    try usable { () throws(VendoredRelease.Unusable) in
      try write(release, cut: cut, to: place)
      var lock = lock
      lock.versions[version] = release.origin.with(taken)
      try save(lock, to: folder)
    }
    advice.complain(isCut: !cut.isEmpty)
    let count = release.files.count
    // A patch on standard output is alone there.
    if call.value("--cut") != "-" {
      try settings.console.print(
        "\(count) \(count == 1 ? "file" : "files") of \(tag) in \(place.path.printable), commit \(release.origin.commit.prefix(12))\n"
          + advice.text(isCut: !cut.isEmpty))
    }
    try advice.writePatch()
    return 0
  }

  private var environment: [String: String] {
    settings.environment.filter { !settings.secretVariables.contains($0.key) }
  }

  /// Whether all versions have the files of their releases, and the newest release has a version.
  private func check() throws -> Int32 {
    let contracts = try settings.contractsFolder()
    let folders = try call.value("--api") == nil ? apiFolders(in: contracts) : [apiFolder()]
    let locked = folders.filter {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent(VendorLock.name).path)
    }
    guard !locked.isEmpty else {
      if call.value("--api") != nil {
        throw CommandFailure.notChecked("\(folders[0].path.printable) has no \(VendorLock.name); see docs/vendor.md")
      }
      throw CommandFailure.notChecked(
        "no folder in \(contracts.path.printable) has a \(VendorLock.name); see docs/vendor.md")
    }
    var problems: [String] = []
    // A signal ends git, and what it fetched goes.
    let interruption = Interruption()
    defer { interruption.end() }
    let locks = try usable { () throws(VendoredRelease.Unusable) in
      var locks: [(folder: URL, lock: VendorLock)] = []
      for folder in locked { locks.append((folder, try VendorLock(inFolder: folder))) }
      return locks
    }
    let watch = ReleaseWatch(
      repository: call.value("--repository"), of: locks.map(\.lock), environment: environment)
    defer { watch.close() }
    for (folder, lock) in locks {
      problems += lock.problems(inFolder: folder)
      problems += watch.problems(of: lock).map { "\(folder.lastPathComponent): \($0)" }
    }
    guard Interruption.pending == nil else { throw CancellationError() }
    try settings.console.print(problems.map { $0.printable + "\n" }.joined())
    if !watch.unreachable.isEmpty {
      settings.console.complain(
        "whether there is a newer release is not known: git cannot ask \(watch.unreachable.joined(separator: ", ").printable); name a clone with --repository"
      )
    }
    if let failure = watch.failure {
      settings.console.complain("--repository cannot be asked for its newest release: \(failure.printable)")
      return problems.isEmpty ? 3 : 1
    }
    return problems.isEmpty ? 0 : 1
  }

  private func apiFolders(in contracts: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: contracts.path)) ?? []
    return names.sorted().map { contracts.appendingPathComponent($0) }.filter { folder in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue
    }
  }

  /// The folder of the API: `--api`, else the only one.
  private func apiFolder() throws -> URL {
    let contracts = try settings.contractsFolder()
    let folders = apiFolders(in: contracts)
    guard let name = call.value("--api") else {
      guard !folders.isEmpty else {
        throw CommandFailure.usage(
          "\(contracts.path.printable) has no API yet; \"init\" makes one, and --api NAME makes a folder for files alone"
        )
      }
      guard folders.count == 1 else {
        let names = folders.map(\.lastPathComponent).prefix(6).joined(separator: ", ")
        throw CommandFailure.usage(
          "\(contracts.path.printable) has \(folders.count) APIs; name one with --api (\(names))")
      }
      return folders[0]
    }
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil else {
      throw CommandFailure.usage(
        "--api needs the name of a folder in \(contracts.path.printable), not \"\(name.printable)\"")
    }
    // On the system of others, `shop` and `Shop` are one folder. The identifier of an API has other signs than the name of its folder.
    let spelling = { (name: String) in name.lowercased().filter { $0.isLetter || $0.isNumber } }
    let similar = folders.filter { spelling($0.lastPathComponent) == spelling(name) }
    if let same = similar.first(where: { $0.lastPathComponent == name }) { return same }
    guard similar.count < 2 else {
      throw CommandFailure.usage(
        "--api \(name) may be \(similar.map(\.lastPathComponent).joined(separator: " or ")); name it as it is spelled")
    }
    return similar.first ?? contracts.appendingPathComponent(name)
  }

  /// Writes files that are not there. One that is there with another content is a version of something else.
  private func write(
    _ release: VendoredRelease, cut: [String: [UInt8]], to place: URL
  ) throws(VendoredRelease.Unusable) {
    for file in release.files {
      let path = place.appendingPathComponent(file.path).path
      if let data = FileManager.default.contents(atPath: path), Array(data) != file.bytes, Array(data) != cut[file.path]
      {
        throw VendoredRelease.Unusable(
          description:
            "\(path) is there already and is not what \(release.origin.tag) has; remove it, or name another version")
      }
    }
    for file in release.files {
      let target = place.appendingPathComponent(file.path)
      do {
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try ReplacedFile.save(cut[file.path] ?? file.bytes, at: target.path, mode: 0o644)
      } catch { throw VendoredRelease.Unusable(description: "\(target.path) cannot be written: \(error)") }
    }
  }

  private func save(_ lock: VendorLock, to folder: URL) throws(VendoredRelease.Unusable) {
    let file = folder.appendingPathComponent(VendorLock.name).path
    do { try ReplacedFile.save(Array(lock.text.utf8), at: file, mode: 0o644) } catch {
      throw VendoredRelease.Unusable(description: "\(file) cannot be written: \(error)")
    }
  }

  private func usable<Value>(_ body: () throws(VendoredRelease.Unusable) -> Value) throws -> Value {
    do { return try body() } catch { throw CommandFailure.usage(error.description.printable) }
  }
}
