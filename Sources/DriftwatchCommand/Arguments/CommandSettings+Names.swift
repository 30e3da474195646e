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
      "unknown contract \"\((id.isEmpty ? operand : id).printable)\"\(nearest); see \(ProgramName.current) contracts")
  }
}
