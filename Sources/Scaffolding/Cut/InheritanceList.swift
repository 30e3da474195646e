/// The list behind the colon of a type or an extension, as it is spelled.
struct InheritanceList {
  /// The name of each entry, and the bytes to remove so that the others still are a list.
  private(set) var entries: [(name: Range<Int>, range: Range<Int>)] = []

  /// Reads the head of a declaration.
  ///
  /// - Parameters:
  ///   - bytes: The file, in which entries that went are spaces.
  ///   - start: Where the declaration begins.
  init(in bytes: [UInt8], from start: Int) {
    guard let brace = bytes[start...].firstIndex(of: UInt8(ascii: "{")) else { return }
    var (depth, colon): (Int, Int?) = (0, nil)
    var commas: [Int] = []
    var end = brace
    scan: for index in start..<brace {
      switch bytes[index] {
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 0 && colon == nil: colon = index
      case UInt8(ascii: ",") where depth == 0 && colon != nil: commas.append(index)
      case UInt8(ascii: "w") where depth == 0 && Self.isWhere(index, bytes, brace):
        end = index
        break scan
      default: break
      }
    }
    guard let colon, colon < end else { return }
    let marks = [colon] + commas + [end]
    for (index, (from, to)) in zip(marks, marks.dropFirst()).enumerated() {
      guard let name = Self.name(in: bytes, (from + 1)..<to) else { continue }
      let isOnly = marks.count == 2
      if isOnly || index > 0 {
        // With the colon, or with the comma before it.
        entries.append((name, from..<name.upperBound))
      } else {
        let next = bytes[(to + 1)...].firstIndex { !$0.isWhiteSpace } ?? to + 1
        entries.append((name, name.lowerBound..<next))
      }
    }
  }

  /// One name without spaces around it; `nil` for attributes before it, compositions and blanks.
  private static func name(in bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    guard let first = range.first(where: { !bytes[$0].isWhiteSpace }),
      let last = range.last(where: { !bytes[$0].isWhiteSpace })
    else { return nil }
    let name = first..<(last + 1)
    return bytes[name].contains {
      $0.isWhiteSpace || [UInt8(ascii: "&"), UInt8(ascii: "@"), UInt8(ascii: "/")].contains($0)
    }
      ? nil : name
  }

  private static func isWhere(_ index: Int, _ bytes: [UInt8], _ end: Int) -> Bool {
    let word = Array("where".utf8)
    guard index > 0, bytes[index - 1].isWhiteSpace, index + word.count < end else { return false }
    return Array(bytes[index..<(index + word.count)]) == word && bytes[index + word.count].isWhiteSpace
  }
}
