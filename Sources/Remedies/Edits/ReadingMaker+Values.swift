import Foundation

extension ReadingMaker {
  private var present: [JSONTree] { breaking.broken }
  private var kinds: Set<String> { Set(present.map(\.kind)) }
  private var sentTexts: [String] {
    present.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
  private var sentNumbers: [String] {
    present.compactMap { if case .number(let text) = $0 { text } else { nil } }
  }
  private var member: String { breaking.member ?? "the value" }

  /// Numbers in quotes, texts without, truth values as numbers.
  func conversions() -> [Reading] {
    var found: [Reading] = []
    if type.isNumber, !sentTexts.isEmpty {
      let parsed = type.text == "Decimal" ? "Decimal(string: text)" : "\(type.text)(text)"
      found.append(
        helper(
          "decode\(name)", "\(member) is a number that may be in quotes",
          ["if let text = try? decode(String.self, forKey: key), let number = \(parsed) { return number }"]))
      if type.isInteger {
        found.append(
          helper(
            "decodeWhole\(name)", "\(member) is a whole number that may be in quotes and have decimals",
            [
              "if let text = try? decode(String.self, forKey: key), let number = Double(text),",
              "  let whole = \(type.text)(exactly: number.rounded())", "{", "  return whole", "}",
            ], decision: "decimals of \(member) are rounded", cost: .approximate))
      }
    }
    if type.isNumber, kinds.contains("boolean"), type.text != "Decimal" {
      found.append(
        helper(
          "decode\(name)", "\(member) may be true or false, which count as 1 and 0",
          ["if let flag = try? decode(Bool.self, forKey: key) { return flag ? 1 : 0 }"],
          decision: "true counts as 1 and false as 0"))
    }
    if type.text == "String" {
      var body: [String] = []
      if !sentNumbers.isEmpty {
        let areWhole = sentNumbers.allSatisfy { Int($0) != nil }
        body.append(
          "if let number = try? decode(\(areWhole ? "Int" : "Decimal").self, forKey: key) { return \"\\(number)\" }")
      }
      if kinds.contains("boolean") {
        body.append("if let flag = try? decode(Bool.self, forKey: key) { return String(flag) }")
      }
      if !body.isEmpty {
        found.append(helper("decode\(name)", "\(member) is a text that may come without quotes", body))
      }
    }
    if type.text == "Bool" {
      if !sentNumbers.isEmpty, Set(sentNumbers).isSubset(of: ["0", "1"]) {
        found.append(
          helper(
            "decode\(name)", "\(member) may be 1 or 0",
            ["if let number = try? decode(Int.self, forKey: key) { return number != 0 }"]))
      }
      for (yes, no) in [("true", "false"), ("1", "0"), ("yes", "no"), ("Y", "N"), ("y", "n"), ("on", "off")]
      where !sentTexts.isEmpty && Set(sentTexts).isSubset(of: [yes, no]) {
        found.append(
          helper(
            "decode\(name)", "\(member) may be \(yes) or \(no) in quotes",
            [
              "let text = try? decode(String.self, forKey: key)", "if text == \"\(yes)\" { return true }",
              "if text == \"\(no)\" { return false }",
            ]))
      }
    }
    return found
  }

  /// Values that moved into an object, out of a list, or into one.
  func containers() -> [Reading] {
    var found: [Reading] = []
    let healthyKinds = Set(breaking.healthy.map(\.kind)).subtracting(["null"])
    let wanted = type.kind.map { [$0] } ?? healthyKinds
    if kinds.contains("object") {
      for inner in Self.innerMembers(of: present, kinds: wanted) {
        let key = SwiftWord.identifier(inner)
        found.append(
          helper(
            "decode\(name)", "\(member) may be an object that holds the value as \(inner)",
            [
              "if let object = try? nestedContainer(keyedBy: \(name)Keys.self, forKey: key) {",
              "  return try object.decode(\(type.text).self, forKey: .\(key))", "}",
            ], declarations: [Self.keys("\(name)Keys", [converts ? Self.converted(inner) : inner])]))
      }
      if let element = type.element {
        found.append(
          helper(
            "decode\(name)", "\(member) may be an object whose members are the elements",
            [
              "if let named = try? decode([String: \(element)].self, forKey: key) {",
              "  return named.sorted { $0.key < $1.key }.map(\\.value)", "}",
            ], decision: "the elements stand in the order of their names"))
      }
    }
    if kinds.contains("array"), type.element == nil {
      found.append(
        helper(
          "decodeFirst\(name)", "\(member) may be a list, whose first element counts",
          ["if var list = try? nestedUnkeyedContainer(forKey: key) { return try list.decode(\(type.text).self) }"],
          decision: "of several elements of \(member) the first counts",
          cost: present.contains { if case .array(let elements) = $0 { elements.count != 1 } else { false } }
            ? .approximate : .exact))
    }
    if let element = type.element, kinds.subtracting(["array"]).count > 0 {
      found.append(
        helper(
          "decode\(name)", "\(member) may be a single element without its list",
          ["if let element = try? decode(\(element).self, forKey: key) { return [element] }"]))
    }
    return found
  }

  /// Members of objects whose values are of some kinds in all of them.
  static func innerMembers(of values: [JSONTree], kinds: Set<String>) -> [String] {
    var counts: [String: Int] = [:]
    var order: [String] = []
    var objects = 0
    for case .object(let members) in values {
      objects += 1
      for entry in members where kinds.contains(entry.value.kind) && JSONTree.isPlain(entry.name) {
        if counts[entry.name] == nil { order.append(entry.name) }
        counts[entry.name, default: 0] += 1
      }
    }
    return order.filter { counts[$0] == objects }.prefix(5).map(\.self)
  }

  /// Dates that are written in another way.
  func dates() -> [Reading] {
    guard type.text == "Date" else { return [] }
    var found: [Reading] = []
    for form in DateForm.allCases where !sentTexts.isEmpty && sentTexts.allSatisfy({ form.date($0) != nil }) {
      found.append(
        helper(
          "decode\(name)", "\(member) may be written as \(form.words)",
          form.setUp + ["if let text = try? decode(String.self, forKey: key), let date = \(form.call) { return date }"],
          decision: form.decision))
    }
    if !sentNumbers.isEmpty, sentNumbers.count == present.count {
      let isMilliseconds = sentNumbers.allSatisfy { (Double($0) ?? 0).magnitude > 1e11 }
      found.append(
        helper(
          "decode\(name)", "\(member) may be \(isMilliseconds ? "milliseconds" : "seconds") since 1970",
          [
            "if let number = try? decode(Double.self, forKey: key) {",
            "  return Date(timeIntervalSince1970: number\(isMilliseconds ? " / 1000" : ""))", "}",
          ]))
    }
    return found
  }

  /// Numbers that do not fit.
  func numbers() -> [Reading] {
    guard type.isInteger, !sentNumbers.isEmpty else { return [] }
    var found: [Reading] = []
    if sentNumbers.contains(where: { Double($0).map { $0 != $0.rounded() } ?? false }) {
      found.append(
        helper(
          "decode\(name)", "\(member) is rounded to a whole number",
          [
            "if let number = try? decode(Double.self, forKey: key), number != number.rounded(),",
            "  let whole = \(type.text)(exactly: number.rounded())", "{", "  return whole", "}",
          ], decision: "decimals of \(member) are rounded, because the app has a whole number there", cost: .approximate
        ))
    } else {
      found.append(
        helper(
          "decode\(name)", "\(member) is kept within the limits of \(type.text)",
          ["if let number = try? decode(Int64.self, forKey: key) { return \(type.text)(clamping: number) }"],
          decision: "a number beyond \(type.text) becomes the nearest that it holds", cost: .approximate))
    }
    return found
  }

  /// Texts that are nearly what the type wants.
  func texts() -> [Reading] {
    guard !sentTexts.isEmpty else { return [] }
    var found: [Reading] = []
    switch type.text {
    case "UUID":
      found.append(
        helper(
          "decode\(name)", "\(member) may be an id without hyphens, or in braces",
          [
            "if let text = try? decode(String.self, forKey: key) {",
            "  var digits = text.filter(\\.isHexDigit)", "  if digits.count == 32 {",
            "    for offset in [20, 16, 12, 8] { digits.insert(\"-\", at: digits.index(digits.startIndex, offsetBy: offset)) }",
            "    if let id = UUID(uuidString: digits) { return id }", "  }", "}",
          ]))
    case "URL":
      found.append(
        helper(
          "decode\(name)", "\(member) may have white space around it",
          [
            "if let text = try? decode(String.self, forKey: key),",
            "  let url = URL(string: text.trimmingCharacters(in: .whitespacesAndNewlines))", "{", "  return url", "}",
          ]))
    case "Data":
      found.append(
        helper(
          "decode\(name)", "\(member) may be Base64 as URLs have it",
          [
            "if let text = try? decode(String.self, forKey: key) {",
            "  var plain = text.replacingOccurrences(of: \"-\", with: \"+\").replacingOccurrences(of: \"_\", with: \"/\")",
            "  while plain.count % 4 != 0 { plain += \"=\" }",
            "  if let data = Data(base64Encoded: plain) { return data }", "}",
          ]))
    default: break
    }
    return found
  }
}
