public import Foundation

/// A version reads a response, changes something in it and writes all of it back, as with a `PUT`. What its types do
/// not keep is lost at the provider.
///
/// In each round the response that was just read is decoded and encoded again, without a change, and the body is
/// compared with the response, path by path. Nothing is sent. A member that is not in the body would be erased, even
/// one that the provider added after this version was shipped; a value that comes out as another one (a date without
/// its fraction of a second, an integer beyond 2^53 that was read as `Double`) would be changed. Both are
/// `request-roundtrip-loss`. Equivalent values are information: null left out, an absent member written as null or with
/// a default, the same time or UUID in other characters. Numbers are compared by value, and the order of an array does
/// not matter if it has all its elements.
///
/// ```swift
/// WritesBack("product", as: ProductDTO.self, to: "update-product", using: .shop, encodedBy: .shop, except: "$.updatedAt")
/// ```
public struct WritesBack<Response: SendableMetatype>: Sendable {
  let erased: AnyWritesBack

  /// Declares that the whole response is written back.
  ///
  /// - Parameters:
  ///   - endpoint: Id of the endpoint that is read; the version must also have `Reads` for it.
  ///   - type: What the app decodes, and encodes again.
  ///   - target: Id of the writing endpoint.
  ///   - decoder: The app's own decoder configuration.
  ///   - encoder: The app's own encoder configuration.
  ///   - isEssential: Whether a loss is breaking instead of a warning.
  ///   - ignored: Paths of members that the provider sets itself, so that it does not matter what is sent, written as reports show them:
  ///     `$[*].updatedAt`. Everything below them is ignored too.
  @preconcurrency public init(
    _ endpoint: String, as type: Response.Type, to target: String,
    using decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = JSONDecoder(),
    encodedBy encoder: @autoclosure @escaping @Sendable () -> JSONEncoder = JSONEncoder(),
    isEssential: Bool = false, except ignored: String...
  ) where Response: Codable {
    erased = AnyWritesBack(
      endpoint: endpoint, target: target, responseType: Response.self, makeDecoder: decoder,
      typeName: sourceName(of: Response.self), recordsPath: nil, isEssential: isEssential, ignored: ignored
    ) { data in
      let value = try decoder().decode(Response.self, from: data)
      return [Result { try encoder().encode(value) }]
    }
  }

  /// Declares that each record of a response is written back separately: the elements of a list, or the value in an
  /// envelope.
  ///
  /// A record without a body is not written, so it loses nothing.
  ///
  /// - Parameters:
  ///   - endpoint: Id of the endpoint that is read; the version must also have `Reads` for it.
  ///   - type: What the app decodes.
  ///   - target: Id of the writing endpoint.
  ///   - records: Path of the records in the response, written as reports show it: `$.items[*]` for those of one array, or `$.item` for
  ///     the only one.
  ///   - each: The bodies made of a decoded response, one for each record and in the same order, as a key path or
  ///     closure. If there are fewer bodies than records, bodies and records with the same values are compared.
  ///   - decoder: The app's own decoder configuration.
  ///   - encoder: The app's own encoder configuration.
  ///   - isEssential: Whether a loss is breaking instead of a warning.
  ///   - ignored: Paths, from the root of the response, of members that the provider sets itself.
  @preconcurrency public init<Body: Encodable & SendableMetatype>(
    _ endpoint: String, as type: Response.Type, to target: String, records: String,
    each: @escaping @Sendable (Response) throws -> [Body],
    using decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = JSONDecoder(),
    encodedBy encoder: @autoclosure @escaping @Sendable () -> JSONEncoder = JSONEncoder(),
    isEssential: Bool = false, except ignored: String...
  ) where Response: Decodable {
    erased = AnyWritesBack(
      endpoint: endpoint, target: target, responseType: Response.self, makeDecoder: decoder,
      typeName: sourceName(of: Body.self), recordsPath: records, isEssential: isEssential, ignored: ignored
    ) { data in
      try each(try decoder().decode(Response.self, from: data)).map { body in Result { try encoder().encode(body) } }
    }
  }
}

/// `WritesBack` without its type parameter.
public struct AnyWritesBack: Sendable {
  /// Id of the endpoint that is read.
  package let endpoint: String
  /// Id of the writing endpoint.
  package let target: String
  /// What is decoded.
  package let responseType: any (Decodable & SendableMetatype).Type
  /// A fresh decoder, configured by the app.
  package let makeDecoder: @Sendable () -> JSONDecoder
  /// Name of the body's type.
  package let typeName: String
  /// JSONPath of the records that are written back one by one; `nil` if the whole response is.
  package let recordsPath: String?
  /// Whether a loss is breaking.
  package let isEssential: Bool
  /// Paths of members that the provider sets itself.
  package let ignored: [String]
  /// The encoded bodies of a response, or why one cannot be made; throws if the response does not decode.
  package let bodies: @Sendable (Data) throws -> [Result<Data, any Error>]
}
