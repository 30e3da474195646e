import DriftModel
import Foundation
import System

extension RemedyMaker {
  /// Edits of an enumeration that does not know a value.
  func enumerations() -> [Remedy] {
    guard
      [.decodeEnumUnknownValue, .lossEnumFallback, .lossErrorSwallowed, .lossElementDropped].contains(breaking.rule)
    else {
      return []
    }
    guard let type = enumeration(), type.hasTextValues, let last = type.cases.last, let source = sources[type.file]
    else {
      return []
    }
    let unknown = unknownValues(of: type, in: source)
    guard !unknown.isEmpty, unknown.count <= 12 else { return [] }
    let indent = source.indentation(at: last.range.lowerBound)
    var taken = Set(type.cases.map(\.name))
    let isOneLine = spaceInLine(after: last, of: type) != nil
    var (lines, names) = ("", [String]())
    for value in unknown {
      var name = SwiftWord.identifier(value)
      while !taken.insert(name).inserted { name += "Value" }
      names.append(name)
      lines += (isOneLine ? ", " : "\n\(indent)case ") + name + (name == value ? "" : " = \(SwiftLiteral.text(value))")
    }
    let fallback = fallbackName(among: type)
    let shown = unknown.map { "\"\($0)\"" }.joined(separator: ", ")
    var found = [
      Remedy(
        title: "\(type.name) knows \(shown)",
        edits: [SourceEdit(file: type.file, range: last.range.upperBound..<last.range.upperBound, text: lines)],
        decisions: ["the next value that \(type.name) does not know breaks it again"],
        repair: .newCases(names, type: type.usr, like: fallback))
    ]
    if !breaking.isLoss { found.append(catchAll(type, last, indent, fallback)) }
    return found
  }

  /// A case for everything that is not known.
  func catchAll(
    _ type: SourceTree.Declaration, _ last: (name: String, range: Range<Int>), _ indent: String, _ fallback: String?
  ) -> Remedy {
    let end = last.range.upperBound
    var edits: [SourceEdit] = []
    // In one line with its braces, the type gets lines for what is new.
    let space = spaceInLine(after: last, of: type)
    if fallback == nil {
      let text = space == nil ? "\n\(indent)case unknown" : ", unknown"
      edits.append(SourceEdit(file: type.file, range: end..<end, text: text))
    }
    let (outer, indent) = (indent, space == nil ? indent : indent + "  ")
    let name = fallback ?? "unknown"
    edits.append(
      SourceEdit(
        file: type.file, range: space ?? end..<end,
        text:
          "\n\n\(indent)\(type.access)init(from decoder: any Decoder) throws {\n\(indent)  let value = try decoder.singleValueContainer().decode(String.self)\n\(indent)  self = Self(rawValue: value) ?? .\(name)\n\(indent)}"
          + (space == nil ? "" : "\n\(outer)")))
    return Remedy(
      title: "\(type.name) has a case for what it does not know", edits: edits,
      decisions: ["every value that \(type.name) does not know becomes \(name)"], cost: .missing,
      repair: .newCases(fallback == nil ? ["unknown"] : [], type: type.usr, like: nil))
  }

  /// The white space between the last case and the closing brace where both stand in one line; `nil` where they do not.
  private func spaceInLine(
    after last: (name: String, range: Range<Int>), of type: SourceTree.Declaration
  ) -> Range<Int>? {
    let (start, end) = (last.range.upperBound, type.range.upperBound - 1)
    guard start <= end, let source = sources[type.file], source.text(start..<end).allSatisfy({ $0 == " " }) else {
      return nil
    }
    return start..<end
  }

  /// The case that stands for what is not known, if a report says so or the type has one.
  func fallbackName(among type: SourceTree.Declaration) -> String? {
    let names = type.cases.map(\.name)
    if let hint = breaking.failure.hint, let mark = hint.range(of: "it becomes ") {
      // A case whose raw value is empty is named with a dot: `.unknown`.
      let words = hint[mark.upperBound...].drop { $0 == "." }
      let name = String(words.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      if names.contains(name) { return name }
    }
    return ["unknown", "other", "unspecified", "none"].first(where: names.contains)
  }

  /// The enumeration that the member is decoded as.
  func enumeration() -> SourceTree.Declaration? {
    for name in breaking.failure.types {
      if let type = tree.type(named: name, within: reachable), type.kind == .enumeration, !type.cases.isEmpty {
        return type
      }
    }
    return nil
  }

  /// Values that no case has, in the order in which they come.
  private func unknownValues(of type: SourceTree.Declaration, in source: SourceText) -> [String] {
    // A case is written `deserts`, or `deserts = "Deserts"`.
    let known = Set(
      type.cases.map { entry in
        let text = source.text(entry.range)
        guard let start = text.firstIndex(of: "\""), let end = text.lastIndex(of: "\""), start < end else {
          return entry.name
        }
        return String(text[text.index(after: start)..<end])
      })
    return breaking.broken.compactMap { value in
      if case .string(let text) = value, !known.contains(text), JSONTree.isPlain(text) { text } else { nil }
    }.uniqued()
  }
}
