import ContractKit
import Foundation
import System

/// What options say of the requests to URLs that no contract declares: method, body and headers.
struct URLRequestOptions {
  /// `nil`: GET.
  var method: String?
  /// A JSON body.
  var body: RequestValue?
  var headers: [(name: String, value: String)] = []

  /// The flags.
  static let names = ["--method", "--body", "--header"]

  /// The largest body that is read, in bytes.
  private static let longestBody = 1 << 20

  /// Whether the call says anything of them.
  var isEmpty: Bool { method == nil && body == nil && headers.isEmpty }

  /// What a call says.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for another method than GET and POST, a header that is none, and a body that is no JSON.
  init(_ call: CommandCall) throws {
    for text in call.all("--header") {
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      let value = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      guard parts.count == 2, parts[0].wholeMatch(of: /[A-Za-z0-9!#$%&'*+.^_`|~-]+/) != nil,
        value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
      else { throw CommandFailure.usage("--header needs \"Name: value\"") }
      guard !["authorization", "cookie", "proxy-authorization"].contains(parts[0].lowercased()) else {
        throw CommandFailure.usage(
          "--header \(parts[0]) would hold a secret; name a variable with \(CredentialOption.names.joined(separator: ", "))"
        )
      }
      headers.append((parts[0], value))
    }
    if let path = call.value("--body") {
      guard path != "-" || SystemCalls.hasInput else {
        throw CommandFailure.usage("--body -: standard input is closed; give it JSON")
      }
      guard
        let data = path == "-"
          ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
      else { throw CommandFailure.usage("\(path.printable): it cannot be read") }
      guard data.count <= Self.longestBody, let value = RequestValue(jsonText: Array(data)) else {
        throw CommandFailure.usage("\(path == "-" ? "standard input" : path.printable): it is no JSON of up to 1 MiB")
      }
      body = value
    }
    let given = call.value("--method")?.uppercased()
    switch (given, body) {
    case (nil, nil), ("GET", nil): break
    case (nil, _), ("POST", _): method = "POST"
    case ("GET", _): throw CommandFailure.usage("a GET has no body; leave out --body, or --method")
    default:
      throw CommandFailure.usage(
        "--method is GET or POST: other requests change something; declare them in a contract with `writing:`")
    }
  }

  /// The endpoint of a URL. One with another method, body or header has a history of its own.
  func endpoint(_ target: URLTarget) -> Endpoint {
    guard !isEmpty else { return Endpoint(target.endpoint, get: target.path) }
    let said = [method ?? "GET", body?.text ?? ""] + headers.flatMap { [$0.name.lowercased(), $0.value] }
    return Endpoint(
      "\(target.endpoint.prefix(80))-\(ContentDigest(of: said).short.prefix(6))", method: method ?? "GET",
      path: target.path, headers: headers.map { Field(name: $0.name, value: $0.value) },
      body: method == nil ? nil : .json(body ?? .object([])))
  }
}
