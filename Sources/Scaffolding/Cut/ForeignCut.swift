/// The smallest cut of a release's files after which they compile without modules that this machine does not have.
public struct ForeignCut: Sendable {
  /// A part of a file that goes.
  public struct Piece: Sendable, Equatable {
    /// What kind of part.
    public enum Kind: Sendable, Equatable {
      /// The line that imports a module.
      case importing
      /// A declaration with its lines.
      case declaration
      /// An attribute, such as a property wrapper; what it stands before stays.
      case attribute
      /// What a type conforms to or inherits from; the type stays.
      case inheritance
    }

    /// Path below the folder of the version.
    public let file: String
    /// Its lines, counted from 1.
    public let lines: ClosedRange<Int>
    /// What kind of part it is.
    public let kind: Kind
    /// What goes: `import SwiftUI`, `Product.color`, `@State of Product.isOn`.
    public let name: String
    /// The compiler's words without it.
    public let reason: String
    /// The bytes that go.
    let range: Range<Int>
  }

  /// A part that goes and that decides how a type decodes, so that what is left reads responses in another way than the app does.
  public struct DecodingChange: Sendable, Equatable {
    /// The type.
    public let type: String
    /// What goes: `init(from:) goes`.
    public let part: String
    /// Path below the folder of the version.
    public let file: String
    /// Its lines, counted from 1.
    public let lines: ClosedRange<Int>

    /// The change as a line.
    public var words: String { "changes how \(type) decodes: \(part) (\(file):\(lines.lowerBound))" }
  }

  /// What came of a search.
  public enum Outcome: Sendable {
    /// Every module is here; there is nothing to cut. The fault is another one because of which the files do not compile; `nil`: they do.
    case needless(fault: String?)
    /// A cut after which everything compiles.
    case found(ForeignCut)
    /// There is none that was found, and why.
    case none(String)
    /// Nobody could look, and why: there is no toolchain, or it took too long.
    case untried(String)
  }

  /// What goes, by file and line.
  public let pieces: [Piece]
  /// Files that are changed, by path: what is left of them.
  public let files: [String: [UInt8]]
  /// Files of which no declaration is left.
  public let emptied: [String]
  /// Where what is left decodes in another way than the app.
  public let decodingChanges: [DecodingChange]

  /// Where nothing has to go.
  public static let nothing = ForeignCut(pieces: [], files: [:], emptied: [], decodingChanges: [])

  /// Lines that are removed or changed, without those of imports.
  public var lineCount: Int {
    Set(pieces.filter { $0.kind != .importing }.flatMap { piece in piece.lines.map { "\(piece.file):\($0)" } }).count
  }
}
