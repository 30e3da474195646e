import Foundation

extension ForeignCut {
  /// Looks for the smallest cut of some files. They are compiled again and again with pieces blanked: first what the compiler does not find, then
  /// what does not hold without it, until nothing is refused. Then everything that compiles all the same is put back.
  ///
  /// - Parameters:
  ///   - files: Path below the version's folder, and bytes.
  ///   - environment: Of the toolchain.
  ///   - seconds: How long it may take.
  /// - Returns: What came of it. No piece of a cut that is found can stay while the others go.
  /// - Throws: `CancellationError` if a signal ended it.
  public static func search(
    _ files: [(path: String, bytes: [UInt8])], environment: [String: String], seconds: Double = 120
  ) throws -> Outcome {
    let swift = files.filter { $0.path.hasSuffix(".swift") }
    if let odd = swift.first(where: { String(validating: $0.bytes, as: UTF8.self) == nil }) {
      return .none("\(odd.path) is no UTF-8")
    }
    do {
      let compiler = try CutCompiler(environment: environment, seconds: seconds)
      var search = CutSearch(swift.map { CutSource(path: $0.path, bytes: $0.bytes) }, compiler)
      return try search.run()
    } catch let impossible as CutCompiler.Impossible { return .untried(impossible.description) }
  }
}

/// One search for a cut.
private struct CutSearch {
  private typealias Piece = ForeignCut.Piece

  private let sources: [CutSource]
  private let compiler: CutCompiler
  private var declarations: [[CutDeclaration]] = []
  private var pieces: [Piece] = []
  /// More rounds than any chain of declarations that need each other is long.
  private static let mostRounds = 60
  private static let mostTrials = 80

  init(_ sources: [CutSource], _ compiler: CutCompiler) { (self.sources, self.compiler) = (sources, compiler) }

  mutating func run() throws -> ForeignCut.Outcome {
    var refusals = try compiler.refusals(of: sources.map(\.original))
    // Other faults have other remedies, such as further files of the app.
    guard refusals.contains(where: { $0.words.hasPrefix("no such module ") }) else {
      return .needless(fault: refusals.first.map(described))
    }
    declarations = try sources.enumerated().map { try compiler.declarations(of: $1, $0) }
    var rounds = 0
    while let first = refusals.first {
      let wanted = Self.first(of: refusals)
      var isNew = false
      for refusal in wanted {
        guard let piece = piece(for: refusal), !pieces.contains(where: { $0.covers(piece) }) else { continue }
        pieces.append(piece)
        isNew = true
      }
      rounds += 1
      guard isNew, rounds < Self.mostRounds else { return .none(described(wanted.first ?? first)) }
      refusals = try compiler.refusals(of: texts(without: pieces))
    }
    try putBack()
    return try finished()
  }

  /// What is refused first: modules, then what is not found, then what follows from that.
  private static func first(of refusals: [CutCompiler.Refusal]) -> [CutCompiler.Refusal] {
    for beginnings in [["no such module "], ["cannot find ", "unknown attribute ", "no macro named "]] {
      let found = refusals.filter { refusal in beginnings.contains { refusal.words.hasPrefix($0) } }
      if !found.isEmpty { return found }
    }
    return refusals
  }

  private func described(_ refusal: CutCompiler.Refusal) -> String {
    guard let place = refusal.place, sources.indices.contains(place.file) else { return refusal.words }
    return "\(sources[place.file].path):\(place.line): \(refusal.words)"
  }

  private func texts(without pieces: [Piece]) -> [[UInt8]] {
    sources.map { source in source.blanking(pieces.filter { $0.file == source.path }.map(\.range)).bytes }
  }

  // MARK: What goes

  /// The smallest part whose removal takes a refusal away; `nil` if it stands in no declaration.
  private func piece(for refusal: CutCompiler.Refusal) -> Piece? {
    guard let place = refusal.place, sources.indices.contains(place.file) else { return nil }
    let source = sources[place.file]
    guard let offset = source.offset(line: place.line, column: place.column) else { return nil }
    let line = place.line - 1
    if refusal.words.hasPrefix("no such module ") {
      return Piece(
        file: source.path, lines: place.line...place.line, kind: .importing, name: source.text(ofLine: line),
        reason: refusal.words, range: source.range(ofLine: line))
    }
    let chain = CutDeclaration.chain(to: line, in: declarations[place.file])
    guard let inner = chain.last else { return nil }
    let name = chain.map(\.name).filter { !$0.isEmpty }.joined(separator: ".")
    let shown = name.isEmpty ? header(of: inner, in: source) : name
    if let attribute = inner.attributes.first(where: { $0.contains(offset) }),
      !refusal.words.hasPrefix("no macro named ")
    {
      let word = String(decoding: source.original[attribute], as: UTF8.self).prefix { $0 != "(" }
      let end = source.original[attribute.upperBound...].prefix { $0 == 32 || $0 == 9 }.endIndex
      return Piece(
        file: source.path, lines: source.lines(of: attribute), kind: .attribute, name: "\(word) of \(shown)",
        reason: refusal.words, range: attribute.lowerBound..<end)
    }
    if inner.isType {
      // A key of a property that went goes alone: without its conformance the type would not decode.
      let keys = refusal.notes.filter { $0.words.hasPrefix("CodingKey case ") }
      if let member = member(in: keys, of: inner, named: shown, refusal, source) { return member }
      if let inherited = inheritance(refusal, at: offset, of: inner, source) {
        let word = String(decoding: source.original[inherited.name], as: UTF8.self)
        return Piece(
          file: source.path, lines: source.lines(of: inherited.range), kind: .inheritance, name: "\(word) of \(shown)",
          reason: refusal.words, range: inherited.range)
      }
      if let member = member(in: refusal.notes, of: inner, named: shown, refusal, source) { return member }
    }
    return whole(inner, shown, refusal.words, source)
  }

  /// The member that the compiler says is to blame.
  private func member(
    in notes: [(place: CutCompiler.Place, words: String)], of type: CutDeclaration, named name: String,
    _ refusal: CutCompiler.Refusal, _ source: CutSource
  ) -> Piece? {
    for note in notes where note.place.file == refusal.place?.file {
      let members = CutDeclaration.chain(to: note.place.line - 1, in: type.members)
      guard let member = members.last else { continue }
      return whole(member, ([name] + members.map(\.name)).joined(separator: "."), refusal.words, source)
    }
    return nil
  }

  private func whole(_ declaration: CutDeclaration, _ name: String, _ reason: String, _ source: CutSource) -> Piece {
    let lines = source.withComments(declaration.lines)
    return Piece(
      file: source.path, lines: (lines.lowerBound + 1)...(lines.upperBound + 1), kind: .declaration, name: name,
      reason: reason, range: source.range(of: lines))
  }

  private func header(of declaration: CutDeclaration, in source: CutSource) -> String {
    let text = String(decoding: source.original[source.range(of: declaration.lines)], as: UTF8.self)
    return String(text.trimmingCharacters(in: .whitespacesAndNewlines).prefix { !"{\n".contains($0) }.prefix(60))
      .trimmingCharacters(in: .whitespaces)
  }

  /// The entry of the list behind the colon of a type that a refusal is about.
  private func inheritance(
    _ refusal: CutCompiler.Refusal, at offset: Int, of declaration: CutDeclaration, _ source: CutSource
  ) -> (name: Range<Int>, range: Range<Int>)? {
    let current = source.blanking(pieces.filter { $0.file == source.path }.map(\.range))
    let list = InheritanceList(in: current.bytes, from: declaration.start)
    if let entry = list.entries.first(where: { $0.name.contains(offset) }) { return entry }
    // `type 'Row' does not conform to protocol 'View'`
    guard let match = refusal.words.firstMatch(of: /^type '.*' does not conform to protocol '([^']*)'/) else {
      return nil
    }
    return list.entries.first { String(decoding: current.bytes[$0.name], as: UTF8.self) == match.1 }
  }

  // MARK: What can stay

  /// Puts back each piece without which everything compiles, the largest first.
  private mutating func putBack() throws {
    var trials = 0
    for piece in pieces.sorted(by: { $0.range.count > $1.range.count }) where piece.kind != .importing {
      let others = pieces.filter { $0 != piece }
      guard trials < Self.mostTrials, !others.contains(where: { $0.covers(piece) }) else { continue }
      trials += 1
      if try compiler.refusals(of: texts(without: others)).isEmpty { pieces = others }
    }
    pieces = pieces.filter { piece in !pieces.contains { $0 != piece && $0.covers(piece) } }
  }

  private func finished() throws -> ForeignCut.Outcome {
    var files: [String: [UInt8]] = [:]
    var emptied: [String] = []
    for (index, source) in sources.enumerated() {
      let own = pieces.filter { $0.file == source.path }
      guard !own.isEmpty else { continue }
      let whole = own.filter { $0.kind == .declaration || $0.kind == .importing }
      let lines = Set(whole.flatMap { $0.lines.map { $0 - 1 } })
      files[source.path] = source.without(own.map(\.range), wholeLines: lines)
      if declarations[index].allSatisfy({ declaration in declaration.lines.allSatisfy(lines.contains) }) {
        emptied.append(source.path)
      }
    }
    // What is left is other text than what was tried.
    let left = sources.map { files[$0.path] ?? $0.original }
    for isDebug in [true, false] {
      if let refusal = try compiler.refusals(of: left, isDebug: isDebug).first {
        return .none("what is left does not compile\(isDebug ? "" : " without DEBUG"): \(refusal.words)")
      }
    }
    let order = pieces.sorted { ($0.file, $0.lines.lowerBound, $0.name) < ($1.file, $1.lines.lowerBound, $1.name) }
    let known = Dictionary(zip(sources.map(\.path), declarations)) { first, _ in first }
    return .found(
      ForeignCut(
        pieces: order, files: files, emptied: emptied, decodingChanges: CutDecodingTypes(known).changes(by: order)))
  }
}

extension ForeignCut.Piece {
  /// Whether another piece goes with this one.
  fileprivate func covers(_ other: ForeignCut.Piece) -> Bool {
    file == other.file && range.lowerBound <= other.range.lowerBound && other.range.upperBound <= range.upperBound
  }
}

extension CutSource {
  /// The lines of some bytes, counted from 1.
  fileprivate func lines(of range: Range<Int>) -> ClosedRange<Int> {
    let first = line(of: range.lowerBound) + 1
    return first...max(first, line(of: max(range.lowerBound, range.upperBound - 1)) + 1)
  }

  /// Some lines with the comments directly above them, but for one that begins the file or a section of it.
  fileprivate func withComments(_ lines: ClosedRange<Int>) -> ClosedRange<Int> {
    var first = lines.lowerBound
    while first > 0 {
      let above = text(ofLine: first - 1)
      let isDocumentation = above.hasPrefix("///")
      let isPlain = above.hasPrefix("//") && !above.hasPrefix("// MARK") && !above.hasPrefix("// swift")
      if isDocumentation || isPlain {
        first -= 1
      } else if above.hasSuffix("*/"), let start = (0..<first).last(where: { text(ofLine: $0).hasPrefix("/*") }) {
        first = start
      } else {
        break
      }
    }
    // The comment at the head of a file is about the file.
    while first == 0 || isHead(first), first < lines.lowerBound { first += 1 }
    return first...lines.upperBound
  }

  /// Whether only comments stand before a line, and on it.
  private func isHead(_ line: Int) -> Bool {
    (0...line).allSatisfy { line in
      let text = text(ofLine: line)
      return ["//", "/*", "*"].contains(where: text.hasPrefix)
    }
  }
}
