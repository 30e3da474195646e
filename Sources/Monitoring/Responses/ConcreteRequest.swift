import ContractKit
import DriftModel
import DriftRules
import Fetching
import Foundation
import System

/// One request with all its values filled in, to be sent or looked up in recordings.
struct ConcreteRequest: Hashable, Sendable {
  /// Id of the contract, which chooses the folder of recordings and the credential.
  var contract: String
  /// Id of the endpoint, shown in messages.
  var endpoint: String
  /// HTTP method.
  var method: String
  /// Absolute URL, percent-encoded; for an API without base URL only path and query, beginning with a slash.
  var url: String
  /// Headers declared by contract and request, without credentials.
  var headers: [Field]
  /// GraphQL operation name; `nil` for other requests.
  var operation: String?
  /// Body to send; `nil` sends none.
  var body: [UInt8]?
  /// The values in the body that distinguish it from others at the same URL: `id=25`; empty where the URL tells.
  var sample = ""
  /// The validators of the last response. With them the request is conditional, and a 304 is a valid response.
  var condition: Validators?
  /// The statuses of the responses that are watched; `nil`: those of success.
  var statuses: ExpectedStatuses?
  /// Names of the header fields that versions read, in lower case.
  var readHeaders: [String] = []
  /// What is sent once more if the provider does not know a persisted query: its digest with the document.
  var registration: [UInt8]?
  /// Whether the header of the response tells where the next page is.
  var isPagedByHeader = false
  /// The values of its placeholders.
  var values: [String: String] = [:]
  /// Number of the page that it asks for, from 1.
  var page = 1
  /// The request for the first page; `nil`: this is it.
  var firstPage: FirstPage?
  /// Why it cannot be sent; `nil`: it can.
  var obstacle: String?
  /// Whether it changes something at the provider, so that it is never sent twice or joined with another.
  var writes = false

  /// What a page has of the first one of its list: cursors differ each time, and pages of one number are compared.
  struct FirstPage: Hashable {
    let key: String
    let url: String
  }

  /// Scheme, host and port in lower case; empty if there is no host.
  var origin: String { Self.origin(of: url) }

  /// The origin of a URL; see ``origin``.
  static func origin(of url: String) -> String {
    guard let scheme = url.range(of: "://") else { return "" }
    return (url[..<scheme.upperBound] + url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
      .lowercased()
  }

  /// What distinguishes this request from others of its endpoint: its URL, and its body if it has one.
  var key: String {
    if let firstPage { return "\(firstPage.key)#page \(page)" }
    return body.map { "\(url)#\(ContentDigest($0).short)" } ?? url
  }

  /// The URL that the contract declares, which is that of the first page.
  private var declaredURL: String { firstPage?.url ?? url }

  /// What reports call it, and people name it by: path and query, and the sample in its body. `mask` is that of the contract.
  func name(_ mask: SecretMask) -> String {
    let url = declaredURL
    let name = String(url.dropFirst(Self.origin(of: url).count)) + (sample.isEmpty ? "" : " with \(sample)")
    return mask.masked(name) + (page == 1 ? "" : ", page \(page)")
  }

  /// Path of the URL, decoded into its components; `nil` if a component would leave the folder of recordings.
  var pathComponents: [String]? {
    var rest = declaredURL[...]
    if let scheme = rest.range(of: "://") {
      rest = rest[scheme.upperBound...]
      guard let slash = rest.firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" }) else { return [] }
      rest = rest[slash...]
    }
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    var components: [String] = []
    for part in path.split(separator: "/") {
      // Most have nothing to decode, and Foundation's decoder is slow to begin.
      let decoded = part.utf8.contains(UInt8(ascii: "%")) ? part.removingPercentEncoding : String(part)
      guard let text = decoded, !text.isEmpty, text != ".", text != "..", !text.contains("/"),
        !text.contains("\0")
      else { return nil }
      components.append(text)
    }
    return components
  }

  /// Query items of the URL, decoded.
  var queryItems: [String: String] {
    let url = declaredURL
    guard let mark = url.firstIndex(of: "?") else { return [:] }
    let query = url[url.index(after: mark)...].prefix { $0 != "#" }
    var items: [String: String] = [:]
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let text = pair.map { $0.replacing("+", with: " ").removingPercentEncoding ?? String($0) }
      items[text[0]] = text.count > 1 ? text[1] : ""
    }
    return items
  }
}

/// A source's response to one request.
struct SourcedResponse: Sendable {
  /// The outcome before its text was read; `nil` for a complete 2xx response, whose text decides.
  var outcome: Outcome?
  /// Why, in one line; `nil` for a 2xx.
  var reason: String?
  /// The rule by which it is reported once it lasts, where ``outcome`` alone does not tell.
  var watchRule: RuleID?
  /// HTTP status.
  var status: Int?
  /// The bytes of a complete response as received. They count only if ``outcome`` is `nil`.
  var body: [UInt8] = []
  /// Keeps the body's part of the budget for bodies.
  var lease: BodyLease?
  /// Digest and size of a body that is no longer here.
  private(set) var dropped: (digest: String, count: Int)?
  /// Seconds spent.
  var seconds: Double = 0
  /// Seconds before it was sent, in which its credential was read.
  var secondsBefore: Double = 0
  /// Whether it is a complete 304 to our own conditional request.
  var isNotModified = false
  /// Its validators for the next conditional request.
  var validators: Validators?
  /// What the provider announces in its header.
  var notices: [ProviderNotice] = []
  /// End of the host's certificate in seconds since 1970; `nil` if unknown.
  var certificateEnd: Int?
  /// The header fields that versions read; `nil`: they are not known.
  var readHeaders: ReadHeaders?
  /// The link to the next page in its header, as it stands there.
  var nextLink: String?
  /// Seconds that the provider asks to wait.
  var retryAfter: Double?
  /// Headers of the response that a recording keeps, by their names in lower case.
  var recordedHeaders: [String: String] = [:]
  /// Whether only the connection's end marked the end of the body: text that does not parse was probably cut on its
  /// way.
  var mayBeCut = false
  /// The mask for everything of this response that is shown or stored.
  var mask = SecretMask.none

  /// Digest of the body, whether or not it is still here.
  var bodyDigest: String { dropped?.digest ?? ContentDigest(body).hexadecimal }

  /// Size of the body, whether or not it is still here.
  var bodyCount: Int { dropped?.count ?? body.count }

  /// Lets the body go, once all was found out about it.
  mutating func dropBody() {
    if !body.isEmpty { dropped = (bodyDigest, body.count) }
    (body, lease) = ([], nil)
  }
}

/// Where responses come from: the network, or files.
protocol ResponseSource: Sendable {
  /// The mask for everything of a contract's responses that is shown or stored.
  func mask(of contract: String) -> SecretMask

  /// Responses in the order of the requests.
  ///
  /// - Parameters:
  ///   - requests: What is asked for.
  ///   - relief: Gets responses before the end where there is no room for further bodies. At the end they come without a body. `nil`: there
  ///     is room for all.
  /// - Returns: One response for each request.
  /// - Throws: A configuration error of recordings.
  func responses(to requests: [ConcreteRequest], relief: ResponseRelief?) async throws -> [SourcedResponse]
}

/// Takes responses, by the index of their request, before all of them are there.
typealias ResponseRelief = @Sendable ([(index: Int, response: SourcedResponse)]) async -> Void
