import Foundation

/// What the compiler says of some files: their types with the extent of each declaration, and who uses which property.
///
/// It is read from the syntax tree after type checking (`swiftc -frontend -dump-ast -dump-ast-format json`), so that nothing is guessed from
/// names.
struct SourceTree: Sendable {
  /// A stored property.
  struct Property: Sendable {
    let name: String
    let usr: String
    /// Its type as it is written.
    let type: String
    let typeRange: Range<Int>
    /// Where its name begins.
    let offset: Int
    let isConstant: Bool
    let hasInitialValue: Bool
    /// The name of its property wrapper; `nil` if it has none.
    let wrapper: String?

    var hasWrapper: Bool { wrapper != nil }
    var isOptional: Bool { type.hasSuffix("?") || type.hasPrefix("Optional<") }
    /// Its type without the mark of an optional.
    var plainType: String { type.hasSuffix("?") ? String(type.dropLast()) : type }
  }

  /// A call in an initialiser that decodes a member, with the `try` before it.
  struct DecodeCall: Sendable {
    /// The name of the coding key's case.
    let key: String
    let range: Range<Int>
    /// The container, as it is written.
    let container: String
    /// How it begins: `try`, `try?`, or nothing, if the `try` stands further left.
    let trial: String
    /// The type that it asks for, as it is written; `nil` if it is not written.
    let type: String?
  }

  /// An initialiser `init(from:)` that somebody wrote.
  struct Decoding: Sendable {
    let file: String
    /// What it calls the decoder.
    let decoder: String
    let calls: [DecodeCall]
  }

  struct Declaration: Sendable {
    enum Kind: Sendable { case structure, finalClass, openClass, enumeration }

    /// With the types around it: `Landmark.Category`.
    let name: String
    let usr: String
    let kind: Kind
    let file: String
    /// From its keyword to behind its closing brace.
    let range: Range<Int>
    var properties: [Property] = []
    /// The cases of an enumeration with the extent of each, in order.
    var cases: [(name: String, range: Range<Int>)] = []
    /// Names of the cases of its coding keys, in order; `nil` if it has none.
    var codingKeys: [String]?
    var hasWrittenKeys = false
    /// The member's name of each coding key that has another one than its own.
    var keyNames: [String: String] = [:]
    /// The initialiser that somebody wrote; `nil` if the compiler makes it, or there is none.
    var decoding: Decoding?
    /// Whether it has an initialiser for decoding at all.
    var isDecoded = false
    /// Whether its raw values are texts.
    var hasTextValues = false
    var isCaseIterable = false
    /// Whether other modules see it, so that what it has for a protocol must be seen too.
    var isPublic = false

    /// What stands before a new initialiser: `public `.
    var access: String { isPublic ? "public " : "" }
  }

  /// A place where a property is read or written.
  struct Use: Sendable {
    let file: String
    let range: Range<Int>
  }

  /// A switch over an enumeration.
  struct Switch: Sendable {
    let file: String
    /// From its keyword to its end.
    let range: Range<Int>
    /// Of each case its patterns' names and where the pattern list begins.
    let branches: [(names: [String], offset: Int)]
    let type: String
  }

  var types: [String: Declaration] = [:]
  /// What other names without generic parameters stand for, as it is written, by those names with the types around them.
  var aliases: [String: String] = [:]
  var uses: [String: [Use]] = [:]
  var switches: [Switch] = []
  /// Modules that the files import.
  var imports: Set<String> = []
  /// Names of constants of the type `Version` that stand outside all types.
  var versionConstants: [String] = []

  /// The declaration that a report calls `name`: the last part of a nested type's name is enough.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - known: Names among which it is, if there are several.
  /// - Returns: The declaration; `nil` if none or several have the name.
  func type(named name: String, within known: Set<String> = []) -> Declaration? {
    let plain = name.prefix { $0 != "<" }
    let found = types.values.filter { $0.name == plain || $0.name.hasSuffix("." + plain) }
    guard found.count > 1 else { return found.first }
    let near = found.filter { known.contains($0.name) }
    return near.count == 1 ? near[0] : found.first { $0.name == plain }
  }

  /// Names of the types that are decoded with a type: those that its properties name, and theirs.
  func reachable(from root: String) -> Set<String> {
    var found: Set<String> = []
    var pending = Self.words(in: root).compactMap { type(named: $0)?.name }
    while let name = pending.popLast() {
      guard found.insert(name).inserted, let declaration = types[name] else { continue }
      for word in declaration.properties.flatMap({ Self.words(in: resolved($0.type, in: name)) }) {
        // A name means the nearest type: one inside, then beside, then at the top level.
        var scope = name
        while true {
          if types[scope.isEmpty ? word : "\(scope).\(word)"] != nil {
            pending.append(scope.isEmpty ? word : "\(scope).\(word)")
            break
          }
          guard !scope.isEmpty else { break }
          scope = scope.lastIndex(of: ".").map { String(scope[..<$0]) } ?? ""
        }
      }
    }
    return found
  }

  /// A type with what its other names stand for in their place: `[Celsius]?` is `[Double]?`.
  ///
  /// - Parameters:
  ///   - type: The type, as it is written.
  ///   - owner: The type inside which it stands, with the types around it.
  /// - Returns: The type without other names that the files declare.
  func resolved(_ type: String, in owner: String) -> String {
    var text = type
    // One may stand for another; the compiler allows no circles, so that the limit is never reached.
    for _ in 0..<16 {
      var (next, word) = ("", "")
      for character in text + " " {
        if character.isLetter || character.isNumber || character == "_" || character == "." {
          word.append(character)
          continue
        }
        next += (alias(word, in: owner) ?? word) + String(character)
        word = ""
      }
      next.removeLast()
      if next == text { break }
      text = next
    }
    return text
  }

  private func alias(_ word: String, in owner: String) -> String? {
    guard !word.isEmpty, !aliases.isEmpty else { return nil }
    var scope = owner
    while true {
      let name = scope.isEmpty ? word : "\(scope).\(word)"
      if let found = aliases[name] { return found }
      // A type that stands nearer hides another name further out.
      guard types[name] == nil, !scope.isEmpty else { return nil }
      scope = scope.lastIndex(of: ".").map { String(scope[..<$0]) } ?? ""
    }
  }

  private static func words(in type: String) -> [String] {
    type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
  }
}
