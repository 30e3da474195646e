extension UnifiedDiff {
  /// Patches of the same files in one: what several of them change alike is written once.
  ///
  /// - Parameter patches: Patches as ``patch(from:to:name:)`` makes them, each of the files as they are.
  /// - Returns: The patch, and the positions of those that are not in it, since they change lines otherwise than one before them.
  /// - Complexity: O(n) in the lines of the patches.
  public static func merged(_ patches: [String]) -> (patch: String, left: [Int]) {
    var order: [String] = []
    var files: [String: FileChange] = [:]
    var left: [Int] = []
    for (position, patch) in patches.enumerated() {
      let parts = parts(of: patch)
      // The files of a patch belong together.
      guard parts.allSatisfy({ part in files[part.name].map { $0.agrees(with: part.change) } ?? true }) else {
        left.append(position)
        continue
      }
      for part in parts {
        if files[part.name] == nil { order.append(part.name) }
        files[part.name, default: FileChange()].add(part.change)
      }
    }
    return (order.map { files[$0]?.patch(name: $0) ?? "" }.joined(), left)
  }

  private static func parts(of patch: String) -> [(name: String, change: FileChange)] {
    var parts: [(name: String, change: FileChange)] = []
    var reader = HunkReader()
    func finish() { if !parts.isEmpty { parts[parts.count - 1].change.add(reader) } }
    for line in patch.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map({ String($0) }) {
      // A removed line may look like a head, but a hunk says how many lines it has.
      if reader.isComplete, line.hasPrefix("--- a/") {
        finish()
        reader = HunkReader()
        parts.append((String(line.dropFirst(6)), FileChange()))
      } else if reader.isComplete, line.hasPrefix("@@ -") {
        finish()
        reader = HunkReader(head: line)
      } else {
        reader.read(line)
      }
    }
    finish()
    return parts
  }
}

/// The lines of one hunk.
private struct HunkReader {
  var lines: [(mark: Character, text: String)] = []
  /// Lines of the old file before it.
  var before = 0
  private var (oldLines, newLines) = (0, 0)

  var isComplete: Bool { oldLines <= 0 && newLines <= 0 }

  init() {}

  /// Reads `@@ -3,2 +3,4 @@`.
  init(head: String) {
    let numbers = head.split { !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count >= 4 else { return }
    (oldLines, newLines) = (numbers[1], numbers[3])
    before = numbers[1] == 0 ? numbers[0] : numbers[0] - 1
  }

  mutating func read(_ line: String) {
    guard let mark = line.unicodeScalars.first.map(Character.init) else { return }
    if mark == "\\", let last = lines.indices.last {
      lines[last].text.unicodeScalars.removeLast()
      return
    }
    guard !isComplete, " -+".contains(mark) else { return }
    var text = String(line.unicodeScalars.dropFirst())
    text.unicodeScalars.append("\n")
    lines.append((mark, text))
    if mark != "+" { oldLines -= 1 }
    if mark != "-" { newLines -= 1 }
  }
}

/// What patches do with one file, by the numbers of its old lines.
private struct FileChange {
  /// The old lines that are known, from 1.
  private var known: [Int: String] = [:]
  private var removed: Set<Int> = []
  /// Lines that come after an old one; after 0 before all.
  private var inserted: [Int: [String]] = [:]

  mutating func add(_ hunk: HunkReader) {
    var number = hunk.before
    var index = 0
    while index < hunk.lines.count {
      if hunk.lines[index].mark == " " {
        number += 1
        known[number] = hunk.lines[index].text
        index += 1
        continue
      }
      let block = hunk.lines[index...].prefix { $0.mark != " " }
      index = block.endIndex
      let (old, new) = (block.filter { $0.mark == "-" }, block.filter { $0.mark == "+" })
      for (offset, line) in old.enumerated() {
        known[number + offset + 1] = line.text
        removed.insert(number + offset + 1)
        // Of as many new lines each stands for one, so that neighbours that are changed are changes of their own.
        if old.count == new.count { inserted[number + offset + 1] = [new[offset].text] }
      }
      number += old.count
      if old.count != new.count, !new.isEmpty { inserted[number] = new.map(\.text) }
    }
  }

  /// Whether both can be done: what both change they change alike, or one adds more at a place.
  func agrees(with other: FileChange) -> Bool {
    for number in removed.union(inserted.keys) where other.removed.contains(number) || other.inserted[number] != nil {
      let (mine, others) = (inserted[number] ?? [], other.inserted[number] ?? [])
      guard removed.contains(number) == other.removed.contains(number) else { return false }
      if mine == others { continue }
      guard !removed.contains(number), mine.starts(with: others) || others.starts(with: mine) else { return false }
    }
    return true
  }

  mutating func add(_ other: FileChange) {
    known.merge(other.known) { first, _ in first }
    removed.formUnion(other.removed)
    inserted.merge(other.inserted) { $0.count < $1.count ? $1 : $0 }
  }

  func patch(name: String) -> String {
    var text = "--- a/\(name)\n+++ b/\(name)\n"
    var shift = 0
    func add(after before: Int, _ numbers: [Int]) {
      var (body, oldCount, newCount) = ("", 0, 0)
      func add(_ mark: Character, _ line: String) {
        body += "\(mark)\(line)"
        if line.utf8.last != UInt8(ascii: "\n") { body += "\n\\ No newline at end of file\n" }
        if mark != "+" { oldCount += 1 }
        if mark != "-" { newCount += 1 }
      }
      if before == 0 { for line in inserted[0] ?? [] { add("+", line) } }
      for number in numbers {
        add(removed.contains(number) ? "-" : " ", known[number] ?? "")
        for line in inserted[number] ?? [] { add("+", line) }
      }
      // Of no lines the one before them is named.
      let (oldStart, newStart) = (before + (oldCount == 0 ? 0 : 1), before + shift + (newCount == 0 ? 0 : 1))
      text += "@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@\n\(body)"
      shift += newCount - oldCount
    }
    var numbers: [Int] = []
    for number in known.keys.sorted() {
      if let last = numbers.last, last + 1 != number {
        add(after: numbers[0] - 1, numbers)
        numbers = []
      }
      numbers.append(number)
    }
    add(after: numbers.first.map { $0 - 1 } ?? 0, numbers)
    return text
  }
}
