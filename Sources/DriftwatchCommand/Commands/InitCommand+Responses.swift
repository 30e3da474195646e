import Foundation
import JSONDocument
import Recording
import Scaffolding
import System

extension InitCommand {
  /// Responses that are JSON, and of each other URL why it gave none.
  func fetched(
    _ urls: [String], _ credential: CredentialOption?
  ) async throws -> (entries: [HARFile.Entry], failures: [String]) {
    guard !urls.isEmpty else { return ([], []) }
    try CommandSettings.requireFetching()
    settings.console.progress("fetching…")
    defer { settings.console.endProgress() }
    let results = try await SingleFetch(call, settings.environment).results(
      of: urls, authorization: credential?.authorization)
    let mask = SecretMask(credential.flatMap { settings.environment[$0.variable] }.map { [$0] } ?? [])
    let now = Date()
    var (entries, failures): ([HARFile.Entry], [String]) = ([], [])
    for (index, (url, result)) in zip(urls, results).enumerated() {
      switch result {
      case .success(let response) where (try? JSONDocument(response.body)) == nil:
        failures.append(mask.masked("\(url.printable): the response is no JSON"))
      case .success(let response):
        // Recordings of one request are told apart by their times.
        let date = now.addingTimeInterval(Double(index) / 1000)
        entries.append(
          HARFile.Entry(
            date: date, method: "GET", url: url, status: 200,
            headers: response.nextLink.map { ["link": "<\($0)>; rel=\"next\""] } ?? [:], body: response.body))
      case .failure(let failure): failures.append(mask.masked(failure.message))
      }
    }
    return (entries, failures)
  }

  /// Names under which APIs take keys and tokens, in small letters and without signs.
  private static let secretItems: Set<String> = [
    "accesskey", "accesstoken", "apikey", "apitoken", "appid", "appkey", "auth", "authtoken", "authorization",
    "clientsecret",
    "key", "password", "privatetoken", "secret", "sig", "signature", "subscriptionkey", "token",
  ]

  /// What may be a secret by its name, and is written into the contract all the same: only who typed it knows.
  func remarks(on package: TeamPackage) -> [String] {
    let names = Set(package.apis.flatMap(\.endpoints).flatMap { $0.query.filter { !$0.value.isEmpty }.keys })
    return names.sorted().filter { name in
      Self.secretItems.contains(String(name.lowercased().filter { $0.isLetter }))
    }.map { name in
      "the value of the query item \(name.printable) stands in the contract; if it is a secret, remove the package and begin again with --query-env \(name.printable)=VARIABLE"
    }
  }

  func archived() throws -> [HARFile.Entry] {
    try call.all("--har").flatMap { path -> [HARFile.Entry] in
      guard let data = FileManager.default.contents(atPath: path) else {
        throw CommandFailure.usage("--har: \"\(path.printable)\" cannot be read")
      }
      let entries: [HARFile.Entry]
      do throws(HARFile.Unreadable) { entries = try HARFile(Array(data)).entries } catch {
        throw CommandFailure.usage("\(path.printable): \(error)")
      }
      let wanted = Set(call.all("--host").map { $0.lowercased() })
      return entries.filter { entry in
        wanted.isEmpty || URLComponents(string: entry.url)?.host.map { wanted.contains($0.lowercased()) } ?? false
      }
    }
  }
}
