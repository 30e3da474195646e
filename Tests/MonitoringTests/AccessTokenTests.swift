import ContractKit
import DriftModel
import Fetching
import Foundation
import Monitoring
import System
import TestSupport
import Testing

@Suite("Access tokens (OAuth 2.0)")
struct AccessTokenTests {
  private static let secret = "right secret"
  private let scenario: LiveScenario
  /// Of this test's server: its number tells several apart.
  private static let endpoints = ["guarded/1/a", "guarded/1/b", "guarded/1/c"]

  init() throws { scenario = try LiveScenario([]) }

  /// Three endpoints at which nothing is to be had without a token.
  private func watch(_ authorization: (String) -> Authorization) {
    scenario.contracts = [
      Contract("api", baseURL: scenario.server.url(""), authorization: authorization(scenario.server.url(""))) {
        for path in Self.endpoints { Endpoint(path.replacing("/", with: "-"), get: "/" + path) }
      }
    ]
    scenario.usesBaseURL = false
    scenario.variables = ["CLIENT_SECRET": Self.secret, "REFRESH": "a refresh token"]
    let tokens = AccessTokens()
    scenario.adjust = { $0.tokens = tokens }
  }

  private func tokenRequests() throws -> [HostileServer.Received] { try scenario.server.requests(under: "/token/1") }

  @Test("A token is obtained once, for all requests and rounds until it ends, and sent to no other place than the API")
  func once() async throws {
    watch {
      .clientCredentials(
        tokenURL: "\($0)/token/1", clientID: "drift watch", clientSecret: .environment("CLIENT_SECRET"),
        parameters: ["scope": "read", "audience": "https://api.example.com/"])
    }
    for _ in 0..<2 {
      let round = try await scenario.round()
      #expect(
        round.result.endpoints.allSatisfy { [.ok, .unchanged].contains($0.outcome) }, "\(round.result.endpoints)")
    }
    let asked = try tokenRequests()
    #expect(asked.count == 1)
    let request = try #require(asked.first)
    #expect(request.method == "POST")
    #expect(
      request.body == "grant_type=client_credentials&audience=https%3A%2F%2Fapi.example.com%2F&scope=read")
    // RFC 6749 section 2.3.1: both are encoded as in a form first.
    #expect(
      request.headers["Authorization"] == "Basic \(Data("drift%20watch:right%20secret".utf8).base64EncodedString())")
    let sent = try scenario.server.requests(under: "/guarded/1")
    #expect(sent.count == 6 && sent.allSatisfy { $0.headers["Authorization"] == "Bearer token-of-1-1" })
  }

  @Test("A token that the API refuses is obtained anew once, and the same requests are sent again")
  func revoked() async throws {
    watch {
      .clientCredentials(
        tokenURL: "\($0)/token/1", clientID: "watch", clientSecret: .environment("CLIENT_SECRET"),
        sendsSecretInForm: true)
    }
    try await scenario.round()
    _ = await Fetcher().fetch([FetchRequest(label: "revoke", url: scenario.server.url("/revoke/1"))])
    let round = try await scenario.round()
    #expect(round.result.endpoints.allSatisfy { [.ok, .unchanged].contains($0.outcome) }, "\(round.result.endpoints)")
    #expect(try tokenRequests().count == 2)
    #expect(
      try tokenRequests().first?.body
        == "grant_type=client_credentials&client_id=watch&client_secret=right%20secret")
    #expect(try scenario.server.requests(under: "/guarded/1").count == 9)
  }

  @Test("A new token that is refused as well is a refusal, and is not asked for again and again")
  func refusedForGood() async throws {
    watch {
      .clientCredentials(
        tokenURL: "\($0)/token/2", clientID: "watch", clientSecret: .environment("CLIENT_SECRET"))
    }
    let round = try await scenario.round()
    #expect(round.result.endpoints.allSatisfy { $0.outcome == .auth }, "\(round.result.endpoints)")
    #expect(try scenario.server.requests(under: "/token/2").count == 1)
  }

  @Test("A token that is about to end is not used any more")
  func short() async throws {
    watch {
      .refreshToken(
        .environment("REFRESH"), tokenURL: "\($0)/token/1?secret=a+refresh+token&lasts=10", clientID: "watch")
    }
    for _ in 0..<2 {
      let round = try await scenario.round(["api": ["guarded-1-a"]])
      #expect(
        round.result.endpoints.allSatisfy { [.ok, .unchanged].contains($0.outcome) }, "\(round.result.endpoints)")
    }
    #expect(
      try tokenRequests().map(\.body)
        == Array(
          repeating: "grant_type=refresh_token&refresh_token=a%20refresh%20token&client_id=watch", count: 2))
  }

  @Test("Without a token nothing is sent, and one line says why, without a secret")
  func unavailable() async throws {
    for (url, words) in [
      ("/token/1?secret=another", "answered 401 (invalid_client)"),
      ("/status/200", "answered 200 without an access_token"),
      ("/status/503", "answered 503"), ("/html", "answered 200 without an access_token"),
    ] {
      watch {
        .clientCredentials(
          tokenURL: $0 + url, clientID: "watch", clientSecret: .environment("CLIENT_SECRET"))
      }
      let round = try await scenario.round()
      for endpoint in round.result.endpoints {
        #expect(endpoint.outcome == .auth, "\(endpoint)")
        #expect(endpoint.reason?.hasPrefix("no access token: http://127.0.0.1:") == true, "\(endpoint)")
        #expect(
          endpoint.reason?.hasSuffix(words) == true && endpoint.reason?.contains(Self.secret) == false, "\(endpoint)")
      }
      #expect(try scenario.server.requests(under: "/guarded/1").isEmpty)
    }
    watch { _ in
      .clientCredentials(
        tokenURL: "http://token.example.com/", clientID: "watch", clientSecret: .environment("CLIENT_SECRET"))
    }
    let plain = try await scenario.round()
    #expect(plain.result.endpoints.allSatisfy { $0.reason?.contains("use https") == true }, "\(plain.result.endpoints)")
  }
}
