public import Foundation

/// A version reads the error responses of an endpoint as a type of the app, which may map them to what people are shown.
///
/// ```swift
/// Fails("products", as: APIError.self, on: 400..<500) {
///   Mapping("Problem", to: { Problem($0) })
/// }
/// ```
///
/// An endpoint that was declared to fail (``Endpoint/failing(with:)-(Int)``) is requested, and its responses with one of its statuses are
/// examined. Of any other endpoint the error responses are examined from recordings, as an endpoint of its own: `products-4xx`.
public struct Fails<Response: Decodable & SendableMetatype>: Sendable {
  let erased: AnyReads

  /// Declares what is decoded and which mappings follow.
  ///
  /// - Parameters:
  ///   - endpoint: Id of the endpoint.
  ///   - type: What the app decodes: `APIError.self`.
  ///   - statuses: The statuses with which it does so; what an endpoint was declared to fail with, counts in place of them.
  ///   - decoder: The app's own configuration; evaluated anew for each response.
  ///   - mappings: What the app makes of the decoded value. Without mappings only decoding is watched.
  public init(
    _ endpoint: String, as type: Response.Type, on statuses: Range<Int> = 400..<600,
    using decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = JSONDecoder(),
    @MappingsBuilder<Response> _ mappings: () -> [AnyMapping] = { [] }
  ) {
    erased = Self.erased(endpoint, ExpectedStatuses(statuses, isRecordedOnly: true), decoder, mappings())
  }

  /// The same for one status.
  ///
  /// - Parameters:
  ///   - endpoint: Id of the endpoint.
  ///   - type: What the app decodes: `APIError.self`.
  ///   - status: The status with which it does so, such as 404.
  ///   - decoder: The app's own configuration; evaluated anew for each response.
  ///   - mappings: What the app makes of the decoded value. Without mappings only decoding is watched.
  public init(
    _ endpoint: String, as type: Response.Type, on status: Int,
    using decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = JSONDecoder(),
    @MappingsBuilder<Response> _ mappings: () -> [AnyMapping] = { [] }
  ) {
    erased = Self.erased(endpoint, ExpectedStatuses(status, isRecordedOnly: true), decoder, mappings())
  }

  private static func erased(
    _ endpoint: String, _ statuses: ExpectedStatuses, _ decoder: @escaping @Sendable () -> JSONDecoder,
    _ mappings: [AnyMapping]
  ) -> AnyReads {
    AnyReads(
      endpoint: endpoint, responseType: Response.self, makeDecoder: decoder, request: nil, mappings: mappings,
      failures: statuses)
  }
}

extension Fails: VersionElement {
  /// The element without its type parameters.
  public var part: VersionPart { .reads(erased) }
}

extension Contract {
  /// Gives the error responses that versions read an endpoint of their own where their endpoint was not declared to fail.
  mutating func addFailingEndpoints() {
    for version in versions.indices {
      for index in versions[version].reads.indices {
        let reads = versions[version].reads[index]
        guard let statuses = reads.failures, let endpoint = endpoint(reads.endpoint), endpoint.statuses == nil,
          endpoint.chain == nil
        else { continue }
        let id = "\(endpoint.id)-\(statuses.suffix)"
        // One that somebody declared under this name is a problem of the contract.
        if self.endpoint(id)?.statuses?.isRecordedOnly != true {
          endpoints.append(endpoint.recordedFailures(statuses, id: id))
        }
        versions[version].setReads(index, at: id)
      }
    }
  }

  /// Error responses of one request that are declared in two ways, so that a recording would belong to either.
  func problemsOfOverlappingFailures() -> [String] {
    let failing = endpoints.filter { $0.statuses?.isRecordedOnly == true }
    return failing.indices.flatMap { index in
      failing[..<index].compactMap { other -> String? in
        guard let one = other.statuses, let two = failing[index].statuses, one.range.overlaps(two.range),
          other.request == failing[index].request
        else { return nil }
        return
          "the error responses \(other.id) and \(failing[index].id) overlap; let all versions name the same statuses, or ones that are apart"
      }
    }
  }

  /// What is wrong with the error responses that a version reads.
  func problems(ofFailures version: Version) -> [String] {
    version.reads.compactMap { reads in
      guard let statuses = reads.failures else { return nil }
      let subject = "version \(version.id), failures of \(reads.endpoint)"
      if let problem = statuses.problem { return "\(subject): \(problem)" }
      guard let endpoint = endpoint(reads.endpoint) else { return nil }
      if endpoint.chain != nil, endpoint.statuses == nil {
        return
          "\(subject): it follows links, so name a request that fails: an endpoint of its own with `.failing(with:)`"
      }
      guard let declared = endpoint.statuses, !declared.isRecordedOnly, !declared.range.overlaps(statuses.range) else {
        return nil
      }
      return "\(subject): it reads \(statuses.words), and the endpoint fails with \(declared.words)"
    }
  }
}

extension Contract {
  /// Among the endpoints that share a request, the one whose versions read its error responses.
  ///
  /// - Parameters:
  ///   - status: The status of a response.
  ///   - id: One of the endpoints.
  /// - Returns: Its id; `nil` if nobody reads responses with this status.
  package func failingEndpoint(ofStatus status: Int, at id: String) -> String? {
    guard let own = endpoint(id) else { return nil }
    return endpoints.first { other in
      other.statuses?.isRecordedOnly == true && other.statuses?.holds(status) == true && other.request == own.request
    }?.id
  }
}
