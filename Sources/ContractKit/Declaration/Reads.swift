public import Foundation

/// A version reads an endpoint as a type of the app, with the app's own decoder configuration.
public struct Reads<Response: Decodable & SendableMetatype>: Sendable {
  let erased: AnyReads

  /// Declares what is decoded and which mappings follow.
  ///
  /// - Parameters:
  ///   - endpoint: Id of the endpoint.
  ///   - type: What the app decodes: `[ProductDTO].self`.
  ///   - decoder: The app's own configuration; evaluated anew for each response.
  ///   - request: The parts of the request in which this version differs from the endpoint.
  ///   - headers: The header fields of the response that the app reads.
  ///   - mappings: What the app makes of the decoded value. Without mappings only decoding is watched.
  public init(
    _ endpoint: String, as type: Response.Type,
    using decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = JSONDecoder(), request: RequestChange? = nil,
    headers: [ResponseHeader] = [],
    @MappingsBuilder<Response> _ mappings: () -> [AnyMapping] = { [] }
  ) {
    erased = AnyReads(
      endpoint: endpoint, responseType: type, makeDecoder: decoder, request: request, mappings: mappings(),
      headers: headers)
  }
}

/// `Reads` without its type parameter.
public struct AnyReads: Sendable {
  /// Id of the endpoint.
  package internal(set) var endpoint: String
  /// What is decoded.
  package let responseType: any (Decodable & SendableMetatype).Type
  /// A fresh decoder, configured by the app.
  package let makeDecoder: @Sendable () -> JSONDecoder
  /// What this version replaces of the endpoint's request.
  package internal(set) var request: RequestChange?
  /// What is made of the decoded value.
  package let mappings: [AnyMapping]
  /// The header fields that the app reads.
  package var headers: [ResponseHeader] = []
  /// The statuses of the error responses that it reads; `nil`: it reads responses of success.
  package var failures: ExpectedStatuses?

  /// Names of the modules that the decoded type and its parts are from, but for the system's.
  package var modules: Set<String> {
    let words = _typeName(responseType, qualified: true).split { !($0.isLetter || $0.isNumber || "_.".contains($0)) }
    // A private type is `Module.(unknown context at …).Type`.
    let names = words.filter { $0.contains(".") && !$0.hasPrefix(".") }.compactMap { word in
      word.split(separator: ".").first.map(String.init)
    }
    return Set(names).subtracting(["Swift", "Foundation", "FoundationEssentials"])
  }

  /// Name of the decoded type as source spells it: `[ProductDTO]`.
  package var typeName: String { sourceName(of: responseType) }
}
