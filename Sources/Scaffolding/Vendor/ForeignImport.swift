/// An import of a module that only Apple's systems have.
public struct ForeignImport: Sendable, Equatable {
  /// The file, and its line, which counts from 1.
  public let (file, line): (String, Int)
  /// The module: `SwiftUI`.
  public let module: String

  /// Modules of Apple's systems that no Linux has.
  private static let appleModules: Set<String> = [
    "AVFoundation", "AppKit", "AuthenticationServices", "Combine", "CoreData", "CoreGraphics", "CoreImage",
    "CoreLocation", "CoreTransferable", "CryptoKit", "MapKit", "OSLog", "PhotosUI", "Security", "StoreKit", "SwiftData",
    "SwiftUI", "UIKit", "UniformTypeIdentifiers", "UserNotifications", "WatchKit", "WebKit", "WidgetKit", "os",
  ]

  /// What may stand before an import, but for attributes.
  private static let accessLevels: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
  /// What may stand before the name of a single declaration.
  private static let kinds: Set<String> = [
    "actor", "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
  ]

  /// What is wrong, as the beginning of a line.
  public var words: String {
    let isApples = Self.appleModules.contains(module)
    return "\(file):\(line) imports \(module), which \(isApples ? "Linux does not have" : "is not here")"
  }

  /// Modules that every toolchain for Linux has.
  private static let linuxModules: Set<String> = [
    "Cxx", "Dispatch", "Distributed", "Foundation", "FoundationEssentials", "FoundationInternationalization",
    "FoundationNetworking", "FoundationXML", "Glibc", "Observation", "RegexBuilder", "Swift", "Synchronization",
    "Testing", "XCTest", "_Concurrency", "_Differentiation", "_RegexParser", "_StringProcessing", "_Volatile",
  ]

  /// Those of a file that hold on Linux: an import behind `#if canImport(UIKit)` does not.
  ///
  /// - Parameters:
  ///   - bytes: Its content.
  ///   - file: What it is called.
  /// - Returns: Its imports of what no toolchain for Linux has, in order.
  static func all(in bytes: [UInt8], of file: String) -> [ForeignImport] {
    // Of each `#if` around a line: whether the branch holds, and whether one before it did. `nil`: that cannot be said.
    var branches: [(holds: Bool?, earlier: Bool?)] = []
    // A carriage return with a line feed is one character, and a byte order mark belongs to no word.
    return String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated()
      .compactMap { index, line in
        let text = line.drop(while: \.isWhitespace)
        if text.hasPrefix("#if") {
          branches.append((holds(text.dropFirst(3)), false))
        } else if let last = branches.last, text.hasPrefix("#else") {
          let earlier = either(last.earlier, last.holds)
          let own = text.hasPrefix("#elseif") ? holds(text.dropFirst(7)) : true
          branches[branches.count - 1] = (earlier == true ? false : own, earlier)
        } else if text.hasPrefix("#endif") {
          branches = branches.dropLast()
        }
        guard !branches.contains(where: { $0.holds == false }), let module = module(importedBy: line) else {
          return nil
        }
        return linuxModules.contains(module) ? nil : ForeignImport(file: file, line: index + 1, module: module)
      }
  }

  /// The module that a line imports; `nil` for a line that is no import.
  private static func module(importedBy line: Substring) -> String? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
      words[..<place].allSatisfy({ $0.hasPrefix("@") || $0.hasSuffix(")") || accessLevels.contains(String($0)) })
    else { return nil }
    // `import struct SwiftUI.Color`
    let name = kinds.contains(String(words[place + 1])) && place + 2 < words.count ? place + 2 : place + 1
    let module = words[name].prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    let behind = words[name].dropFirst(module.count)
    // A sentence in a text that goes over several lines is no import.
    let isEnd =
      behind.contains(";") || words.count == name + 1 || words[name + 1].hasPrefix("/") || words[name + 1] == ";"
    let isPath = behind.isEmpty || behind.hasPrefix(".") || behind.hasPrefix(";") || behind.hasPrefix("/")
    return module.isEmpty || !isEnd || !isPath ? nil : String(module)
  }

  private static func either(_ one: Bool?, _ other: Bool?) -> Bool? {
    if one == true || other == true { return true }
    return one == false && other == false ? false : nil
  }

  /// Whether a condition holds on Linux; `nil` if that cannot be said, as of `DEBUG`.
  private static func holds(_ condition: Substring) -> Bool? {
    let code = condition.firstRange(of: "//").map { condition[..<$0.lowerBound] } ?? condition
    let text = code.filter { !$0.isWhitespace }
    if text.contains("||") { return text.split(separator: "||").map { holds($0) }.reduce(false, either) }
    if text.contains("&&") {
      let parts = text.split(separator: "&&").map { holds($0) }
      return parts.contains(false) ? false : parts.contains(nil) ? nil : true
    }
    if text.hasPrefix("!") { return holds(text.dropFirst()).map { !$0 } }
    guard let match = text.wholeMatch(of: /(canImport|os|targetEnvironment)\((\w+)[^()]*\)/) else { return nil }
    switch match.1 {
    case "canImport": return linuxModules.contains(String(match.2))
    case "os": return match.2 == "Linux"
    default: return false
    }
  }
}
