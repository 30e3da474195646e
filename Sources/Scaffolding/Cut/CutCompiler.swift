import Foundation
import System

/// Compiles files as one module, as far as to say what is wrong with them. Nothing of them runs.
final class CutCompiler {
  /// Why nothing can be said, in one line.
  struct Impossible: Error, CustomStringConvertible { let description: String }

  /// A place in one of the files.
  struct Place {
    /// Which file.
    let file: Int
    /// Counted from 1, columns in bytes.
    let (line, column): (Int, Int)
  }

  /// What the compiler refuses.
  struct Refusal {
    /// Where; `nil` for what it says of no place in the files.
    let place: Place?
    let words: String
    /// Further places that it names, with its words.
    var notes: [(place: Place, words: String)] = []
  }

  private let environment: [String: String]
  private let seconds: Double
  private let folder: ScratchFolder
  private let end: ContinuousClock.Instant

  /// - Parameters:
  ///   - environment: Of the toolchain.
  ///   - seconds: How long all of it may take.
  /// - Throws: ``Impossible`` if there is no place for temporary files.
  init(environment: [String: String], seconds: Double) throws {
    (self.environment, self.seconds) = (environment, seconds)
    end = .now + .seconds(seconds)
    do { folder = try ScratchFolder() } catch {
      throw Impossible(description: "there is no place for temporary files (\(error)); set TMPDIR")
    }
  }

  /// The declarations of a file, those behind a condition (`#if`) too, whichever of its branches holds.
  func declarations(of source: CutSource, _ index: Int) throws -> [CutDeclaration] {
    let conditions = source.conditions
    // The tree lacks what stands behind conditions, so they are left out, if the file can be read all the same.
    if !conditions.isEmpty, let found = try declarations(in: source.blanking(conditions).bytes, of: source, index).whole
    {
      return found
    }
    guard let found = try declarations(in: source.original, of: source, index).any else {
      throw Impossible(description: "\(source.path) cannot be read by swiftc")
    }
    return found
  }

  /// The declarations of a file as the compiler reads some bytes in its place: if it could read all of them, and in any case.
  private func declarations(
    in bytes: [UInt8], of source: CutSource, _ index: Int
  ) throws -> (whole: [CutDeclaration]?, any: [CutDeclaration]?) {
    let output = try run(
      ["-frontend", "-dump-parse", "-dump-ast-format", "json", "-parse-as-library", "-suppress-warnings"]
        + Self.definitions() + [try write(bytes, index)], errors: "/dev/null")
    let found = CutDeclaration.all(inDump: output.bytes, of: source)
    return (output.code == 0 ? found : nil, found)
  }

  /// What SwiftPM defines, in a build for debugging unless it is said otherwise.
  private static func definitions(isDebug: Bool = true) -> [String] {
    ["-D", "SWIFT_PACKAGE"] + (isDebug ? ["-D", "DEBUG"] : [])
  }

  /// What the compiler refuses of some files; empty: nothing.
  func refusals(of files: [[UInt8]], isDebug: Bool = true) throws -> [Refusal] {
    let names = try files.enumerated().map { try write($1, $0) }
    // The driver, since only it tells the frontend where the toolchain's macros are.
    let output = try run(
      [
        "-typecheck", "-wmo", "-parse-as-library", "-swift-version", "5", "-suppress-warnings", "-diagnostic-style",
        "llvm",
        "-module-name", "Vendored",
      ] + Self.definitions(isDebug: isDebug) + names, errors: "&1")
    var found: [Refusal] = []
    for line in String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init) {
      if let error = read(line, ": error: ") {
        found.append(Refusal(place: error.place, words: error.words))
      } else if let note = read(line, ": note: "), let place = note.place, !found.isEmpty {
        found[found.count - 1].notes.append((place, note.words))
      }
    }
    guard found.isEmpty == (output.code == 0) else {
      throw Impossible(description: "swiftc ended with exit code \(output.code) and named no error")
    }
    return found
  }

  /// `folder/3.swift:12:4: error: words`.
  private func read(_ line: String, _ mark: String) -> (place: Place?, words: String)? {
    guard let separator = line.range(of: mark) else { return nil }
    let words = String(line[separator.upperBound...])
    guard line.hasPrefix(folder.path + "/") else { return line.hasPrefix("<unknown>") ? (nil, words) : nil }
    let parts = line[..<separator.lowerBound].dropFirst(folder.path.count + 1).split(separator: ":")
    guard parts.count == 3, let file = Int(parts[0].split(separator: ".")[0]), let line = Int(parts[1]),
      let column = Int(parts[2])
    else { return nil }
    return (Place(file: file, line: line, column: column), words)
  }

  private func write(_ bytes: [UInt8], _ index: Int) throws -> String {
    let file = "\(folder.path)/\(index).swift"
    do { try Data(bytes).write(to: URL(fileURLWithPath: file)) } catch {
      throw Impossible(description: "there is no space for temporary files; set TMPDIR")
    }
    return file
  }

  /// Runs the compiler. Its temporary files are in the folder, since one that is ended leaves them.
  private func run(_ words: [String], errors: String) throws -> (bytes: [UInt8], code: Int) {
    let left = ContinuousClock.now.duration(to: end).components.seconds
    guard left > 0 else { throw Impossible(description: "it took longer than \(Int(seconds)) s") }
    let place = folder.path + "/temporary"
    try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    var command = CommandOutput(seconds: Double(left) + 1, limit: 256 << 20)
    command.endsSession = true
    // If this process is killed, only a limit of the kernel's ends the compiler.
    let script = "ulimit -t \(Int(seconds)); \"$@\" 2>\(errors); code=$?; echo; echo \"exit $code\""
    let output: [UInt8]
    do {
      output = try command.of(
        ["/bin/sh", "-c", script, "sh", "swiftc"] + words,
        environment: environment.merging(["TMPDIR": place]) { $1 })
    } catch CommandOutput.Failure.ended where Interruption.pending != nil {
      throw CancellationError()
    } catch { throw Impossible(description: "swiftc \(error)") }
    guard let mark = output.dropLast().lastIndex(of: 10),
      let code = Int(String(decoding: output[(mark + 1)...].dropFirst(5).dropLast(), as: UTF8.self))
    else { throw Impossible(description: "swiftc could not be run") }
    if code == 127 { throw Impossible(description: "there is no swiftc in PATH") }
    return (Array(output[..<mark]), code)
  }
}
