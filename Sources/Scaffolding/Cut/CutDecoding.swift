/// What of a declaration decides how a type decodes.
struct CutDecoding {
  /// Whether it is an `init(from:)`, or `CodingKeys`.
  private(set) var (isInitializer, isKeys) = (false, false)
  /// Cases of an enumeration.
  private(set) var cases: [String] = []
  private var stored: [(name: String, isConstant: Bool)] = []
  private var hasInitialValue = false

  /// Properties with storage that an `init(from:)` of the compiler's own may read: a constant that has a value is none.
  var properties: [String] { stored.filter { !($0.isConstant && hasInitialValue) }.map(\.name) }

  /// Reads what the compiler says of a declaration.
  ///
  /// - Parameters:
  ///   - node: The declaration in its tree.
  ///   - name: What it is called.
  init(_ node: [String: Any], name: String) {
    switch node["_kind"] as? String {
    case "constructor_decl": isInitializer = (node["name"] as? [String: Any])?["args"] as? [String] == ["from"]
    case "enum_decl": isKeys = name == "CodingKeys"
    case "enum_element_decl": cases = [name]
    case "pattern_binding_decl":
      hasInitialValue = (node["pattern_entries"] as? [[String: Any]] ?? []).contains { $0["original_init"] != nil }
    case "var_decl" where node["static"] == nil && node["lazy"] == nil:
      let accessors = node["accessors"] as? [[String: Any]] ?? []
      guard accessors.allSatisfy({ $0["didSet"] != nil || $0["willSet"] != nil }) else { return }
      stored = [(name, node["let"] != nil)]
    default: break
    }
  }

  /// The same with what another declaration on its lines says.
  func joined(with other: CutDecoding) -> CutDecoding {
    var result = self
    result.isInitializer = isInitializer || other.isInitializer
    result.isKeys = isKeys || other.isKeys
    result.cases += other.cases
    result.stored += other.stored
    result.hasInitialValue = hasInitialValue || other.hasInitialValue
    return result
  }
}

/// The types of some files that decode, and how, as far as that is to be seen without compiling them.
struct CutDecodingTypes {
  /// What all declarations of one type say together.
  private struct Known {
    var heritage: Set<String> = []
    var initializers = 0
    /// The cases of its `CodingKeys`; empty: none were found.
    var keys: Set<String> = []
  }

  private let declarations: [String: [CutDeclaration]]
  private var types: [String: Known] = [:]
  /// What makes a type decode: the standard library's protocols, and those of the files that inherit from them.
  private var decodable: Set<String> = ["Codable", "Decodable"]

  /// - Parameter declarations: Those of the top level, by file.
  init(_ declarations: [String: [CutDeclaration]]) {
    self.declarations = declarations
    var names: [(name: String, heritage: Set<String>)] = []
    for (type, declaration) in declarations.values.flatMap({ Self.all($0, below: "") }) {
      types[type, default: Known()].heritage.formUnion(declaration.heritage)
      types[type, default: Known()].initializers += declaration.contents.count(where: \.isInitializer)
      if declaration.decoding.isKeys {
        types[Self.outer(of: type), default: Known()].keys.formUnion(declaration.contents.flatMap(\.cases))
      }
      if declaration.namesOthers { names.append((declaration.name, declaration.heritage)) }
    }
    while let next = names.first(where: { !decodable.contains($0.name) && !$0.heritage.isDisjoint(with: decodable) }) {
      decodable.insert(next.name)
    }
  }

  /// Types, extensions and other names for types with the type that they are about, also those inside.
  private static func all(
    _ declarations: [CutDeclaration], below outer: String
  ) -> [(type: String, declaration: CutDeclaration)] {
    declarations.filter { $0.isType || $0.namesOthers }.flatMap { declaration in
      let type = outer.isEmpty ? declaration.subject : "\(outer).\(declaration.subject)"
      return [(type, declaration)] + all(declaration.members, below: type)
    }
  }

  private static func outer(of type: String) -> String {
    type.lastIndex(of: ".").map { String(type[..<$0]) } ?? ""
  }

  /// How a cut changes what types decode.
  ///
  /// - Parameter pieces: What goes.
  /// - Returns: Each change, in the order of the pieces.
  func changes(by pieces: [ForeignCut.Piece]) -> [ForeignCut.DecodingChange] {
    var gone: [String: Int] = [:]
    let places = pieces.compactMap(place)
    for place in places { gone[place.type, default: 0] += place.initializers }
    return places.flatMap { place -> [ForeignCut.DecodingChange] in
      var (type, parts) = (place.type, [String]())
      if type.hasSuffix(".CodingKeys") {
        type = Self.outer(of: type)
        parts = place.declaration.decoding.cases.map { "CodingKeys.\($0) goes" }
      } else {
        let known = types[type] ?? Known()
        parts = place.parts(
          decodes: known.initializers > 0 || !known.heritage.isDisjoint(with: decodable),
          keepsInitializer: known.initializers > gone[type, default: 0], keys: known.keys.isEmpty ? nil : known.keys,
          decodable)
      }
      return parts.map {
        ForeignCut.DecodingChange(type: type, part: $0, file: place.piece.file, lines: place.piece.lines)
      }
    }
  }

  /// A part of a type that goes, or loses something.
  private struct Place {
    let type: String
    let declaration: CutDeclaration
    let piece: ForeignCut.Piece

    var initializers: Int {
      guard piece.kind == .declaration else { return 0 }
      return declaration.isType
        ? declaration.contents.count(where: \.isInitializer) : declaration.decoding.isInitializer ? 1 : 0
    }

    /// What goes that decides how the type decodes, in words.
    ///
    /// - Parameters:
    ///   - decodes: Whether the type does.
    ///   - keepsInitializer: Whether an `init(from:)` stays, so that the compiler makes none.
    ///   - keys: Those of its `CodingKeys`; `nil`: it has none.
    ///   - decodable: What makes a type decode.
    /// - Returns: Each part.
    func parts(decodes: Bool, keepsInitializer: Bool, keys: Set<String>?, _ decodable: Set<String>) -> [String] {
      let word = String(piece.name.prefix { $0 != " " })
      switch piece.kind {
      case .importing: return []
      case .inheritance: return decodable.contains(word) ? ["the conformance to \(word) goes"] : []
      case .attribute:
        guard decodes, !keepsInitializer else { return [] }
        return read(keys).map { "\(word) of \($0) goes" }
      case .declaration where declaration.isType && !declaration.decoding.isKeys:
        let conformances = declaration.heritage.intersection(decodable).sorted()
        return conformances.map { "the conformance to \($0) goes" }
          + (declaration.contents.contains(where: \.isInitializer) ? ["init(from:) goes"] : [])
          + (declaration.contents.contains(where: \.isKeys) ? ["CodingKeys goes"] : [])
      case .declaration:
        var parts = declaration.decoding.isInitializer ? ["init(from:) goes"] : []
        if declaration.decoding.isKeys { parts.append("CodingKeys goes") }
        guard decodes, !keepsInitializer else { return parts }
        return parts + read(keys).map { "the stored property \($0) goes" }
          + declaration.decoding.cases.map { "the case \($0) goes" }
      }
    }

    private func read(_ keys: Set<String>?) -> [String] {
      declaration.decoding.properties.filter { keys?.contains($0) ?? true }
    }
  }

  /// The part of a type that a piece takes; `nil` for one that goes as a whole, which decodes nothing any more, and for what is of no type.
  private func place(of piece: ForeignCut.Piece) -> Place? {
    let chain = CutDeclaration.chain(to: piece.lines.upperBound - 1, in: declarations[piece.file] ?? [])
    var type = ""
    for (index, declaration) in chain.enumerated() {
      let own = type.isEmpty ? declaration.subject : "\(type).\(declaration.subject)"
      let isWhole = piece.kind == .declaration && piece.lines.lowerBound - 1 <= declaration.lines.lowerBound
      if isWhole ? declaration.isExtension : piece.kind == .inheritance && index == chain.count - 1 {
        return Place(type: own, declaration: declaration, piece: piece)
      }
      if isWhole || (piece.kind == .attribute && !declaration.isType) {
        let isType = declaration.isType && !declaration.decoding.isKeys
        return type.isEmpty || isType ? nil : Place(type: type, declaration: declaration, piece: piece)
      }
      type = own
    }
    return nil
  }
}
