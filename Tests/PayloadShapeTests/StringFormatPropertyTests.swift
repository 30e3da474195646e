import PayloadShape
import Testing

/// The formats as patterns, in the order in which they are asked for.
private func judged(_ text: String) throws -> StringFormat {
  func matches(_ pattern: String) throws -> Bool {
    try Regex(pattern).matchingSemantics(.unicodeScalar).wholeMatch(in: text) != nil
  }
  let hex = "[0-9a-fA-F]"
  let noURL = "\\x{0}-\\x{20}\\x{7F}\"<>"
  let day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
  let minute = day + "[Tt ]([01][0-9]|2[0-4]):[0-5][0-9]"
  let second = minute + ":([0-5][0-9]|60)"
  let offset = "[+-][0-9]{2}(:?[0-9]{2})?"
  if text.isEmpty { return .empty }
  if try matches("[0-9]+") { return .digits }
  if try matches("\(hex){8}-\(hex){4}-\(hex){4}-\(hex){4}-\(hex){12}") { return .uuid }
  if try matches(day) { return .date }
  let dateTimes: [(zone: String, whole: StringFormat, short: StringFormat, long: StringFormat)] = [
    ("[Zz]", .dateTime, .dateTimeFraction, .dateTimeLongFraction),
    (offset, .dateTimeOffset, .dateTimeOffsetFraction, .dateTimeOffsetLongFraction),
    ("", .dateTimeLocal, .dateTimeLocalFraction, .dateTimeLocalLongFraction),
  ]
  for form in dateTimes {
    if try matches("(\(minute)|\(second))\(form.zone)") { return form.whole }
    if try matches("\(second)[.,][0-9]{1,3}\(form.zone)") { return form.short }
    if try matches("\(second)[.,][0-9]{4,}\(form.zone)") { return form.long }
  }
  if try matches("[A-Za-z][A-Za-z0-9+.\\-]*://[^\(noURL)]+") { return .urlAbsolute }
  if try matches("\\.{0,2}/[^\(noURL)]+") { return .urlRelative }
  if try matches("[\\x{9}-\\x{D} ]+") { return .blank }
  let startsJSON = try matches("[\"\\[{/.][\\s\\S]*")
  if try !startsJSON && matches("[^@\(noURL)]+@[^@\(noURL)]+\\.[^@.\(noURL)]+") { return .email }
  let space = "[\\x{9}-\\x{D} ]*"
  if try matches("\"[\\s\\S]*[\"\\]},]") { return .json }
  if try matches("[\\[{]\(space)\"[\\s\\S]*") || matches("\\{\(space)\\}[\\s\\S]*") { return .json }
  if try matches("\\[\(space)[\\[{\\]][\\s\\S]*") || matches("\\[\(space)[0-9\\-][\\s\\S]*\\]") { return .json }
  return try matches("\\[\(space)\\]") ? .json : .text
}

@Test("The format of texts that match a pattern, and of texts that differ in one byte")
func formatsByPattern() throws {
  var generator = SeededGenerator(state: 11)
  let models = [
    "6f9619ff-8B86-d011-b42d-00cf4fc964ff", "2026-01-30", "2024-05-01T09:00:00Z", "2024-05-01 09:00:60.125+0130",
    "2024-05-01T09:00:00.1234567", "2024-05-01T09:00:00.1234Z",
    "2024-05-01t24:59,", "https://i.imgur.com/ZANVnHE.jpeg", "x-app+2://o", "../up/and/away", "//host/path", "./x",
    "a@example.com", "first.last@a.b.example", "0123456789", "\t \n", "[\"https://i.imgur.com", "{ }", "[-1]",
    "[ 1 , 2 ]",
    "\"quoted\"", "plain", "a longer plain text, with a stop.",
  ]
  let marks = Array("0a-:/@.\"[]{} <>Z~+,\u{7F}\té")
  for model in models {
    #expect(try StringFormat(of: model) == judged(model), "\(model)")
    for _ in 0..<25 {
      var text = Array(model)
      for _ in 0..<Int.random(in: 1...2, using: &generator) where !text.isEmpty {
        let index = text.indices.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: text.remove(at: index)
        case 1: text.insert(marks.randomElement(using: &generator) ?? "x", at: index)
        default: text[index] = marks.randomElement(using: &generator) ?? "x"
        }
      }
      #expect(try StringFormat(of: String(text)) == judged(String(text)), "\(String(text))")
    }
  }
}
