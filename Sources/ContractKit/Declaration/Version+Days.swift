extension Version {
  /// Whether it had shipped on `day`, such as `2026-11-20`; a version without a day has always been there.
  package func hasShipped(on day: String) -> Bool { shippedOn.map { $0 <= day } ?? true }

  /// Whether people used it on `day`.
  package func status(on day: String) -> Status { retiredOn.map { $0 <= day } == true ? .retired : status }

  /// What is wrong with the days.
  func problemsOfDays() -> [String] {
    var found: [String] = []
    for (name, day) in [("shippedOn", shippedOn), ("retiredOn", retiredOn), ("installsOn", installsOn)] {
      if let day, !Self.isDay(day) {
        found.append("version \(id): \(name) is \"\(day)\", not a day such as 2026-11-20")
      }
    }
    if found.isEmpty, let shippedOn, let retiredOn, retiredOn < shippedOn {
      found.append("version \(id) retired on \(retiredOn), before it shipped on \(shippedOn)")
    }
    if status == .candidate, shippedOn != nil || retiredOn != nil {
      found.append("version \(id) is a candidate, which has not shipped; leave out its days, or the status")
    }
    return found
  }

  /// Whether `text` is a day of the Gregorian calendar as ISO 8601 writes it: days are compared as texts.
  package static func isDay(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard bytes.count == 10,
      bytes.indices.allSatisfy({ [4, 7].contains($0) ? bytes[$0] == UInt8(ascii: "-") : digits.contains(bytes[$0]) })
    else { return false }
    let parts = text.split(separator: "-").compactMap { Int($0) }
    let (year, month, day) = (parts[0], parts[1], parts[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return year > 0 && (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }
}
