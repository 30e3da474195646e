import Foundation
import JSONDocument
import Monitoring
import Recording
import Scaffolding
import System

extension InitCommand {
  /// Finds the next page of each response that leads to one: among the others, else it is fetched once. What is said of pages that cannot be
  /// had is the second part.
  ///
  /// - Parameters:
  ///   - entries: All responses; an archive's hosts are not asked for more.
  ///   - isFetched: For each of them whether it was fetched just now.
  ///   - credential: What was sent with those.
  /// - Returns: By index of a response the way to its next page, with that page where it was fetched; and a line for each one that leads
  ///   nowhere.
  /// - Throws: `CommandFailure` with exit code 2 where a credential is missing.
  func nextPages(
    of entries: [HARFile.Entry], isFetched: (Int) -> Bool, _ credential: CredentialOption?
  ) async throws -> (pages: [Int: (paging: ObservedPaging, fetched: JSONDocument?)], remarks: [String]) {
    var pages: [Int: (paging: ObservedPaging, fetched: JSONDocument?)] = [:]
    var wanted: [(index: Int, first: JSONDocument, paging: ObservedPaging)] = []
    let sent = SentItems(of: entries.map(\.url))
    let read = entries.indices.filter { (200..<300).contains(entries[$0].status) && entries[$0].method == "GET" }
    let indices = Dictionary(read.map { (entries[$0].url, $0) }, uniquingKeysWith: { first, _ in first })
    let documents = read.reduce(into: [Int: JSONDocument]()) { $0[$1] = try? JSONDocument(entries[$1].body) }
    for index in read {
      let entry = entries[index]
      guard let document = documents[index],
        let paging = ObservedPaging(
          after: entry.url, document, link: entry.headers["link"].flatMap { LinkHeader.target("next", in: $0) },
          sent: sent)
      else { continue }
      if let known = indices[paging.url], let next = documents[known] {
        if paging.leads(from: document, to: next) { pages[index] = (paging, nil) }
      } else if isFetched(index) {
        wanted.append((index, document, paging))
      }
    }
    // Of a page that another one leads to no further one is wanted.
    let targets = Set(wanted.map(\.paging.url) + pages.values.map(\.paging.url))
    wanted.removeAll { targets.contains(entries[$0.index].url) }
    guard !wanted.isEmpty else { return (pages, []) }
    settings.console.progress("fetching next pages…")
    defer { settings.console.endProgress() }
    let results = try await SingleFetch(call, settings.environment).results(
      of: wanted.map(\.paging.url), authorization: credential?.authorization)
    let mask = SecretMask(credential.flatMap { settings.environment[$0.variable] }.map { [$0] } ?? [])
    var remarks: [String] = []
    for (want, result) in zip(wanted, results) {
      let place = "\(entries[want.index].url): \(want.paging.words)".printable
      switch result {
      case .success(let response):
        if let next = try? JSONDocument(response.body), want.paging.leads(from: want.first, to: next) {
          pages[want.index] = (want.paging, next)
        } else {
          remarks.append(
            "\(place) seems to lead to a next page, but what came is none; see .paged in docs/contracts.md")
        }
      case .failure(let failure):
        // The URL holds the cursor, which is of the response.
        let reason = failure.message.replacing("\(want.paging.url.printable): ", with: "", maxReplacements: 1)
        remarks.append(
          "\(place) leads to a next page, which could not be fetched, so it is not followed (\(reason))")
      }
    }
    return (pages, remarks.map(mask.masked))
  }
}
