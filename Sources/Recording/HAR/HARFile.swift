public import Foundation

/// An HTTP archive: what a proxy or a browser wrote down, as Charles, Proxyman, mitmproxy and browsers export it.
///
/// - SeeAlso: HTTP Archive (HAR) 1.2, the format of the W3C's Web Performance Working Group.
public struct HARFile: Sendable {
  /// One exchange.
  public struct Entry: Sendable, Equatable {
    /// When the request was sent; `nil` if the archive does not say so.
    public var date: Date?
    /// HTTP method.
    public var method: String
    /// Absolute URL.
    public var url: String
    /// Body of the request; `nil` if there is none.
    public var requestBody: String?
    /// HTTP status; 0 where no response came.
    public var status: Int
    /// Headers of the response, by their names in lower case.
    public var headers: [String: String]
    /// Body of the response, decoded; empty where the archive has none.
    public var body: [UInt8]

    /// An exchange.
    public init(
      date: Date?, method: String, url: String, requestBody: String? = nil, status: Int,
      headers: [String: String] = [:], body: [UInt8]
    ) {
      (self.date, self.method, self.url, self.requestBody) = (date, method, url, requestBody)
      (self.status, self.headers, self.body) = (status, headers, body)
    }
  }

  /// The exchanges in their order.
  public let entries: [Entry]

  /// Why a file is no archive.
  public struct Unreadable: Error, CustomStringConvertible {
    /// The reason, in a few words.
    public let description: String
  }

  /// An archive of exchanges that were seen otherwise.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// Reads an archive.
  ///
  /// - Parameter text: The bytes of the file.
  /// - Throws: ``Unreadable``.
  /// - Complexity: Linear in the bytes.
  public init(_ text: [UInt8]) throws(Unreadable) {
    var data = Data(text)
    // Some programs write a byte order mark.
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { data.removeFirst(3) }
    let archive: Archive
    do { archive = try JSONDecoder().decode(Archive.self, from: data) } catch {
      throw Unreadable(description: "it is no HTTP archive (a JSON object with log.entries)")
    }
    entries = archive.log.entries.compactMap(\.value).map { entry in
      let content = entry.response.content
      let isBase64 = content?.encoding?.lowercased() == "base64"
      let text = content?.text ?? ""
      return Entry(
        date: entry.startedDateTime.flatMap(Self.date), method: entry.request.method.uppercased(),
        url: entry.request.url,
        requestBody: entry.request.postData?.text, status: entry.response.status,
        headers: Dictionary(
          (entry.response.headers ?? []).map { ($0.name.lowercased(), $0.value) },
          uniquingKeysWith: { first, _ in first }),
        body: isBase64
          ? Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()) : Array(text.utf8))
    }
  }

  private static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: .iso8601))
  }

  private struct Archive: Decodable {
    struct Log: Decodable { let entries: [Readable<Exchange>] }
    let log: Log
  }

  /// One that cannot be read is left out, because programs add their own.
  private struct Readable<Value: Decodable>: Decodable {
    let value: Value?
    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
  }

  private struct Exchange: Decodable {
    let startedDateTime: String?
    let request: Request
    let response: Response
  }

  private struct Request: Decodable {
    struct Body: Decodable { let text: String? }
    let method: String
    let url: String
    let postData: Body?
  }

  private struct Response: Decodable {
    let status: Int
    let headers: [Header]?
    let content: Content?
  }

  private struct Header: Decodable {
    let name: String
    let value: String
  }

  private struct Content: Decodable {
    let text: String?
    let encoding: String?
  }
}
