import ContractKit
import Foundation
import JSONDocument

/// A JSON file that people write. Errors in it are reported with their position and the nearest right word.
struct JSONFile {
  /// Whether `//` and `/* */` comments are allowed. RFC 8259 has none, so only files that no other program reads may
  /// have them.
  enum Comments { case allowed, refused }

  let path: String
  let document: JSONDocument

  /// Bytes that such a file has at most.
  private static let mostBytes = 16 << 20

  /// Reads the file at `path`.
  ///
  /// - Throws: `CommandFailure` with exit code 2: it cannot be read, is too large, or is no JSON at a line and column.
  init(path: String, comments: Comments = .refused) throws {
    self.path = path
    // No more than is needed to know that it is too large: a device may have no end.
    guard let file = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)),
      let data = try? file.read(upToCount: Self.mostBytes + 1) ?? Data()
    else {
      throw CommandFailure.usage("\(path): cannot be read; check its permissions")
    }
    guard data.count <= Self.mostBytes else {
      throw CommandFailure.usage("\(path): over 16 MiB, which is no such file")
    }
    var bytes = [UInt8](data)
    if comments == .allowed { bytes = try Self.withoutComments(bytes, path) }
    do { document = try JSONDocument(bytes) } catch { throw CommandFailure.usage("\(path): \(error)") }
  }

  /// What a command printed; `name` is what messages call it.
  ///
  /// - Throws: `CommandFailure` with exit code 2: it is no JSON at a line and column.
  init(_ bytes: [UInt8], name: String) throws {
    path = name
    do { document = try JSONDocument(bytes) } catch { throw CommandFailure.usage("\(name): \(error)") }
  }

  /// A failure at `node`: the file, `place` in the words of its reader, what is wrong, line and column.
  func failure(_ node: JSONNode, _ place: String, _ problem: String) -> CommandFailure {
    .usage("\(path): \(place) \(problem) (\(document.position(of: node)))")
  }

  /// Where the value at `node` was said.
  func origin(of node: JSONNode) -> SettingValue.Origin {
    let place = document.position(of: node)
    return .file(path: path, line: place.line, column: place.column)
  }

  /// A description of the value at `node`, for "is …, not …".
  func kind(_ node: JSONNode) -> String {
    switch document.kind(of: node) {
    case .object: "an object"
    case .array: "a list"
    case .string: "a text"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }

  /// Members of an object in the file's order. A repeated name is an error, because one of the two would be lost.
  func members(of node: JSONNode, _ place: String) throws -> [(name: String, node: JSONNode)] {
    guard document.kind(of: node) == .object else {
      throw failure(node, place, "is \(kind(node)), not an object")
    }
    var members: [(name: String, node: JSONNode)] = []
    var seen: Set<String> = []
    for child in document.children(of: node) {
      let name = document.key(of: child) ?? ""
      guard seen.insert(name).inserted else {
        throw failure(child, place, "has \"\(Self.quoted(name))\" twice")
      }
      members.append((name, child))
    }
    return members
  }

  /// Members of an object by name; unknown names are errors as well.
  ///
  /// - Parameters:
  ///   - node: The object.
  ///   - place: What it is called.
  ///   - allowed: The allowed names.
  ///   - elsewhere: What to say of an unknown name that has a place elsewhere; `nil`: the nearest allowed one.
  /// - Returns: The members, by name.
  /// - Throws: `CommandFailure` with exit code 2 and the place.
  func members(
    of node: JSONNode, _ place: String, allowed: [String], elsewhere: (String) -> String? = { _ in nil }
  ) throws -> [String: JSONNode] {
    var found: [String: JSONNode] = [:]
    for (name, child) in try members(of: node, place) {
      guard allowed.contains(name) else {
        let hint =
          elsewhere(name) ?? nearestName(to: name, in: allowed).map { "; did you mean \"\($0)\"?" } ?? ""
        throw failure(child, place, "has an unknown member \"\(Self.quoted(name))\"\(hint)")
      }
      found[name] = child
    }
    return found
  }

  /// The text at `node`; `nil` if it is not a text.
  func text(_ node: JSONNode) -> String? {
    document.kind(of: node) == .string ? try? document.string(at: node) : nil
  }

  /// The number at `node` in the form that options take; `nil` if it is not a number.
  func number(_ node: JSONNode) -> String? {
    guard document.kind(of: node) == .number else { return nil }
    if let whole = document.plainInteger(at: node, as: Int.self) { return "\(whole)" }
    return document.double(at: node).map { "\($0)" }
  }

  /// The text at `node` as one line of a person's words.
  ///
  /// - Throws: `CommandFailure` if it is not a text, is empty, or contains a control character.
  func line(_ node: JSONNode, _ place: String, what: String = "a text") throws -> String {
    guard let text = text(node) else {
      guard document.kind(of: node) != .string else {
        throw failure(node, place, "is no valid text: half of a surrogate pair, or bytes that are not UTF-8")
      }
      throw failure(node, place, "is \(kind(node)), not \(what)")
    }
    guard !text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else {
      throw failure(node, place, "is empty")
    }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw failure(node, place, "holds a line feed or another control character; write one line")
    }
    return text
  }

  /// The written value, shortened for messages.
  static func quoted(_ text: String) -> String { String(text.prefix(60).description.printable) }

  /// `bytes` with a space for each byte of a comment, so that lines and columns stay what they are.
  private static func withoutComments(_ bytes: [UInt8], _ path: String) throws -> [UInt8] {
    let (quote, escape, slash, star, lineFeed) = (
      UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "\n")
    )
    var result = bytes
    var index = 0
    var isInString = false
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if isInString {
        if byte == quote || byte == lineFeed { isInString = false }
        index += byte == escape ? 2 : 1
      } else if byte == slash, next == slash {
        while index < bytes.count, bytes[index] != lineFeed {
          result[index] = UInt8(ascii: " ")
          index += 1
        }
      } else if byte == slash, next == star {
        let start = index
        index += 2
        while index + 1 < bytes.count, !(bytes[index] == star && bytes[index + 1] == slash) { index += 1 }
        guard index + 1 < bytes.count else {
          let lines = bytes[..<start].split(separator: lineFeed, omittingEmptySubsequences: false)
          // In Unicode scalars, as the document counts columns.
          let column = 1 + (lines.last ?? []).count { $0 & 0xC0 != 0x80 }
          throw CommandFailure.usage("\(path): a comment /* has no */ (line \(lines.count), column \(column))")
        }
        index += 2
        for place in start..<index where bytes[place] != lineFeed { result[place] = UInt8(ascii: " ") }
      } else {
        isInString = byte == quote
        index += 1
      }
    }
    return result
  }
}
