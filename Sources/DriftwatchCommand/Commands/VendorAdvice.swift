import Foundation
import Scaffolding
import System

/// What `vendor` says of files that import what this machine does not have: the smallest cut after which they compile.
struct VendorAdvice {
  private let release: VendoredRelease
  private let place: URL
  private let settings: CommandSettings
  private let outcome: ForeignCut.Outcome

  /// Compiles the files, and looks for a cut if a module is not here.
  ///
  /// - Parameters:
  ///   - release: The files.
  ///   - place: The folder of the version.
  ///   - settings: The call.
  ///   - environment: Of the toolchain.
  /// - Throws: `CommandFailure` where a cut is asked for as a patch and there is none, `CancellationError` if a signal came.
  init(_ release: VendoredRelease, in place: URL, _ settings: CommandSettings, environment: [String: String]) throws {
    (self.release, self.place, self.settings) = (release, place, settings)
    settings.console.progress("compiling…")
    defer { settings.console.endProgress() }
    outcome = try ForeignCut.search(release.files, environment: environment)
    if settings.call.value("--cut") != nil { _ = try requiredCut() }
  }

  /// The cut that was asked for; one without files if nothing has to go.
  ///
  /// - Throws: `CommandFailure` with exit code 3 where there is none.
  func requiredCut() throws -> ForeignCut {
    switch outcome {
    case .found(let cut): return cut
    case .needless: return .nothing
    case .none(let reason):
      throw CommandFailure.notChecked("no cut was found, nothing was written: \(reason.printable)")
    case .untried(let reason):
      throw CommandFailure.notChecked("no cut was tried, nothing was written: \(reason.printable)")
    }
  }

  /// The cut that the files are taken with.
  ///
  /// - Throws: `CommandFailure` with exit code 3 where there is none, or where types decode in another way after it and nobody asked for that.
  func appliedCut() throws -> ForeignCut {
    let cut = try requiredCut()
    guard !cut.decodingChanges.isEmpty, !settings.call.has("--change-decoding") else { return cut }
    complain(of: cut)
    throw CommandFailure.notChecked(
      "nothing was written: types would decode in another way than in the app; --change-decoding takes the cut all the same"
    )
  }

  /// Says how a cut changes what types decode.
  private func complain(of cut: ForeignCut) {
    for change in cut.decodingChanges { settings.console.complain("the cut \(change.words.printable)") }
  }

  /// Says of a cut what types decode in another way after it, and of imports that stay what to do.
  func complain(isCut: Bool) {
    if case .found(let cut) = outcome { complain(of: cut) }
    guard !isCut else { return }
    let console = settings.console
    for names in release.equalNames {
      console.complain(
        "\(names.joined(separator: " and ").printable) have one name, which the compiler refuses in one module; leave one out with --except"
      )
    }
    // Where every module is here, the imports are behind a condition, or somebody has them.
    if case .needless(let fault) = outcome {
      if let fault {
        console.complain("the files do not compile by themselves: \(fault.printable); take what they need with --paths")
      }
      return
    }
    // Without a toolchain and without such imports there is nothing to say.
    if case .untried = outcome, release.foreignImports.isEmpty { return }
    for foreign in release.foreignImports.prefix(10) {
      console.complain(
        "\(foreign.words); leave the file out with --except, or put its types into a file of their own in the app"
      )
    }
    switch outcome {
    case .needless, .found: break
    case .none(let reason): console.complain("no cut was found after which the files compile: \(reason.printable)")
    case .untried(let reason): console.complain("which declarations need it is not known: \(reason.printable)")
    }
  }

  /// The cut, a line for each piece; empty if there is none.
  func text(isCut: Bool) -> String {
    guard case .found(let cut) = outcome else { return "" }
    var lines: [String] = []
    for piece in cut.pieces {
      let numbers =
        piece.lines.count == 1 ? "\(piece.lines.lowerBound)" : "\(piece.lines.lowerBound)-\(piece.lines.upperBound)"
      let reason = piece.kind == .importing ? "" : "  (\(piece.reason))"
      lines.append("  \(isCut ? "cut   " : "to cut")  \(piece.file):\(numbers)  \(piece.name)\(reason)".printable)
    }
    let parts = cut.pieces.count { $0.kind != .importing }
    let (places, count) = ("\(parts) \(parts == 1 ? "place" : "places")", cut.lineCount)
    lines.append(
      "  without \(parts == 0 ? "the imports" : "them (\(places), \(count) \(count == 1 ? "line" : "lines"))") everything compiles; no one of them alone can stay"
    )
    for file in cut.emptied { lines.append("  nothing is left of \(file); --except leaves it out".printable) }
    let flags = cut.decodingChanges.isEmpty ? "--apply-cut takes" : "--apply-cut and --change-decoding take"
    if !isCut { lines.append("  \(flags) the files so; --cut FILE writes a patch") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Writes the cut as a patch of the version's folder, where that is asked for.
  ///
  /// - Throws: `CommandFailure` with exit code 4 where it cannot be written.
  func writePatch() throws {
    guard let target = settings.call.value("--cut") else { return }
    let cut = try requiredCut()
    var patch = ""
    for file in release.files {
      guard let left = cut.files[file.path] else { continue }
      let name = UnifiedDiff.name(
        of: place.appendingPathComponent(file.path).path, below: FileManager.default.currentDirectoryPath)
      patch += UnifiedDiff.patch(
        from: String(decoding: file.bytes, as: UTF8.self), to: String(decoding: left, as: UTF8.self), name: name)
    }
    if target == "-" { return try settings.console.print(patch) }
    do { try ReplacedFile.save(Array(patch.utf8), at: target, mode: 0o644) } catch {
      throw CommandFailure.store("\(target.printable) cannot be written: \(error)")
    }
  }
}
