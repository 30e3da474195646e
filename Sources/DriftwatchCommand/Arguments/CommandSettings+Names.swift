import ContractKit

extension CommandSettings {
  /// The contract named `id`, or exit 2 with the nearest name.
  ///
  /// - Parameters:
  ///   - id: An id.
  ///   - operand: What was typed where the id was the beginning of it, which is named if there is no id in it.
  /// - Returns: The contract.
  /// - Throws: `CommandFailure` with exit code 2 if there is none.
  func contract(_ id: String, in operand: String? = nil) throws -> Contract {
    if let contract = contracts.first(where: { $0.id == id }) { return contract }
    throw Self.unknownContract(id, in: operand ?? id, among: contracts.map(\.id))
  }

  /// That nothing is known by the name `id`, with the nearest name.
  ///
  /// - Parameters:
  ///   - id: What stands where the id of a contract is expected.
  ///   - operand: What was typed, which is named if the id is empty, as of a path from the root of the file system.
  ///   - known: The ids that there are.
  /// - Returns: A failure with exit code 2.
  static func unknownContract(_ id: String, in operand: String, among known: [String]) -> CommandFailure {
    let nearest = nearestName(to: id, in: known).map { "; did you mean \($0)?" } ?? ""
    return CommandFailure.usage(
      "unknown contract \"\(shown(id.isEmpty ? operand : id))\"\(nearest); see \(ProgramName.current) contracts")
  }

  /// What was typed in place of a name, for an error: it may be a URL without its scheme, with a password or a key in it.
  static func shown(_ operand: String) -> String {
    String(Console.withoutPassword(operand).prefix { $0 != "?" && $0 != "#" }.prefix(80)).printable
  }

  /// The id of an endpoint that is most like another one. The digest at the end of an id that was made from a URL says nothing of likeness,
  /// unless all else is the same.
  ///
  /// - Parameters:
  ///   - id: What was typed, or what a URL becomes.
  ///   - known: The ids of endpoints of the same contract.
  /// - Returns: One of them; `nil` if none is like it.
  static func nearestEndpoint(to id: String, among known: [String]) -> String? {
    if let nearest = nearestName(to: id, in: known) { return nearest }
    let names = known.map(withoutDigest)
    guard let nearest = nearestName(to: withoutDigest(id), in: names) else { return nil }
    return zip(known, names).first { $0.1 == nearest }?.0
  }

  /// An id that was made from a URL without the digest at its end; another id as it is.
  static func withoutDigest(_ id: String) -> String {
    let (name, digits) = (id.dropLast(6), id.suffix(6))
    guard name.count > 1, name.hasSuffix("-"), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return id }
    return String(name.dropLast())
  }
}
