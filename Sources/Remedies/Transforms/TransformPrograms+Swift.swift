import System

extension TransformPrograms {
  /// A function in Swift on the values of `JSONSerialization`, with what it needs.
  ///
  /// - Parameters:
  ///   - steps: What it does.
  ///   - subject: What the responses are, for its comment.
  /// - Returns: A file of source code.
  static func swift(_ steps: [TransformStep], subject: String) -> String {
    var text = """
      import Foundation

      /// Makes of a response of \(subject) what older releases read. Call it in a proxy, or in a `URLProtocol`.
      func transformed(_ response: Data) throws -> Data {
        var root = try JSONSerialization.jsonObject(with: response, options: .fragmentsAllowed)

      """
    for step in steps { text += call(step) }
    text += """
        return try JSONSerialization.data(withJSONObject: root, options: .fragmentsAllowed)
      }

      /// Changes every value at a path, in which nil stands for each element or member; what is not there stays away.
      private func change(_ value: Any, at path: ArraySlice<String?>, _ body: (Any) -> Any) -> Any {
        guard let step = path.first else { return body(value) }
        let rest = path.dropFirst()
        if let name = step {
          guard var object = value as? [String: Any], let member = object[name] else { return value }
          object[name] = change(member, at: rest, body)
          return object
        }
        if let list = value as? [Any] { return list.map { change($0, at: rest, body) } }
        guard let object = value as? [String: Any] else { return value }
        return object.mapValues { change($0, at: rest, body) }
      }

      /// The kind of a value, as JSON names it.
      private func kind(of value: Any) -> String {
        switch value {
        case is [String: Any]: return "object"
        case is [Any]: return "array"
        case is String: return "string"
        case is NSNull: return "null"
        case let number as NSNumber: return String(cString: number.objCType) == "c" ? "boolean" : "number"
        default: return "number"
        }
      }

      """
    return text
  }

  private static func call(_ step: TransformStep) -> String {
    let isOfHolder: Bool
    switch step.action {
    case .move, .fill, .drop, .dropValues, .dropHolding: isOfHolder = true
    default: isOfHolder = false
    }
    let path = (isOfHolder ? step.parent : step.steps).map { step in
      switch step {
      case .member(let name): SwiftLiteral.text(name)
      case .elements, .values: "nil"
      }
    }.joined(separator: ", ")
    let lines = body(step).map { "    \($0)\n" }.joined()
    return "  // \(JSONTree.shown(step.title))\n  root = change(root, at: [\(path)]) { value in\n\(lines)  }\n"
  }

  /// The lines of a closure from `value` to what it becomes.
  private static func body(_ step: TransformStep) -> [String] {
    var member = ""
    if case .member(let name)? = step.steps.last { member = SwiftLiteral.text(name) }
    switch step.action {
    case .move(let names):
      let value = names.dropFirst().reduce("object[\(SwiftLiteral.text(names[0]))]") {
        "(\($0) as? [String: Any])?[\(SwiftLiteral.text($1))]"
      }
      return [
        "guard var object = value as? [String: Any], object[\(member)] == nil || object[\(member)] is NSNull,",
        "  let other = \(value), !(other is NSNull)", "else { return value }", "object[\(member)] = other",
      ] + (names.count == 1 ? ["object[\(SwiftLiteral.text(names[0]))] = nil"] : []) + ["return object"]
    case .fill(let filler):
      return [
        "guard var object = value as? [String: Any], object[\(member)] == nil || object[\(member)] is NSNull",
        "else { return value }", "object[\(member)] = \(literal(filler))", "return object",
      ]
    case .dropHolding(let names, let condition):
      let member = names.reduce("element") { "(\($0) as? [String: Any])?[\(SwiftLiteral.text($1))]" }
      let test: String
      switch condition {
      case .absent: test = "member == nil || member is NSNull"
      case .otherKind(let kind): test = "member.map { !($0 is NSNull) && kind(of: $0) != \"\(kind)\" } ?? false"
      case .oneOf(let texts): test = "\(list(texts)).contains(where: { $0 == member as? String })"
      }
      return [
        "guard let list = value as? [Any] else { return value }", "return list.filter { element in",
        "  guard element is [String: Any] else { return true }", "  let member = \(member)", "  return !(\(test))", "}",
      ]
    case .drop(let wanted): return ["(value as? [Any])?.filter { kind(of: $0) == \"\(wanted)\" } ?? value"]
    case .dropValues(let texts):
      return [
        "(value as? [Any])?.filter { !\(list(texts)).contains($0 as? String ?? \"\") || !($0 is String) } ?? value"
      ]
    case .unwrap(let name): return ["(value as? [String: Any])?[\(SwiftLiteral.text(name))] ?? value"]
    case .wrap(let name): return ["value is [String: Any] ? value : [\(SwiftLiteral.text(name)): value] as Any"]
    case .first: return ["guard let list = value as? [Any] else { return value }", "return list.first ?? NSNull()"]
    case .list: return ["value is [Any] || value is NSNull ? value : [value] as Any"]
    case .values:
      return [
        "guard let object = value as? [String: Any] else { return value }",
        "return object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\\.value)",
      ]
    case .number:
      return [
        "guard let text = value as? String,",
        ##"  text.range(of: #"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$"#, options: .regularExpression) != nil"##,
        "else { return value }", "return Int(text).map { $0 as Any } ?? Double(text).map { $0 as Any } ?? value",
      ]
    case .text:
      return [
        "switch kind(of: value) {", "case \"number\": return \"\\(value)\"",
        "case \"boolean\": return (value as? Bool) == true ? \"true\" : \"false\"", "default: return value", "}",
      ]
    case .flag(let yes, let no):
      return [
        "guard kind(of: value) == \"string\" || kind(of: value) == \"number\" else { return value }",
        "switch \"\\(value)\" {", "case \(SwiftLiteral.text(yes)): return true",
        "case \(SwiftLiteral.text(no)): return false",
        "default: return value", "}",
      ]
    case .flagAsNumber: return ["kind(of: value) == \"boolean\" ? ((value as? Bool) == true ? 1 : 0) as Any : value"]
    case .round:
      return [
        "guard kind(of: value) == \"number\", let number = value as? Double, number != number.rounded(),",
        "  let whole = Int(exactly: number.rounded())", "else { return value }", "return whole",
      ]
    case .clamp(let least, let most):
      return [
        "guard kind(of: value) == \"number\", let number = value as? Double else { return value }",
        "return number < \(least) ? \(least) as Any : number > \(most) ? \(most) as Any : value",
      ]
    case .replace(let texts, let other):
      return ["(value as? String).map { \(list(texts)).contains($0) ? \(literal(other)) as Any : value } ?? value"]
    case .replaceOther(let wanted, let other):
      return ["kind(of: value) == \"\(wanted)\" || value is NSNull ? value : \(literal(other)) as Any"]
    case .cutFraction:
      return [
        "guard let text = value as? String,",
        ##"  text.range(of: #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]+(Z|[-+][0-9:]+)$"#, options: .regularExpression) != nil"##,
        "else { return value }",
        ##"return text.replacingOccurrences(of: #"\.[0-9]+"#, with: "", options: .regularExpression)"##,
      ]
    case .completeDate:
      return [
        "guard let text = value as? String,",
        ##"  text.range(of: "^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}:[0-9]{2})?$", options: .regularExpression) != nil"##,
        "else { return value }", "if text.count == 10 { return text + \"T00:00:00Z\" }",
        "return text.replacingOccurrences(of: \" \", with: \"T\") + \"Z\"",
      ]
    case .mailDate:
      return [
        "let form = DateFormatter()", "form.locale = Locale(identifier: \"en_US_POSIX\")",
        "form.timeZone = TimeZone(secondsFromGMT: 0)", "form.dateFormat = \"EEE, dd MMM yyyy HH:mm:ss zzz\"",
        "guard let text = value as? String, let date = form.date(from: text) else { return value }",
        "return ISO8601DateFormatter().string(from: date)",
      ]
    case .hyphens:
      return [
        "guard let text = value as? String, text.count == 32, text.allSatisfy(\\.isHexDigit) else { return value }",
        "var id = text",
        "for offset in [20, 16, 12, 8] { id.insert(\"-\", at: id.index(id.startIndex, offsetBy: offset)) }",
        "return id",
      ]
    case .dateText(let areMilliseconds):
      return [
        "guard kind(of: value) == \"number\", let number = value as? Double else { return value }",
        "let seconds = (number\(areMilliseconds ? " / 1000" : "")).rounded(.down)",
        "return ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: seconds))",
      ]
    }
  }

  private static func list(_ texts: [String]) -> String { "[\(texts.map(SwiftLiteral.text).joined(separator: ", "))]" }

  private static func literal(_ tree: JSONTree) -> String {
    switch tree {
    case .object(let members):
      members.isEmpty
        ? "[String: Any]()"
        : "[" + members.map { "\(SwiftLiteral.text($0.name)): \(literal($0.value))" }.joined(separator: ", ")
          + "] as [String: Any]"
    case .array(let elements):
      elements.isEmpty ? "[Any]()" : "[" + elements.map(literal).joined(separator: ", ") + "] as [Any]"
    case .string(let text): SwiftLiteral.text(text)
    case .number, .bool: tree.text
    case .null: "NSNull()"
    }
  }
}
