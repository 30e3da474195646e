import Foundation

/// The bytes of a file in which pieces are blanked, so that lines and columns stay where they are.
struct CutSource {
  /// Path below the folder of the version.
  let path: String
  let original: [UInt8]
  /// The same with spaces in place of what is cut; line ends stay.
  private(set) var bytes: [UInt8]
  /// Offsets at which lines begin.
  private let starts: [Int]

  init(path: String, bytes: [UInt8]) {
    (self.path, original, self.bytes) = (path, bytes, bytes)
    starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  var lineCount: Int { starts.count }

  /// The line of an offset, counted from 0.
  func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The bytes of a line with its end.
  func range(ofLine line: Int) -> Range<Int> {
    starts[line]..<(line + 1 < starts.count ? starts[line + 1] : original.count)
  }

  /// The bytes of some lines.
  func range(of lines: ClosedRange<Int>) -> Range<Int> {
    range(ofLine: lines.lowerBound).lowerBound..<range(ofLine: lines.upperBound).upperBound
  }

  /// The offset of what a compiler names by line and column (in bytes), both counted from 1; `nil` if there is no such place.
  func offset(line: Int, column: Int) -> Int? {
    guard line >= 1, line <= starts.count, column >= 1 else { return nil }
    let offset = starts[line - 1] + column - 1
    return offset <= original.count ? offset : nil
  }

  /// A line as it was, without white space around it.
  func text(ofLine line: Int) -> String {
    String(decoding: original[range(ofLine: line)], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The bytes of the lines that begin, part or end what stands behind a condition: `#if DEBUG`, `#else`.
  var conditions: [Range<Int>] {
    (0..<lineCount).filter { line in
      let word = text(ofLine: line).prefix { $0 == "#" || $0.isLetter }
      return ["#if", "#elseif", "#else", "#endif"].contains(word)
    }.map(range(ofLine:))
  }

  /// The same file with some bytes blanked.
  func blanking(_ ranges: some Sequence<Range<Int>>) -> CutSource {
    var copy = self
    copy.bytes = original
    for range in ranges {
      for offset in range where ![10, 13].contains(original[offset]) { copy.bytes[offset] = UInt8(ascii: " ") }
    }
    return copy
  }

  /// The file without some bytes. Lines of which nothing is left go, and with a whole declaration a blank line beside it.
  ///
  /// - Parameters:
  ///   - ranges: The bytes.
  ///   - wholeLines: Lines of whole declarations among them.
  /// - Returns: The bytes that are left.
  func without(_ ranges: [Range<Int>], wholeLines: Set<Int>) -> [UInt8] {
    var kept = [Bool](repeating: true, count: original.count)
    for range in ranges { for offset in range { kept[offset] = false } }
    var left: [UInt8] = []
    for line in 0..<lineCount where !wholeLines.contains(line) {
      let range = range(ofLine: line)
      let rest = range.filter { kept[$0] }.map { original[$0] }
      if rest.count == range.count {
        let isBesideCut = wholeLines.contains(line + 1) && isBlank(line)
        guard isBesideCut, opensGap(after: line, wholeLines) else {
          left += rest
          continue
        }
      } else if !rest.allSatisfy(\.isWhiteSpace) {
        left += Self.trimmingEnd(rest)
      }
    }
    guard !isBlank(0) else { return left }
    // What went was the beginning of the file.
    let blank = left.prefix(while: \.isWhiteSpace).lastIndex(of: UInt8(ascii: "\n"))
    return blank.map { Array(left[($0 + 1)...]) } ?? left
  }

  /// Whether after a blank line, and the whole lines that go behind it, another blank line, a closing brace or nothing follows.
  private func opensGap(after line: Int, _ wholeLines: Set<Int>) -> Bool {
    var next = line + 1
    while next < lineCount, wholeLines.contains(next) { next += 1 }
    return next >= lineCount || isBlank(next) || text(ofLine: next).hasPrefix("}")
  }

  private func isBlank(_ line: Int) -> Bool { original[range(ofLine: line)].allSatisfy(\.isWhiteSpace) }

  /// Without spaces before the end of the line.
  private static func trimmingEnd(_ line: [UInt8]) -> [UInt8] {
    let end = line.suffix { [10, 13].contains($0) }
    let text = line.dropLast(end.count)
    return Array(text.dropLast(text.reversed().prefix { $0 == 32 || $0 == 9 }.count)) + end
  }
}

extension Array where Element == UInt8 {
  /// The longest end all of whose elements satisfy a condition.
  fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[(count - reversed().prefix(while: condition).count)...]
  }
}

extension UInt8 {
  /// Whether this is a space, a tab or a part of a line's end.
  var isWhiteSpace: Bool { self == 32 || self == 9 || self == 10 || self == 13 }
}
