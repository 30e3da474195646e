import Foundation

/// The difference of two texts in the form that `git apply` and `patch` take.
public enum UnifiedDiff {
  /// Lines around a change.
  private static let context = 3

  private struct Line {
    let mark: Character
    let text: String
  }

  /// The patch of one file; empty if nothing differs.
  ///
  /// - Parameters:
  ///   - old: The file as it is.
  ///   - new: As it shall be.
  ///   - name: Its path in the patch.
  /// - Returns: Lines, each ended by a line feed.
  public static func patch(from old: String, to new: String, name: String) -> String {
    guard !old.utf8.elementsEqual(new.utf8) else { return "" }
    let lines = lines(from: split(old), to: split(new))
    var hunks = "--- a/\(name)\n+++ b/\(name)\n"
    var index = 0
    while let change = lines[index...].firstIndex(where: { $0.mark != " " }) {
      let start = max(index, change - context)
      var (end, last) = (change, change)
      while end < lines.count, end - last <= context * 2 {
        if lines[end].mark != " " { last = end }
        end += 1
      }
      end = min(last + context + 1, lines.count)
      let before = lines[..<start]
      let body = lines[start..<end]
      let (oldCount, newCount) = (body.count { $0.mark != "+" }, body.count { $0.mark != "-" })
      // Of no lines the one before them is named.
      let oldStart = before.count { $0.mark != "+" } + (oldCount == 0 ? 0 : 1)
      let newStart = before.count { $0.mark != "-" } + (newCount == 0 ? 0 : 1)
      hunks += "@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@\n"
      for line in body {
        hunks += "\(line.mark)\(line.text)"
        if line.text.utf8.last != UInt8(ascii: "\n") { hunks += "\n\\ No newline at end of file\n" }
      }
      index = end
    }
    return hunks
  }

  /// How many lines a patch removes or adds.
  public static func changedLines(in patch: String) -> Int {
    patch.unicodeScalars.split(separator: "\n").map { String($0) }.count {
      ($0.hasPrefix("+") && !$0.hasPrefix("+++ ")) || ($0.hasPrefix("-") && !$0.hasPrefix("--- "))
    }
  }

  /// A file as a patch names it: below the folder of the caller, else below that of its repository.
  ///
  /// - Parameters:
  ///   - path: The file, absolute.
  ///   - folder: The folder of the caller, absolute.
  /// - Returns: The name.
  public static func name(of path: String, below folder: String) -> String {
    if path.hasPrefix(folder + "/") { return String(path.dropFirst(folder.count + 1)) }
    var place = URL(fileURLWithPath: path).deletingLastPathComponent()
    while place.path != "/" {
      if FileManager.default.fileExists(atPath: place.appendingPathComponent(".git").path) {
        return String(path.dropFirst(place.path.count + 1))
      }
      place.deleteLastPathComponent()
    }
    return String(path.dropFirst())
  }

  /// Lines with their ends.
  private static func split(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for character in text.unicodeScalars {
      line.unicodeScalars.append(character)
      if character == "\n" {
        lines.append(line)
        line = ""
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func lines(from old: [String], to new: [String]) -> [Line] {
    // Bytes count: texts that look alike may be spelled differently, and a carriage return with a line feed is one character.
    let difference = new.difference(from: old) { $0.utf8.elementsEqual($1.utf8) }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        lines.append(Line(mark: "-", text: old[left]))
        left += 1
      } else if right < new.count, inserted.contains(right) {
        lines.append(Line(mark: "+", text: new[right]))
        right += 1
      } else {
        lines.append(Line(mark: " ", text: old[left]))
        (left, right) = (left + 1, right + 1)
      }
    }
    return lines
  }
}
