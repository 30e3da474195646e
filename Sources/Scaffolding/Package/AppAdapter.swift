import System

/// The adapter beside the app's files of one version.
struct AppAdapter {
  /// A list that a member of a response holds.
  private struct Envelope: Hashable {
    let type: String
    let key: String
  }

  private let version: AppTypes.Version
  private let hasLabel: Bool
  private var reads: [String] = []
  private var envelopes: [(envelope: Envelope, name: String)] = []
  private var factories: [(decoder: AppDecoder, name: String)] = []
  /// Names that are taken in the module: those of the app, and those of the adapter.
  private(set) var names: Set<String>
  /// The constant of the version, `v1`.
  let constant: String

  var id: String { version.id }

  /// Makes the adapter.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - matches: For each endpoint what reads it.
  ///   - endpoints: Ids of the endpoints.
  ///   - hasLabel: Whether the folder's name says which version it is.
  init(_ version: AppTypes.Version, _ matches: [AppMatch], _ endpoints: [String], hasLabel: Bool) {
    (self.version, self.hasLabel, names) = (version, hasLabel, version.names)
    constant = Self.free(version.id, in: version.names)
    names.insert(constant)
    for (endpoint, match) in zip(endpoints, matches) {
      guard case .reads(let reading, let decoder) = match else { continue }
      let type = reading.wholeType ?? envelope(of: reading)
      let using = self.using(decoder).map { ", using: \($0)" } ?? ""
      reads.append("\(word("Reads"))(\(SwiftLiteral.text(endpoint)), as: \(type).self\(using))")
    }
  }

  private mutating func envelope(of reading: AppReading) -> String {
    guard case .below(let key) = reading.place else { return reading.type }
    let envelope = Envelope(type: reading.type, key: key)
    if let known = envelopes.first(where: { $0.envelope == envelope }) { return known.name }
    let name = Self.free("\(reading.type)Envelope", in: names)
    names.insert(name)
    envelopes.append((envelope, name))
    return name
  }

  /// An expression that makes the decoder; `nil` for a plain one.
  private mutating func using(_ decoder: AppDecoder) -> String? {
    if case .own(let expression) = decoder { return expression }
    guard let factory = decoder.factory else { return nil }
    if let known = factories.first(where: { $0.decoder == decoder }) { return "\(known.name)()" }
    let name = Self.free(factory, in: names)
    names.insert(name)
    factories.append((decoder, name))
    return "\(name)()"
  }

  private static func free(_ name: String, in taken: Set<String>) -> String {
    taken.contains(name) ? (2...).lazy.map { "\(name)\($0)" }.first { !taken.contains($0) } ?? name : name
  }

  /// A word of a contract, `Version`, which the app may have too.
  func word(_ word: String) -> String { names.contains(word) ? "ContractKit.\(word)" : word }

  /// A name for a file beside the app's: a module has no two of one name, wherever they stand.
  func free(file name: String) -> String {
    let taken = Set(version.files.map { ($0.path.split(separator: "/").last ?? "").lowercased() })
    let names = ["\(name).swift", "Driftwatch\(name).swift"] + (2...(taken.count + 2)).map { "\(name)\($0).swift" }
    return names.first { !taken.contains($0.lowercased()) } ?? names[0]
  }

  var fileName: String { free(file: "Adapter") }

  /// The file.
  ///
  /// - Parameter inferred: Lines for endpoints that inferred types read.
  /// - Returns: Its text.
  func text(inferred: [String]) -> String {
    var lines = ["import ContractKit", "import Foundation", ""]
    lines.append(
      "/// What the app's files in the folder \(SwiftLiteral.text(version.label)) read; they are as they were, byte for byte."
    )
    if !hasLabel { lines.append("/// Say in `shippedIn` in which releases they are.") }
    lines.append(
      "public let \(constant) = \(word("Version"))(\(SwiftLiteral.text(version.id)), shippedIn: \(SwiftLiteral.text(hasLabel ? version.label : "1.0"))) {"
    )
    lines += reads.map { "  \($0)" }
    if !inferred.isEmpty {
      lines.append("  // None of the app's types was found to read these.")
      lines += inferred.map { "  \($0)" }
    }
    lines.append("}")
    for (envelope, name) in envelopes {
      lines += [
        "", "/// A response that holds a list in one of its members.", "struct \(name): Decodable {",
        "  let list: [\(SwiftName.quoted(envelope.type))]", "", "  enum CodingKeys: String, CodingKey {",
        "    case list = \(SwiftLiteral.text(envelope.key))", "  }", "}",
      ]
    }
    for (decoder, name) in factories {
      lines += [
        "", "/// Settings with which the types decode what was seen. Name your app's own decoder in its place.",
        "func \(name)() -> JSONDecoder {", "  let decoder = JSONDecoder()",
      ]
      lines += decoder.settings.map { "  \($0)" } + ["  return decoder", "}"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
