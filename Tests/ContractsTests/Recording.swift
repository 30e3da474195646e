import ContractKit
import Foundation
import Landmarks
import OmgLol
import PlatziStore
import PokeAPI
import ToDo

/// What stands beside a recorded body.
struct RecordingMeta: Decodable {
  let status: Int
  let headers: [String: String]
  let fetchedAt: Date
  let source: String
  let method: String?
  let operation: String?
}

/// One recorded body with the endpoint that it belongs to.
struct Recording {
  let contract: Contract
  let date: String
  /// Path of the URL, with a slash in front.
  let path: String
  let body: URL
  let meta: RecordingMeta

  var name: String { "\(contract.id) \(date) \(path) \(body.lastPathComponent)" }

  /// Ids of the endpoints that the recording could response; exactly one in a tree that is right.
  var endpoints: [String] {
    contract.endpoints.filter { endpoint in
      let method = meta.method ?? "GET"
      return method == endpoint.request.method && meta.operation == endpoint.request.graphQL?.operation
        && Recording.matches(path, template: Recording.template(of: endpoint, in: contract))
    }
    .map(\.id)
  }

  /// Path that an endpoint's URLs have; for one that follows links, the path of the links that PokéAPI sends.
  static func template(of endpoint: Endpoint, in contract: Contract) -> String {
    if endpoint.chain != nil {
      return endpoint.id == "species" ? "/api/v2/pokemon-species/*" : "/api/v2/\(endpoint.id)/*"
    }
    let base = (endpoint.baseURL ?? contract.baseURL).flatMap(URL.init(string:))?.path ?? ""
    return base + endpoint.request.path
  }

  static func matches(_ path: String, template: String) -> Bool {
    let (left, right) = (path.split(separator: "/"), template.split(separator: "/"))
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { $0 == $1 || $1 == "*" || $1.hasPrefix("{") }
  }

  /// Every recording of the five contracts, by contract and then by path.
  static func all() throws -> [Recording] {
    let folders = [
      ("PlatziStore", platziStore), ("PokeAPI", pokeAPI), ("OmgLol", omgLol), ("Landmarks", landmarks), ("ToDo", todo),
    ]
    return try folders.flatMap { folder, contract in
      try bodies(below: contractsFolder.appendingPathComponent("\(folder)/Recordings"), of: contract)
    }
  }

  /// `Contracts/` beside `Tests/`.
  private static let contractsFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Contracts").resolvingSymlinksInPath()

  private static func bodies(below root: URL, of contract: Contract) throws -> [Recording] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    return try names.compactMap { name in
      // a folder may end in .json too, where the URL's last component does
      let parts = name.split(separator: "/").map(String.init)
      guard let file = parts.last, file.hasPrefix("index."), file.hasSuffix(".json"), !file.hasSuffix(".meta.json"),
        parts.count >= 3, parts[1] == contract.id
      else { return nil }
      let body = root.appendingPathComponent(name)
      return Recording(
        contract: contract, date: parts[0], path: "/" + parts[2..<(parts.count - 1)].joined(separator: "/"), body: body,
        meta: try meta(of: body))
    }
  }

  private static func meta(of body: URL) throws -> RecordingMeta {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let file = body.deletingPathExtension().appendingPathExtension("meta.json")
    return try decoder.decode(RecordingMeta.self, from: Data(contentsOf: file))
  }
}
