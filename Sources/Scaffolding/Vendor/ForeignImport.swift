/// An import of a module that only Apple's systems have.
public struct ForeignImport: Sendable, Equatable {
  /// The file, and its line, which counts from 1.
  public let (file, line): (String, Int)
  /// The module: `SwiftUI`.
  public let module: String

  /// Modules of Apple's systems that no Linux has.
  private static let appleModules: Set<String> = [
    "AppKit", "AuthenticationServices", "Combine", "CoreData", "CoreGraphics", "CoreImage", "CoreLocation", "CryptoKit",
    "MapKit", "PhotosUI", "SwiftData", "SwiftUI", "UIKit", "WatchKit", "WidgetKit", "os",
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

  /// Those of a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content.
  ///   - file: What it is called.
  /// - Returns: Its imports, in order.
  static func all(in bytes: [UInt8], of file: String) -> [ForeignImport] {
    // A carriage return with a line feed is one character, and a byte order mark belongs to no word.
    String(decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.enumerated()
      .compactMap { index, line in
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
          words[..<place].allSatisfy({ $0.hasPrefix("@") || $0.hasSuffix(")") || accessLevels.contains(String($0)) })
        else { return nil }
        // `import struct SwiftUI.Color`
        let name = kinds.contains(String(words[place + 1])) && place + 2 < words.count ? place + 2 : place + 1
        let module = String(words[name].prefix { $0 == "_" || $0.isLetter || $0.isNumber })
        return appleModules.contains(module) ? ForeignImport(file: file, line: index + 1, module: module) : nil
      }
  }
}
