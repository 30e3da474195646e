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
    /// Whether words become enums only where a program made them, so that they may stand in files; see ``ClosedWords``.
    public var hasProgramWordsOnly = false
    /// Whether domain types and the mappings to them are written too.
    public var hasDomain = false
    /// Names that no type may have, since something beside the types has them.
    public var taken: Set<String> = []

    /// Coding keys, at the top level, without domain types.
    public init() {}
  }

  /// Source code, and what reads with it.
  public struct Source: Sendable {
    /// The file.
    public let text: String
    /// The types of whole responses, `[Product]`, in the order in which their names came.
    public let roots: [String]
    /// An expression that makes the decoder which the types need.
    public let decoder: String
    /// The members that the types ask for, by their names in JSON.
    public let members: Set<String>
  }

  private let name: String
  private var groups: [(name: String, documents: [Sample])] = []
  /// By group the members that lead to next pages.
  private var listEnds: [String: Set<[String]>] = [:]

  /// A response, with the nodes whose words are the provider's own; `nil`: all.
  private typealias Sample = (document: JSONDocument, words: Set<Int>?)

  /// No response yet.
  ///
  /// - Parameter name: The name of what a response holds: `Product`, also where it is a list of them.
  public init(name: String) { self.name = SwiftName.type(name) }

  /// A name for types of a thing that is called so: `products` becomes `Product`.
  public static func typeName(for name: String) -> String { SwiftName.type(SwiftName.singular(name)) }

  /// Adds a response.
  ///
  /// - Parameters:
  ///   - document: The response.
  ///   - group: The name of what it holds, if there are responses of several kinds; types that are equal are one.
  ///   - kept: Of a redacted response the paths whose values stayed, with everything below (RFC 9535): no other words say what a set has.
  ///     `nil`: nothing was redacted.
  public mutating func add(_ document: JSONDocument, as group: String? = nil, redactedBut kept: [String]? = nil) {
    let own = group ?? name
    let words = kept.map { paths -> Set<Int> in
      let nodes = paths.flatMap { (try? JSONPath($0))?.nodes(in: document) ?? [] }
      return Set(nodes.flatMap { $0.index..<max($0.index + 1, document.endIndex(of: $0)) })
    }
    if let index = groups.firstIndex(where: { $0.name == own }) {
      groups[index].documents.append((document, words))
    } else {
      groups.append((own, [(document, words)]))
    }
  }

  /// Says that a member leads to the next page of a list, so that it may be missing or null on the last one.
  ///
  /// - Parameters:
  ///   - members: The names that lead to it from the outermost object; none changes nothing.
  ///   - group: The group of the responses.
  mutating func endsList(at members: [String], of group: String) {
    if !members.isEmpty { listEnds[group, default: []].insert(members) }
  }

  /// The types.
  ///
  /// - Parameter options: How they are written.
  /// - Returns: The source code, formatted; equal responses in the same order give equal code.
  /// - Complexity: Linear in the bytes of the responses, for each level of types that contain themselves.
  public func source(_ options: Options = Options()) -> Source {
    let (deduction, roots) = deduction(options)
    return SwiftSource(deduction, roots: named(roots), name: name, documents: count, options).source
  }

  /// The types, and how an adapter reads and maps each kind of response; see ``AdapterPart``.
  func sourceWithAdapter(_ options: Options) -> (source: Source, parts: [AdapterPart]) {
    let evidence = evidence(options)
    let closed = ClosedWords(evidence)
    let (deduction, roots) = Self.deduction(of: evidence, options, closed)
    let source = SwiftSource(deduction, roots: named(roots), name: name, documents: count, options)
    let parts = zip(source.adapterParts, closed.paths).map { part, paths in
      var part = part
      part.keep = paths
      return part
    }
    return (source.source, parts)
  }

  private var count: Int { groups.reduce(0) { $0 + $1.documents.count } }

  private func named(_ roots: [InferredType]) -> [(name: String, type: InferredType)] {
    zip(groups, roots).map { ($0.name, $1) }
  }

  /// The types before they are written, and those of whole responses.
  func deduction(_ options: Options) -> (TypeDeduction, [InferredType]) {
    let evidence = evidence(options)
    return Self.deduction(of: evidence, options, options.hasProgramWordsOnly ? ClosedWords(evidence) : nil)
  }

  private static func deduction(
    of evidence: [(name: String, evidence: ValueEvidence)], _ options: Options, _ closed: ClosedWords?
  ) -> (TypeDeduction, [InferredType]) {
    var deduction = TypeDeduction(options, closed: options.hasProgramWordsOnly ? closed : nil)
    let roots = evidence.map { deduction.type(of: $0.evidence, named: [$0.name]) }
    for (root, evidence) in zip(roots, evidence) { deduction.nameEnvelope(root, evidence.name) }
    return (deduction, roots)
  }

  private func evidence(_ options: Options) -> [(name: String, evidence: ValueEvidence)] {
    groups.map { ($0.name, Self.evidence($0.documents, options, listEnds[$0.name] ?? [])) }
  }

  private static func evidence(
    _ documents: [Sample], _ options: Options, _ listEnds: Set<[String]>
  ) -> ValueEvidence {
    let first = ValueEvidence()
    for (index, (document, words)) in documents.enumerated() {
      first.add(document.root, of: document, words: words, in: SeenRecord(response: index, document))
    }
    var discriminators: [String: String] = [:]
    first.discriminators(into: &discriminators)
    if options.hasProgramWordsOnly {
      // Two people whose records differ are no kinds whose names may stand in files.
      discriminators = discriminators.filter { !SwiftName.isForPeople($0.value) && !SwiftName.isOfPeople($0.value) }
    }
    var evidence = first
    if !discriminators.isEmpty {
      evidence = ValueEvidence()
      for (index, (document, words)) in documents.enumerated() {
        evidence.add(
          document.root, of: document, discriminators: discriminators, words: words,
          in: SeenRecord(response: index, document))
      }
    }
    for members in listEnds { evidence.endsList(at: members[...]) }
    evidence.fold()
    return evidence
  }
}
