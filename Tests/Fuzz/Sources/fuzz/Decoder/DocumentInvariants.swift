import Foundation
import JSONDocument
import PayloadShape

/// What must hold of every document, whatever its text.
struct DocumentInvariants {
  let document: JSONDocument
  /// Locating a value takes time in proportion to the text, so only the first values of a document are located.
  private static let locatedValues = 48

  init(_ document: JSONDocument) { self.document = document }

  /// The first thing that does not hold; nil if all does.
  func fault() -> String? {
    var visited = 0
    // Each value with whether every name on its way is the first of its kind, so that a path leads back to it.
    var pending = [(node: document.root, isReachable: true)]
    while let (node, isReachable) = pending.popLast() {
      visited += 1
      guard visited <= document.entryCount else { return "the walk visits more values than the tape has entries" }
      guard (0..<document.entryCount).contains(node.index) else { return "index \(node.index) is outside of the tape" }
      if let fault = rangeFault(at: node) ?? accessorFault(at: node) { return fault }
      if visited <= Self.locatedValues, let fault = locationFault(at: node, isReachable: isReachable) { return fault }
      let children = Array(document.children(of: node))
      guard children.count == document.count(of: node) else {
        return "\(children.count) children against a count of \(document.count(of: node))"
      }
      if let fault = orderFault(of: children, in: node) { return fault }
      for child in children {
        guard document.isMember(child) == (document.kind(of: node) == .object) else { return "a member out of place" }
        let isFirst =
          document.key(of: child).map { document.member($0, of: node) == child } ?? !document.isMember(child)
        pending.append((child, isReachable && isFirst))
      }
    }
    return noticeFault()
  }

  private func rangeFault(at node: JSONNode) -> String? {
    let range = document.byteRange(of: node)
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= document.text.count else {
      return "bytes \(range) of a text of \(document.text.count)"
    }
    let (first, last) = (document.text[range.lowerBound], document.text[range.upperBound - 1])
    let isRight =
      switch document.kind(of: node) {
      case .object: (first, last) == (UInt8(ascii: "{"), UInt8(ascii: "}"))
      case .array: (first, last) == (UInt8(ascii: "["), UInt8(ascii: "]"))
      case .string: (first, last) == (UInt8(ascii: "\""), UInt8(ascii: "\"")) && range.count > 1
      case .number: first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
      case .bool: range.count == (document.isTrue(node) ? 4 : 5)
      case .null: range.count == 4
      }
    return isRight ? nil : "\(document.kind(of: node)) at bytes \(range) begins or ends otherwise"
  }

  private func orderFault(of children: [JSONNode], in node: JSONNode) -> String? {
    var end = document.byteRange(of: node).lowerBound + 1
    for child in children {
      let range = document.byteRange(of: child)
      guard range.lowerBound >= end, range.upperBound < document.byteRange(of: node).upperBound,
        child.index > node.index, document.endIndex(of: child) <= document.endIndex(of: node)
      else { return "a value at \(range) is not inside its container, or overlaps with the one before" }
      end = range.upperBound
    }
    return nil
  }

  /// Calls what can be asked of any value, and compares the responses with each other.
  private func accessorFault(at node: JSONNode) -> String? {
    let text = try? document.string(at: node)
    if document.kind(of: node) == .string {
      if document.isPlainString(node) {
        guard text == String(decoding: document.text[document.contentRange(of: node)], as: UTF8.self) else {
          return "a plain string's text is not its bytes"
        }
      }
      guard !document.isPlainString(node) || document.isSimpleString(node) else {
        return "a plain string is not simple"
      }
    } else if text != nil || document.isPlainString(node) || document.isSimpleString(node) {
      return "\(document.kind(of: node)) is read as a string"
    }
    if document.isMember(node) {
      guard document.text.indices.contains(document.nameRange(of: node).lowerBound) else {
        return "a name out of place"
      }
      if document.hasPlainName(node) {
        guard document.key(of: node) == String(decoding: document.text[document.nameRange(of: node)], as: UTF8.self)
        else { return "a plain name's text is not its bytes" }
      }
    }
    return document.kind(of: node) == .number ? numberFault(at: node) : nil
  }

  private func numberFault(at node: JSONNode) -> String? {
    let spelled = document.numberText(at: node)
    guard spelled.utf8.elementsEqual(document.bytes(of: node)) else { return "a number's text is not its bytes" }
    let double = document.double(at: node)
    let isWellFormed = document.isWellFormedNumber(node)
    guard double == nil || (isWellFormed && double == Double(spelled)) else { return "\(spelled) is read as a double" }
    guard !document.isInteger(node) || isWellFormed else { return "\(spelled) is malformed and an integer" }
    if let isWhole = Self.isWhole(spelled), isWellFormed {
      guard document.isInteger(node) == isWhole else { return "\(spelled) is \(isWhole ? "an" : "no") integer" }
    }
    func differs<T: FixedWidthInteger>(_ type: T.Type) -> Bool {
      guard document.isPlainNumber(node) else { return document.plainInteger(at: node, as: T.self) != nil }
      return document.plainInteger(at: node, as: T.self) != (isWellFormed ? T(spelled) : nil)
    }
    guard !differs(Int8.self), !differs(UInt8.self), !differs(Int.self), !differs(UInt64.self), !differs(Int128.self)
    else { return "\(spelled) is read as another integer" }
    return nil
  }

  /// Whether no part of a number lies behind the point, by decimal arithmetic; nil where that is not exact.
  private static func isWhole(_ spelled: String) -> Bool? {
    let exponent = spelled.utf8.drop { $0 | 0x20 != UInt8(ascii: "e") }
    guard spelled.utf8.count <= 24, exponent.count <= 4, var value = Decimal(string: spelled) else { return nil }
    var rounded = Decimal()
    NSDecimalRound(&rounded, &value, 0, .plain)
    return rounded == value
  }

  private func locationFault(at node: JSONNode, isReachable: Bool) -> String? {
    let position = document.position(of: node)
    guard position.line >= 1, position.column >= 1, position.byteOffset == document.byteRange(of: node).lowerBound
    else {
      return "a value at byte \(document.byteRange(of: node).lowerBound) has the position \(position)"
    }
    for limit in [0, 12, 48] {
      let excerpt = document.excerpt(of: node, limit: limit)
      guard excerpt.count <= max(limit, 4) || document.kind(of: node) == .array else { return "excerpt \(excerpt)" }
      guard !excerpt.contains(where: \.isNewline) else { return "an excerpt of several lines" }
    }
    // By bytes, since a name may begin with a combining mark, which makes one Character of it and the slash.
    let pointer = document.pointer(to: node)
    guard pointer.isEmpty == (node == document.root), pointer.isEmpty || pointer.utf8.first == UInt8(ascii: "/") else {
      return "pointer \(pointer)"
    }
    guard (try? JSONPath(document.pattern(to: node))) != nil else { return "pattern \(document.pattern(to: node))" }
    guard let path = try? JSONPath(document.path(to: node)) else { return "path \(document.path(to: node))" }
    guard !isReachable || path.nodes(in: document) == [node] else { return "\(path) does not lead back" }
    return nil
  }

  private func noticeFault() -> String? {
    let notices = document.notices
    guard Set(notices.map(\.kind)).count == notices.count else { return "a kind of notice is given twice" }
    for notice in notices {
      guard notice.count > 0, (0...document.text.count).contains(notice.byteOffset) else { return "notice \(notice)" }
    }
    return nil
  }
}

/// What must hold of the shape of every document; nil if it does.
func shapeFault(of document: JSONDocument) -> String? {
  let shape = PayloadShape(of: document)
  let paths = shape.paths
  guard paths.first == "$" else { return "the shape has no root" }
  for path in paths.prefix(16) where shape.statistics(at: path) == nil { return "the shape knows nothing of \(path)" }
  let changes = changes(from: shape, to: shape)
  guard changes.isEmpty else { return "a shape differs from itself: \(changes[0].kind) at \(changes[0].path)" }
  return nil
}
