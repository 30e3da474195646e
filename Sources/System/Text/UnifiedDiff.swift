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
    guard old != new else { return "" }
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
      let (oldStart, newStart) = (before.count { $0.mark != "+" } + 1, before.count { $0.mark != "-" } + 1)
      let (oldCount, newCount) = (body.count { $0.mark != "+" }, body.count { $0.mark != "-" })
      hunks += "@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@\n"
      for line in body {
        hunks += "\(line.mark)\(line.text)"
        if !line.text.hasSuffix("\n") { hunks += "\n\\ No newline at end of file\n" }
      }
      index = end
    }
    return hunks
  }

  /// How many lines a patch removes or adds.
  public static func changedLines(in patch: String) -> Int {
    patch.split(separator: "\n").count {
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
    let difference = new.difference(from: old)
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
