import ContractKit
import DriftModel
import Foundation
import JSONDocument
import PayloadShape

/// A stage of a round: asks for the further pages of lists, each once the page before it was examined.
struct PageStage {
  let context: RoundContext

  /// The requests for the pages after the ones that were examined last.
  ///
  /// - Parameters:
  ///   - checked: Requests with all pages that were fetched so far.
  ///   - found: Links and values of other responses.
  /// - Returns: By index of the request, what is to be sent next. Nothing is asked for twice.
  func next(after checked: [CheckedRequest], _ found: FoundValues) -> [(index: Int, request: ResolvedRequest)] {
    checked.indices.compactMap { index in
      let pages = nextPages(of: checked[index], found)
      guard !pages.isEmpty else { return nil }
      let request = checked[index]
      return (
        index,
        ResolvedRequest(
          group: request.group, memory: request.memory, requests: pages, repeatable: nil,
          codeIdentity: request.codeIdentity)
      )
    }
  }

  private func nextPages(of checked: CheckedRequest, _ found: FoundValues) -> [ConcreteRequest] {
    guard let paging = checked.group.endpoint.paging, let last = checked.responses.map(\.request.page).max(),
      last < paging.limit, checked.responses.count < Values.mostRequests
    else { return [] }
    if context.isRecorded { return recordedPages(of: checked, paging) }
    let resolver = context.resolver(of: checked.group, found: found)
    let sent = Set(checked.responses.map { Sent($0.request) })
    var pages: [ConcreteRequest] = []
    // A second response of the same page was fetched to confirm the first.
    var seen: Set<String> = []
    for item in checked.responses where item.request.page == last && seen.insert(item.request.key).inserted {
      guard item.verdict.outcome == nil, let page = page(after: item, paging, resolver),
        page.obstacle != nil || !sent.contains(Sent(page))
      else { continue }
      pages.append(page)
    }
    return Array(pages.prefix(Values.mostRequests - checked.responses.count))
  }

  /// All pages that there may be: recorded ones are found by their number, since links and cursors were redacted, and only those that
  /// showed something new were kept.
  private func recordedPages(of checked: CheckedRequest, _ paging: Paging) -> [ConcreteRequest] {
    var pages: [ConcreteRequest] = []
    for item in checked.responses where item.request.page == 1 {
      var page = item.request
      while page.page < paging.limit, pages.count < Values.mostRequests {
        page = page.following(url: page.url, body: page.body)
        pages.append(page)
      }
    }
    return pages
  }

  /// The request for the page after a response; `nil` if it is the last.
  func page(after item: CheckedResponse, _ paging: Paging, _ resolver: RequestResolver) -> ConcreteRequest? {
    switch paging.method {
    case .linkHeader:
      return item.response.nextLink.map { resolver.page(after: item.request, at: $0) }
    case .link(let path):
      return next(at: path, item).map { resolver.page(after: item.request, at: $0) }
    case .cursor(let path, let name):
      return next(at: path, item).map { resolver.page(after: item.request, setting: name, to: .literal($0)) }
    case .count(let name, let first, let step, let list):
      guard item.facts?.shape?.hasElements(at: list) == true else { return nil }
      return resolver.page(after: item.request, setting: name, to: .integer(first + item.request.page * step))
    }
  }

  /// A link or cursor. Providers end a list with null, without the member, or with an empty text, `false` or 0.
  private func next(at path: String, _ item: CheckedResponse) -> String? {
    item.facts?.links[path]?.first.flatMap { ["", "false", "0"].contains($0) ? nil : $0 }
  }

  /// What makes two pages one.
  private struct Sent: Hashable {
    let url: String
    let body: [UInt8]?

    init(_ request: ConcreteRequest) { (url, body) = (request.url, request.body) }
  }
}

extension PayloadShape {
  /// Whether there is an element in a list at a path.
  fileprivate func hasElements(at list: String) -> Bool {
    guard let path = try? JSONPath(list) else { return false }
    return paths.contains("\(path.pattern)[*]")
  }
}

extension ConcreteRequest {
  /// The request for the page after this one.
  func following(url: String, body: [UInt8]?) -> ConcreteRequest {
    var next = self
    (next.url, next.body, next.condition) = (url, body, nil)
    next.page = page + 1
    next.firstPage = firstPage ?? FirstPage(key: key, url: self.url)
    return next
  }
}

extension RequestResolver {
  /// The request for the next page at a link of the page before it. One that leaves the API's host is not sent, and says so.
  func page(after request: ConcreteRequest, at link: String) -> ConcreteRequest {
    guard let url = resolve(link, against: request.url) else {
      var page = request.following(url: request.url, body: request.body)
      page.obstacle = "the link to it leaves the API's own host"
      return page
    }
    return request.following(url: url, body: request.body)
  }

  /// The request for the next page with another value of one item.
  func page(after request: ConcreteRequest, setting name: String, to value: RequestValue) -> ConcreteRequest {
    guard request.body == nil else {
      return request.following(url: request.url, body: body(request.values, of: self.request.setting(name, to: value)))
    }
    return request.following(url: url(request.firstPage?.url ?? request.url, setting: name, to: value), body: nil)
  }
}
