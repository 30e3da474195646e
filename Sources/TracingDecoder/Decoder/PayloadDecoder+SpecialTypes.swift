import Foundation
import JSONDocument

extension PayloadDecoder {
  func unwrapDate(_ value: JSONValue) throws -> Date {
    if document.isNull(value) { throw null(value, Date.self) }
    switch configuration.dates {
    case .deferredToDate:
      return try Date(from: self)
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try seconds(value))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try seconds(value) / 1000)
    case .iso8601:
      if let node = value.node, let date = plainISODate(node) { return date }
      let text = try text(value)
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        let subject = Subject(value: value, requested: Date.self, path: site.path, key: site.key)
        // The path of the surrounding value, because Foundation loses the key here.
        let thrownPath = outerPath.codingPath()
        let event = core.note(.dateUnparsable, subject, thrownPath: thrownPath)
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: core.marked(thrownPath, event),
            debugDescription: "Expected date string to be ISO8601-formatted."))
      }
      if !LenientValue.Kind.isToTheSecond(text) { core.noteLenient(.dateNotToTheSecond, value) }
      return date
    case .custom(let read):
      return try read(self)
    @unknown default:
      return try Date(from: self)
    }
  }

  func unwrapData(_ value: JSONValue) throws -> Data {
    if document.isNull(value) { throw null(value, Data.self) }
    switch configuration.data {
    case .deferredToData:
      return try Data(from: self)
    case .base64:
      guard let data = Data(base64Encoded: try text(value)) else {
        throw failure(
          .dataCorrupted, Subject(value: value, requested: Data.self, path: site.path, key: site.key),
          "Encountered Data is not valid Base64.")
      }
      return data
    case .custom(let read):
      return try read(self)
    @unknown default:
      return try Data(from: self)
    }
  }

  func unwrapURL(_ value: JSONValue) throws -> URL {
    if document.isNull(value) { throw null(value, URL.self) }
    var text = try text(value)
    guard let url = URL(string: text) else {
      throw failure(
        .dataCorrupted, Subject(value: value, requested: URL.self, path: site.path, key: site.key),
        "Invalid URL string.")
    }
    if text.withUTF8({ LenientValue.Kind.needsEncoding($0) }) { core.noteLenient(.urlNeedsEncoding, value) }
    return url
  }

  func unwrapDecimal(_ value: JSONValue) throws -> Decimal {
    if document.isNull(value) { throw null(value, Decimal.self) }
    let (path, key) = site
    guard let node = value.node, document.kind(of: node) == .number else {
      // The text is empty, as in Foundation.
      throw failure(.typeMismatch, Subject(value: value, requested: Decimal.self, path: path, key: key), "")
    }
    guard document.isWellFormedNumber(node) else { throw invalid(value, Decimal.self, path, key, kind: .dataCorrupted) }
    guard let decimal = Decimal(string: document.numberText(at: node)) else {
      throw invalid(value, Decimal.self, path, key, kind: .numberOutOfRange)
    }
    return decimal
  }

  private func text(_ value: JSONValue) throws -> String {
    if let text = value.node.flatMap({ core.string($0) }) { return text }
    return try unwrapString(value, at: site.path, site.key)
  }

  private func seconds(_ value: JSONValue) throws -> Double {
    if let seconds = value.node.flatMap({ core.double($0) }) { return seconds }
    return try unwrapFloat(value, as: Double.self, at: site.path, site.key)
  }

  private func null(_ value: JSONValue, _ type: Any.Type) -> any Error {
    failure(
      .valueNotFound, Subject(value: value, requested: type, path: site.path, key: site.key),
      "Cannot get value of type \(type) -- found null value instead")
  }

  /// Days of a common year before each month; the last entry is the whole year.
  private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

  /// A date spelled `2024-01-02T03:04:05Z`; nil for every other form, which Foundation parses.
  ///
  /// Only years from 1600 on are read here, because before 1582 the result depends on the calendar.
  private func plainISODate(_ node: JSONNode) -> Date? {
    guard document.isPlainString(node) else { return nil }
    let range = document.contentRange(of: node)
    guard range.count == 20 else { return nil }
    let bytes = core.text + range.lowerBound
    func isAt(_ offset: Int, _ character: Unicode.Scalar) -> Bool { bytes[offset] == UInt8(ascii: character) }
    guard isAt(4, "-"), isAt(7, "-"), isAt(10, "T"), isAt(13, ":"), isAt(16, ":"), isAt(19, "Z") else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int? {
      var value = 0
      for index in offset..<(offset + count) {
        let digit = bytes[index] &- 0x30
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
      }
      return value
    }
    guard let year = number(0, 4), let month = number(5, 2), let day = number(8, 2), let hour = number(11, 2),
      let minute = number(14, 2), let second = number(17, 2), year >= 1600, (1...12).contains(month), day >= 1,
      hour < 24, minute < 60, second < 60
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let daysBefore = Self.daysBefore
    let leapDay = isLeap && month > 2 ? 1 : 0
    guard day <= daysBefore[month] - daysBefore[month - 1] + (isLeap && month == 2 ? 1 : 0) else { return nil }
    // Days since 0001-01-01 of the Gregorian calendar; the reference date, 2001-01-01, is day 730,485.
    let earlier = year - 1
    let days = earlier * 365 + earlier / 4 - earlier / 100 + earlier / 400 + daysBefore[month - 1] + leapDay + day - 1
    let seconds = (days - 730_485) * 86_400 + hour * 3_600 + minute * 60 + second
    return Date(timeIntervalSinceReferenceDate: Double(seconds))
  }
}
