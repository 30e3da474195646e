/// What is known of a mapping before it is run: enough to name it where its version cannot even decode.
public struct MappingOutline: Sendable, Equatable {
  /// Name of the domain model.
  public var name: String
  /// JSONPath of the records.
  public var recordsPath: String

  /// A mapping as declared.
  public init(name: String, recordsPath: String) {
    self.name = name
    self.recordsPath = recordsPath
  }
}
