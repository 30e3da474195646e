public import Foundation

/// GET /address/{address}/purls, as the package of the API's types has it. Every type is a value that may go to any actor.
public struct PURLsResponse: Decodable, Sendable {
  /// What became of the request.
  public let request: RequestResponse
  /// What was asked for.
  public let response: Content

  /// The list with a word about it.
  public struct Content: Decodable, Sendable {
    /// For people.
    public let message: String
    /// All PURLs of the address.
    public let purls: [PURLResponse]
  }
}

/// GET /address/{address}/purl/{name}
public struct PURLDetailResponse: Decodable, Sendable {
  /// What became of the request.
  public let request: RequestResponse
  /// What was asked for.
  public let response: Content

  /// One PURL with a word about it.
  public struct Content: Decodable, Sendable {
    /// For people.
    public let message: String
    /// The PURL.
    public let purl: PURLResponse
  }
}

/// One PURL.
public struct PURLResponse: Decodable, Sendable {
  /// Its name, unique at the address.
  public let name: String
  /// Where it leads.
  public let url: URL
  /// How often it was followed.
  public let counter: Int?
}

/// What became of a request.
public struct RequestResponse: Decodable, Sendable {
  /// The HTTP status once more.
  public let statusCode: Int
  /// Whether it did what was asked for.
  public let success: Bool

  private enum CodingKeys: String, CodingKey {
    case statusCode = "status_code"
    case success
  }
}
