import Foundation

/// A value with its origin.
struct SettingValue: Sendable, Equatable {
  /// In the form that options take: seconds and bytes as plain numbers, a flag as `true` or `false`.
  var text: String
  var origin: Origin

  enum Origin: Sendable, Equatable {
    /// An option, with its name.
    case option(String)
    /// An environment variable, with its name.
    case variable(String)
    /// The configuration file.
    case file(path: String, line: Int, column: Int)
    /// What a command printed, with the program.
    case command(String)
    /// The contract itself.
    case contract
    /// The default.
    case standard
  }

  var number: Double? { Double(text) }
}

extension SettingValue.Origin: CustomStringConvertible {
  var description: String {
    switch self {
    case .option(let name): name
    case .variable(let name): "$\(name)"
    case .file(let path, let line, _): "\(URL(fileURLWithPath: path).lastPathComponent):\(line)"
    case .command(let program): "command \(URL(fileURLWithPath: program).lastPathComponent)"
    case .contract: "contract"
    case .standard: "default"
    }
  }
}

extension Setting.Kind {
  /// What is expected, for "is …, not …".
  var expectation: String {
    switch self {
    case .name(let name): name.expectation
    case .path: "a path"
    case .flag: "true or false"
    case .word(let words): words.joined(separator: ", ")
    case .seconds: Self.expectedSeconds()
    case .bytes(let least):
      "a whole number of bytes from \(least == 1 ? "1" : words("\(least)")) to 1 GiB, or a size such as \"64KiB\", \"8MiB\""
    case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
  }

  /// `text` in the form of an option's value; `nil` if it is invalid.
  func canonical(_ text: String) -> String? {
    switch self {
    case .name(let name): return name.allows(text) ? text : nil
    case .path: return text
    case .flag: return ["true": "true", "1": "true", "false": "false", "0": "false"][text]
    case .word(let words): return words.contains(text) ? text : nil
    case .seconds: return Self.seconds(text).flatMap { $0 <= Self.year ? Self.plain($0) : nil }
    case .bytes(let least): return Self.bytes(text).flatMap { $0 >= least ? "\($0)" : nil }
    case .count(let range): return Int(text).flatMap { range.contains($0) ? "\($0)" : nil }
    }
  }

  /// The longest time that an option, a variable or the file takes, in seconds, but for intervals.
  static let year = 31_536_000.0

  /// What is expected of a time.
  ///
  /// - Parameter longest: The longest one, in words.
  /// - Returns: Words for "is …, not …".
  static func expectedSeconds(upTo longest: String = "a year") -> String {
    "a number of seconds above 0 and up to \(longest), or a time such as \"90s\", \"30m\", \"12h\", \"7d\""
  }

  /// Seconds of `90`, `90s`, `30m`, `12h` or `7d`; `nil` for anything else, and for what is not above 0 and at most ten
  /// years.
  static func seconds(_ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = text.last.flatMap { units[$0] }
    guard let number = decimal(unit == nil ? text : String(text.dropLast())) else { return nil }
    let seconds = number * (unit ?? 1)
    return seconds <= 315_360_000 ? seconds : nil
  }

  /// A decimal number above 0; `Double` would also take `0x10`, `nan` and `inf`.
  static func decimal(_ text: String) -> Double? {
    guard text.allSatisfy({ $0.isWholeNumber || ".eE+-".contains($0) }) else { return nil }
    return Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  /// Bytes of `65536`, `64KiB` or `8MiB`; `nil` for anything else, and for what is not from 1 to 1 GiB.
  private static func bytes(_ text: String) -> Int? {
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)]
    let unit = units.first { text.hasSuffix($0.0) }
    let digits = unit == nil ? text : String(text.dropLast(3)).trimmingCharacters(in: .whitespaces)
    guard let number = Int(digits), number > 0 else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
    return overflow || bytes > 1 << 30 ? nil : bytes
  }

  /// A number without `.0`, because options take `600`.
  static func plain(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }

  /// A value in words for people: `10 s`, `8 MiB`.
  func words(_ text: String) -> String {
    switch self {
    case .seconds:
      guard let seconds = Double(text) else { return text }
      for (unit, size) in [("d", 86_400.0), ("h", 3600), ("min", 60)]
      where seconds >= size && seconds.truncatingRemainder(dividingBy: size) == 0 {
        return "\(Self.plain(seconds / size)) \(unit)"
      }
      return "\(Self.plain(seconds)) s"
    case .bytes:
      guard let bytes = Int(text) else { return text }
      for (unit, size) in [("MiB", 1 << 20), ("KiB", 1 << 10)] where bytes % size == 0 {
        return "\(bytes / size) \(unit)"
      }
      return "\(bytes) bytes"
    default: return text
    }
  }
}

extension Setting.Name {
  /// What is expected, for "is …, not …".
  var expectation: String {
    switch self {
    case .environment: "a name of up to 100 characters without / (such as staging)"
    case .perspective:
      "a name of up to 40 letters, digits, - _ . (such as eu-west), other than default and recorded"
    }
  }

  /// Whether `text` is such a name. It is shown in lines, and a perspective is none that responses from files have.
  func allows(_ text: String) -> Bool {
    switch self {
    case .environment:
      text.count <= 100 && !text.contains("/") && text == text.trimmingCharacters(in: .whitespacesAndNewlines)
        && !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    case .perspective:
      (1...40).contains(text.count) && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        && !["recorded", "default"].contains(text)
    }
  }
}

extension CommandCall {
  /// A failure about the value of a setting that turns out to be wrong where it is used.
  ///
  /// - Parameters:
  ///   - key: The setting.
  ///   - problem: What is wrong with it.
  /// - Returns: A failure with exit code 2 that says where the value was said: the option, the variable, or the file with its place.
  func failure(of key: String, _ problem: String) -> CommandFailure {
    switch settings[key]?.origin {
    case .file(let path, let line, let column):
      .usage("\(path): \(key): \(problem) (line \(line), column \(column))")
    case .variable(let name): .usage("$\(name): \(problem)")
    default: .usage("\(Setting.named(key)?.option ?? key): \(problem)")
    }
  }
}
