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
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let place = words.firstIndex(of: "import"), place < 3, place + 1 < words.count else { return nil }
        let module =
          words[words.count > place + 2 ? place + 2 : place + 1].split(separator: ".").first.map(String.init) ?? ""
        return appleModules.contains(module) ? ForeignImport(file: file, line: index + 1, module: module) : nil
      }
  }
}
