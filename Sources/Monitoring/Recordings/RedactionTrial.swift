import DriftModel
import Foundation
import JSONDocument
import PayloadShape
import Recording
import System

/// Redacts one response so that the app's code makes the same of it, and says what it had to keep for that.
///
/// Code that reads words, as an enum does, makes something else of other words. Which paths that are is found by trial: the redacted response
/// is examined like the original one, and as few paths as possible keep their words until both have the same outline.
struct RedactionTrial {
  /// Examines a body as the original one was.
  let examine: ([UInt8]) async -> Examination
  /// Paths whose values stay, and paths whose values never do.
  let (keep, redact): ([String], [String])
  /// Member names that stay whatever the code asks for.
  let names: Set<String>
  /// What must not be in a recording in any form.
  let mask: SecretMask

  /// What became of a response.
  struct Result {
    let body: [UInt8]
    let redaction: RecordingMeta.Redaction
    /// Paths whose values stayed because code reads them.
    var kept: [String] = []
    /// Why only the structure was kept; `nil` otherwise.
    var reason: String?
  }

  /// So often at most it is tried whether fewer paths suffice.
  private static let mostTrials = 60
  /// Texts of a path that are more different ones, or longer, are no words that code reads.
  private static let mostWords = 32
  private static let longestWord = 40

  /// The response as it may be kept.
  ///
  /// - Parameters:
  ///   - original: The facts about it.
  ///   - document: The response.
  ///   - redactor: What the values become; the same for responses that belong together.
  /// - Returns: The redacted response, or its structure.
  func run(_ original: Examination, _ document: JSONDocument, _ redactor: SharedRedactor) async -> Result {
    let wanted = ExaminationOutline(of: original)
    let maps = Self.maps(in: document, of: original)
    let declared = declaredNodes(in: document)
    let asked = self.names.union(original.versions.flatMap(\.fields).compactMap { Self.lastName(of: $0.pattern) })
    let enums = Self.enums(of: original)
    let forbidden = forbiddenNodes(in: document)
    var latest = ExaminationOutline(of: Examination())
    func attempt(_ paths: [String], _ names: Set<String>) async -> [UInt8]? {
      let body = redactor.redacted(
        document, keeping: declared.union(words(at: paths, in: document, enums).subtracting(forbidden)), maps: maps,
        names: names)
      guard holdsNoSecret(body) else { return nil }
      latest = ExaminationOutline(of: await examine(body))
      return latest == wanted ? body : nil
    }
    if let body = await attempt([], names) { return Result(body: body, redaction: .values) }
    if asked != names, let body = await attempt([], asked) { return Result(body: body, redaction: .values) }
    let candidates = wordPaths(in: document, of: original, enums)
    // Where the words are missed is where most failures are that the original does not have.
    let missed = candidates.filter { latest.failingPaths.contains($0) && !wanted.failingPaths.contains($0) }
    for paths in [missed, candidates].uniqued() where !paths.isEmpty {
      guard var best = await attempt(paths, asked) else { continue }
      var (kept, size, trials) = (paths, paths.count / 2, 0)
      // Halves of them are left out, then quarters, down to single ones.
      while size > 0, kept.count > 1 {
        var start = 0
        while start < kept.count, kept.count > 1, trials < Self.mostTrials {
          let fewer = Array(kept[..<start] + kept[min(start + size, kept.count)...])
          trials += 1
          if !fewer.isEmpty, let body = await attempt(fewer, asked) {
            (best, kept) = (body, fewer)
          } else {
            start += size
          }
        }
        size /= 2
      }
      return Result(body: best, redaction: .values, kept: kept.sorted())
    }
    let difference = wanted.firstDifference(from: latest).map { "the code makes something else of other values: \($0)" }
    return Result(
      body: redactor.structure(document, maps: maps, names: asked), redaction: .shape,
      reason: difference ?? "a declared secret would stay in it")
  }

  /// Whether no declared secret is in a body; one may be the name of a member.
  func holdsNoSecret(_ body: [UInt8]) -> Bool {
    guard !mask.isEmpty else { return true }
    let text = String(decoding: body, as: UTF8.self)
    return mask.masked(text) == text
  }

  /// Nodes that stay whatever they say: what is declared so, without what is declared never to stay.
  private func declaredNodes(in document: JSONDocument) -> Set<Int> {
    let forbidden = nodes(at: redact, in: document)
    var (kept, pending): (Set<Int>, [JSONNode]) = (
      [], keep.flatMap { ((try? JSONPath($0))?.nodes(in: document) ?? []) }
    )
    while let node = pending.popLast() {
      let inside = node.index..<max(node.index + 1, document.endIndex(of: node))
      if !forbidden.contains(where: inside.contains) {
        kept.insert(node.index)
      } else if !forbidden.contains(node.index) {
        pending += document.children(of: node)
      }
    }
    return kept
  }

  /// Nodes that never stay, with everything below them.
  private func forbiddenNodes(in document: JSONDocument) -> Set<Int> {
    var forbidden: Set<Int> = []
    for path in redact {
      for node in (try? JSONPath(path))?.nodes(in: document) ?? [] {
        forbidden.formUnion(node.index..<max(node.index + 1, document.endIndex(of: node)))
      }
    }
    return forbidden
  }

  private func nodes(at paths: [String], in document: JSONDocument) -> Set<Int> {
    Set(paths.flatMap { path in ((try? JSONPath(path))?.nodes(in: document) ?? []).map(\.index) })
  }

  /// Objects whose names are data, as the shape has it.
  private static func maps(in document: JSONDocument, of facts: Examination) -> Set<Int> {
    guard let shape = facts.shape else { return [] }
    let paths = ShapeOutline(of: shape).nodes.filter { node in node.children.contains { $0.step == .anyMember } }
    return Set(paths.flatMap { ((try? JSONPath($0.path))?.nodes(in: document) ?? []).map(\.index) })
  }

  /// The values that enums know, by path.
  private static func enums(of facts: Examination) -> [String: Set<String>] {
    let fields = facts.versions.flatMap(\.fields).filter { !$0.knownValues.isEmpty }
    return Dictionary(fields.map { ($0.pattern, Set($0.knownValues)) }, uniquingKeysWith: { $0.union($1) })
  }

  /// Paths that some version reads, in whose values code may know each one: the values of an enum, and otherwise a few short words of
  /// letters or numbers of at most three digits, which tell nobody's number.
  private func wordPaths(in document: JSONDocument, of facts: Examination, _ enums: [String: Set<String>]) -> [String] {
    facts.versions.flatMap(\.fields).flatMap { [$0.pattern, $0.pattern + "[*]"] }.uniqued().filter { path in
      let nodes = ((try? JSONPath(path))?.nodes(in: document) ?? []).filter {
        [.string, .number].contains(document.kind(of: $0))
      }
      let words = Set(nodes.map { document.bytes(of: $0) })
      guard !words.isEmpty else { return false }
      return enums[path] != nil
        || words.count <= Self.mostWords && words.allSatisfy { $0.count <= Self.longestWord && Self.isWord($0) }
    }
  }

  /// Nodes at some paths whose values code knows, and new words where it knows a vocabulary: what is to be done about one depends on
  /// which it is. Anything else that an enum does not know is another text to it whatever it says.
  private func words(at paths: [String], in document: JSONDocument, _ enums: [String: Set<String>]) -> Set<Int> {
    Set(
      paths.flatMap { path -> [Int] in
        ((try? JSONPath(path))?.nodes(in: document) ?? []).filter { node in
          guard let known = enums[path] else { return true }
          let bytes = document.bytes(of: node)
          return document.scalarText(at: node).map(known.contains) ?? false
            || bytes.count <= Self.longestWord && Self.isWord(bytes)
        }.map(\.index)
      })
  }

  /// Whether a value is a word of letters between quotes, or a number of at most three digits.
  private static func isWord(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "\"") else { return bytes.count <= 3 }
    return bytes.dropFirst().dropLast().allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "_- ".utf8.contains(byte)
    }
  }

  /// The name that a pattern ends with; `nil` for an element, or any member.
  private static func lastName(of pattern: String) -> String? {
    if pattern.hasSuffix("\"]"), let start = pattern.range(of: "[\"", options: .backwards) {
      return String(pattern[start.upperBound...].dropLast(2))
    }
    guard let period = pattern.lastIndex(of: "."), !pattern.hasSuffix("]"), !pattern.hasSuffix(".*") else { return nil }
    return String(pattern[pattern.index(after: period)...])
  }
}
