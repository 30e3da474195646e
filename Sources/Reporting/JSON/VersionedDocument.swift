/// A value as a JSON object that also says by which version of its schema it is written.
struct VersionedDocument<Content: Encodable>: Encodable {
  let content: Content
  let schemaVersion: Int

  private enum CodingKeys: String, CodingKey { case schemaVersion }

  func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schemaVersion, forKey: .schemaVersion)
  }
}
