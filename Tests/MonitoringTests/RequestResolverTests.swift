import ContractKit
import DriftModel
import Foundation
import Testing

@testable import Monitoring

@Suite("Requests made of declarations and of values in responses")
struct RequestResolverTests {
  /// The URLs that an endpoint `detail` asks for if its parent `list` has `links`.
  private func urls(_ links: [String], base: String) throws -> [String] {
    let contract = Contract("shop", baseURL: base) {
      Endpoint("list", get: "/list")
      Endpoint("detail", following: "$[*].url", of: "list")
    }
    var found = FoundValues()
    found.set(links, at: "$[*].url", of: EndpointID(contract: "shop", endpoint: "list"))
    return try requests("detail", of: contract, found).map(\.url)
  }

  private func requests(
    _ endpoint: String, of contract: Contract, _ found: FoundValues = FoundValues()
  ) throws -> [ConcreteRequest] {
    let endpoint = try #require(contract.endpoint(endpoint))
    return try RequestResolver(
      contract: contract, endpoint: endpoint, request: endpoint.request, baseURL: contract.baseURL, found: found,
      environment: [:]
    ).requests()
  }

  @Test(
    "A link that spells the API's own origin differently is followed",
    arguments: [
      ("https://api.example", "https://api.example:443/a/1"), ("https://api.example", "https://API.Example/a/1"),
      ("https://api.example", "HTTPS://api.example/a/1"), ("https://api.example:443", "https://api.example/a/1"),
      ("https://API.example", "https://api.example/a/1"), ("http://api.example/v1", "http://API.EXAMPLE:80/v1/a/1"),
      ("https://api.example:8443", "https://API.example:8443/a/1"),
    ])
  func sameOrigin(_ base: String, _ link: String) throws { #expect(try urls([link], base: base) == [link]) }

  @Test(
    "A link to another scheme, port or host is not followed, and the reason says so",
    arguments: [
      ("https://api.example", "http://api.example/a/1"), ("https://api.example", "https://api.example:80/a/1"),
      ("http://api.example", "http://api.example:443/a/1"), ("https://api.example", "https://api.example.evil/a/1"),
      ("https://api.example", "https://api.example@evil.example/a/1"), ("https://api.example", "//evil.example/a/1"),
    ])
  func otherOrigin(_ base: String, _ link: String) {
    #expect { try urls([link], base: base) } throws: { "\($0)".hasSuffix("leaves the API's own host") }
  }

  @Test("A value that looks like a placeholder is sent as it is, whichever value is filled first")
  func filledOnce() throws {
    let names = ["a", "b", "c", "d", "e", "f"]
    // Each value names the next placeholder: filled again, the last of them would stand everywhere.
    let values = Dictionary(
      uniqueKeysWithValues: zip(names, names.dropFirst() + ["a"]).map { ($0, Values.samples(["{\($1)}"])) })
    let contract = Contract("shop", baseURL: "https://api.example") {
      Endpoint("query", get: "/{a}", query: ["q": "{a}{b}{c}{d}{e}{f}", "other": "{{a}} {unknown} {"], values: values)
      Endpoint("graph", graphQL: "query($v: String) { v }", variables: ["v": "{f}{e}{d}{c}{b}{a}"], values: values)
    }
    let url = try #require(try requests("query", of: contract).first?.url.removingPercentEncoding)
    #expect(url == "https://api.example/{b}?q={b}{c}{d}{e}{f}{a}&other={{b}} {unknown} {")
    let body = try #require(try requests("graph", of: contract).first?.body)
    #expect(String(decoding: body, as: UTF8.self).contains(#""v":"{a}{f}{e}{d}{c}{b}""#))
  }
}
