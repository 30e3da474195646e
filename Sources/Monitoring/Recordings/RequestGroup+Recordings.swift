import ContractKit
import Foundation
import Recording

extension RequestGroup {
  /// Whether a recording holds a response to this request.
  ///
  /// One that names its endpoint is told by that, and by what versions of the request differ in; else by its path.
  ///
  /// - Parameters:
  ///   - path: The components of its URL path.
  ///   - meta: What stands beside it.
  ///   - baseURL: Where the API is; `nil` if that is not known.
  ///   - isTyped: Whether the request is a URL that somebody typed, of which recordings keep little.
  /// - Returns: Whether it does.
  func owns(_ path: [String], _ meta: RecordingMeta, baseURL: String?, isTyped: Bool = false) -> Bool {
    guard (meta.method ?? "GET").uppercased() == request.method else { return false }
    if let operation = meta.operation, operation != request.graphQL?.operation { return false }
    if let named = meta.endpoint {
      guard named == endpoint.id else { return false }
    } else {
      let status = meta.status ?? 200
      if let statuses = endpoint.statuses, !statuses.holds(status) { return false }
      if let reader = contract.failingEndpoint(ofStatus: status, at: endpoint.id), reader != endpoint.id {
        return false
      }
    }
    guard var own = RequestPath(of: request, baseURL: meta.endpoint == nil ? baseURL : nil) else {
      return meta.endpoint != nil
    }
    if isTyped { own = own.typed() }
    // Its path may have been below another base URL.
    return (meta.endpoint == nil ? own.matches(path) : own.matches(endOf: path))
      && (meta.query ?? [:]).allSatisfy { name, value in
        declaredQuery.contains { $0.name == name && ($0.value == value || $0.value.contains("{")) }
      }
  }

  /// Query items as declared, those in the path too.
  var declaredQuery: [Field] {
    var fields = request.query
    if let mark = request.path.firstIndex(of: "?") {
      for part in request.path[request.path.index(after: mark)...].split(separator: "&") {
        let pair = part.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? String($0) }
        fields.append(Field(name: pair.first ?? "", value: pair.count > 1 ? pair[1] : ""))
      }
    }
    return fields
  }

  /// Texts that the contract declares of its URLs, which are nobody's data: parts of paths, sample values, hosts.
  static func declaredTexts(of contract: Contract, baseURLs: [String]) -> Set<String> {
    var texts: Set<String> = []
    func add(_ path: String) {
      for part in path.split(whereSeparator: { "/?&=#:".contains($0) }) where !part.contains("{") {
        texts.insert(part.removingPercentEncoding ?? String(part))
        texts.insert(String(part))
      }
    }
    for url in baseURLs {
      add(url)
      if let host = URLComponents(string: url)?.host { texts.insert(host) }
    }
    for endpoint in contract.endpoints {
      for request in [endpoint.request] + contract.versions.map({ contract.request(for: endpoint, in: $0) }) {
        add(request.path)
        for field in request.query { texts.formUnion([field.name, field.value].filter { !$0.contains("{") }) }
      }
      for case .samples(let samples) in endpoint.values.values { texts.formUnion(samples) }
      for case .environment(_, let fallback) in endpoint.values.values { texts.insert(fallback) }
    }
    return texts
  }
}
