/// What is known of a mapping before it is run: enough to name it where its version cannot even decode.
public struct MappingOutline: Sendable, Equatable {
  /// Name of the domain model.
  public var name: String
  /// JSONPath of the records.
  public var recordsPath: String

  /// Whether each lost record is breaking, and a list of them that dwindles.
  public var isEssential: Bool

  /// A mapping as declared.
  public init(name: String, recordsPath: String, isEssential: Bool = false) {
    (self.name, self.recordsPath, self.isEssential) = (name, recordsPath, isEssential)
  }
}
