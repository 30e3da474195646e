import Foundation
public import JSONDocument

/// A response that was seen, with what was asked for.
public struct ObservedExchange: Sendable {
  /// The URL of the request, absolute.
  public let url: String
  /// The response.
  public let document: JSONDocument
  /// How it leads to the next page of its list; `nil` if it was found to lead nowhere.
  public var paging: ObservedPaging?
  /// That page, unless it is an exchange too.
  public var nextPage: JSONDocument?

  /// A response.
  public init(url: String, document: JSONDocument) { (self.url, self.document) = (url, document) }
}

/// How the credential of a new contract is sent. The secret itself is in an environment variable.
public enum ScaffoldCredential: Sendable, Hashable {
  /// `Authorization: Bearer …`, from this variable.
  case bearer(variable: String)
  /// An item of the query, from this variable.
  case queryItem(String, variable: String)
  /// A header, from this variable.
  case header(String, variable: String)

  /// The variable that holds the secret.
  public var variable: String {
    switch self {
    case .bearer(let variable), .queryItem(_, let variable), .header(_, let variable): variable
    }
  }
}

/// Why no package can be made of something, in one line.
public struct UnusableForPackage: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let description: String
}
