import Foundation
public import JSONDocument

/// Swift types that decode every response that they were made of.
///
/// ```swift
/// var inference = DTOInference(name: "Product")
/// inference.add(document)
/// print(inference.source().text)
/// ```
public struct DTOInference {
  /// How the types are written.
  public struct Options: Sendable {
    /// How members' names become properties' names.
    public enum Keys: String, Sendable, CaseIterable {
      /// `CodingKeys` in each type.
      case codingKeys = "coding-keys"
      /// `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`.
      case snakeCase = "snake-case"
    }

    /// Where the types stand.
    public enum Layout: String, Sendable, CaseIterable {
      /// Each at the top level of the file.
      case topLevel = "top-level"
      /// All inside the first one.
      case nested
    }

    /// How members' names become properties' names.
    public var keys = Keys.codingKeys
    /// Where the types stand.
    public var layout = Layout.topLevel
    /// Whether dates, URLs and words of closed sets stay plain texts.
    public var hasPlainTexts = false
    /// Whether domain types and the mappings to them are written too.
    public var hasDomain = false

    /// Coding keys, at the top level, without domain types.
    public init() {}
  }

  /// Source code, and what reads with it.
  public struct Source: Sendable {
    /// The file.
    public let text: String
    /// The type of a whole response: `[Product]`.
    public let root: String
    /// An expression that makes the decoder which the types need.
    public let decoder: String
  }

  private let name: String
  private var documents: [JSONDocument] = []

  /// No response yet.
  ///
  /// - Parameter name: The name of what a response holds: `Product`, also where it is a list of them.
  public init(name: String) { self.name = SwiftName.type(name) }

  /// A name for types of a thing that is called so: `products` becomes `Product`.
  public static func typeName(for name: String) -> String { SwiftName.type(SwiftName.singular(name)) }

  /// Adds a response.
  public mutating func add(_ document: JSONDocument) { documents.append(document) }

  /// The types.
  ///
  /// - Parameter options: How they are written.
  /// - Returns: The source code, formatted; equal responses in the same order give equal code.
  /// - Complexity: Linear in the bytes of the responses, for each level of types that contain themselves.
  public func source(_ options: Options = Options()) -> Source {
    let (deduction, root) = deduction(options)
    return SwiftSource(deduction, root: root, name: name, documents: documents.count, options).source
  }

  /// The types before they are written, and that of a whole response.
  func deduction(_ options: Options) -> (TypeDeduction, InferredType) {
    let first = ValueEvidence()
    for document in documents { first.add(document.root, of: document) }
    var discriminators: [String: String] = [:]
    first.discriminators(into: &discriminators)
    var evidence = first
    if !discriminators.isEmpty {
      evidence = ValueEvidence()
      for document in documents { evidence.add(document.root, of: document, discriminators: discriminators) }
    }
    evidence.fold()
    var deduction = TypeDeduction(isStrict: !options.hasPlainTexts)
    let root = deduction.type(of: evidence, named: [name])
    return (deduction, root)
  }
}
