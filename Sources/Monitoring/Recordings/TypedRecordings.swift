public import ContractKit
import Foundation
public import Recording

/// What was recorded of URLs that somebody typed, for which no contract stands: of each host the requests whose recordings are in its folder.
///
/// A recording of a URL names no endpoint, and of its path it keeps words of lower-case letters; the other parts may be another value in
/// each. So a request is known by its words and by where the others are.
public enum TypedRecordings {
  /// Stands in a path for a part that may be any value.
  private static let anything = "{any}"

  /// Contracts that stand for such recordings: with the name of the host's folder, and an endpoint for each request.
  ///
  /// Linear in the recordings of folders that are no contract's.
  ///
  /// - Parameters:
  ///   - folders: Where recordings are.
  ///   - ids: Contracts that are declared; their folders are left out.
  /// - Returns: One for each host, by name; they have no base URL.
  public static func contracts(in folders: [RecordingsFolder], besides ids: Set<String>) -> [Contract] {
    var requests: [String: Set<[String]>] = [:]
    for folder in folders {
      let others = Set(folder.parts().map(\.contract)).subtracting(ids)
      for entry in folder.entries(of: others) {
        // Of what a contract declares, the endpoint is named; what somebody wrote is not redacted.
        guard let meta = try? entry.file.meta(), meta.redaction != nil, meta.endpoint == nil else { continue }
        requests[entry.contract, default: []].insert([(meta.method ?? "GET").uppercased(), path(of: entry.path)])
      }
    }
    return requests.sorted { $0.key < $1.key }.map { host, requests in
      // A word is looked for before what may be any.
      let ordered = requests.sorted { (wildness($0[1]), $0[1], $0[0]) < (wildness($1[1]), $1[1], $1[0]) }
      var taken: Set<String> = []
      return Contract(host) {
        ordered.map { request in
          let name = name(method: request[0], path: request[1], besides: taken)
          taken.insert(name)
          return Endpoint(name, method: request[0], path: request[1], headers: [], body: nil)
        }
      }
    }
  }

  /// The path of the endpoint that stands for a URL.
  ///
  /// - Parameter components: The components of the URL's path, decoded.
  /// - Returns: The path as such an endpoint declares it.
  public static func path(of components: [String]) -> String {
    "/" + components.map { RequestPath.isWord($0) ? $0 : anything }.joined(separator: "/")
  }

  private static func wildness(_ path: String) -> Int { path.count { $0 == "{" } }

  /// The words of a path, as an id: `users-any`.
  private static func name(method: String, path: String, besides taken: Set<String>) -> String {
    let words = path.split(separator: "/").map { $0 == anything ? "any" : String($0) }
    var name = words.isEmpty ? "root" : words.joined(separator: "-")
    if method != "GET" { name += "-\(method.lowercased())" }
    guard taken.contains(name) else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
  }
}
