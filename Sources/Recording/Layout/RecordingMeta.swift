/// The file beside a recorded body: what came with it. Every member may be missing.
///
/// Unknown members are refused, because a misspelled `status` would turn a 401 into a 200.
public struct RecordingMeta: Codable, Sendable, Equatable {
  /// HTTP status; `nil`: 200.
  public var status: Int?
  /// Headers of the response.
  public var headers: [String: String]?
  /// When it was fetched (ISO 8601).
  public var fetchedAt: String?
  /// Where it comes from, in a few words.
  public var source: String?
  /// Method of the request that it belongs to; `nil`: GET.
  public var method: String?
  /// Query items that the request must have.
  public var query: [String: String]?
  /// GraphQL operation name that the request must have.
  public var operation: String?
  /// Number of the page of a list, from 1; `nil`: the first.
  public var page: Int?
  /// Id of the endpoint in the contract; `nil` where the path tells.
  public var endpoint: String?
  /// What was made of the values; `nil`: they are as whoever made the file wanted them.
  public var redaction: Redaction?
  /// Paths whose texts and numbers are the provider's own, because code reads the words (RFC 9535).
  public var kept: [String]?
  /// What failed when it was recorded: version, rule and path.
  public var failures: [String]?

  /// What became of the values of a recorded response.
  public enum Redaction: String, Codable, Sendable {
    /// They have the form of the original ones, and the app's code makes the same of them.
    case values
    /// Only structure and kinds are kept: the app's code would have made something else of redacted values.
    case shape
  }

  /// There is no file beside the body.
  public init() {}

  /// What is wrong with a meta file, in a few words.
  public struct Unreadable: Error, Sendable, CustomStringConvertible {
    /// Why it cannot be used.
    public let description: String
    /// A member that does not exist, for "did you mean".
    public let unknownMember: String?

    init(_ description: String, unknownMember: String? = nil) {
      (self.description, self.unknownMember) = (description, unknownMember)
    }
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case status, headers, fetchedAt, source, method, query, operation, page, endpoint, redaction, kept, failures
  }

  /// Members that a meta file may have.
  public static var memberNames: [String] { CodingKeys.allCases.map(\.rawValue) }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads what stands beside a body.
  ///
  /// - Throws: ``Unreadable`` for a member that does not exist or a status that is none, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where CodingKeys(rawValue: key.stringValue) == nil {
      throw Unreadable("there is no member \"\(key.stringValue.prefix(60))\"", unknownMember: key.stringValue)
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    status = try container.decodeIfPresent(Int.self, forKey: .status)
    headers = try container.decodeIfPresent([String: String].self, forKey: .headers)
    fetchedAt = try container.decodeIfPresent(String.self, forKey: .fetchedAt)
    source = try container.decodeIfPresent(String.self, forKey: .source)
    method = try container.decodeIfPresent(String.self, forKey: .method)
    query = try container.decodeIfPresent([String: String].self, forKey: .query)
    operation = try container.decodeIfPresent(String.self, forKey: .operation)
    page = try container.decodeIfPresent(Int.self, forKey: .page)
    endpoint = try container.decodeIfPresent(String.self, forKey: .endpoint)
    redaction = try container.decodeIfPresent(Redaction.self, forKey: .redaction)
    kept = try container.decodeIfPresent([String].self, forKey: .kept)
    failures = try container.decodeIfPresent([String].self, forKey: .failures)
    if let page, page < 1 { throw Unreadable("\(page) is no number of a page") }
    if let status, !(100...599).contains(status) { throw Unreadable("\(status) is no HTTP status") }
  }
}
