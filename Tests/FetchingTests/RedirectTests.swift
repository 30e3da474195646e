import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite("Redirects")
struct RedirectTests {
  let server: HostileServer
  init() throws { server = try HostileServer.shared.get() }

  private func redirect(to target: String, status: Int = 302, id: String = UUID().uuidString) -> FetchRequest {
    let allowed = CharacterSet.alphanumerics
    let to = target.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    return server.request(
      "/redirect?to=\(to)&status=\(status)&id=\(id)", headers: [HeaderField(name: "X-Api-Key", value: "secret")])
  }

  @Test("Within the origin a redirect is followed with the request's fields", arguments: [301, 302, 303, 307, 308])
  func sameOrigin(_ status: Int) async throws {
    let id = UUID().uuidString
    let transfer = await fetchOne(redirect(to: "/echo?id=\(id)", status: status))
    #expect(transfer.status == 200 && transfer.redirects == 1)
    #expect(transfer.finalURL == server.url("/echo?id=\(id)"))
    let received = try await server.received(under: "/echo?id=\(id)")
    #expect(received.map { $0.headers["X-Api-Key"] } == ["secret"])
  }

  @Test("An absolute URL of the same origin is followed too, and a fragment is dropped")
  func absoluteSameOrigin() async {
    let transfer = await fetchOne(redirect(to: server.url("/json#part")))
    #expect(transfer.text == smallText)
    #expect(transfer.finalURL == server.url("/json"))
  }

  @Test("Another origin is refused, and gets no byte of the request")
  func otherOrigin() async throws {
    let other = try HostileServer()
    for target in [
      other.url("/stolen"), server.url("/stolen").replacing("127.0.0.1", with: "localhost"),
      "//localhost:\(other.port)/stolen", "https://127.0.0.1:\(server.port)/stolen", "ftp://127.0.0.1:\(other.port)/x",
      "file:///etc/passwd", "gopher://127.0.0.1:\(other.port)/x", "http://2130706433:\(other.port)/stolen",
    ] {
      let transfer = await fetchOne(redirect(to: target))
      guard case .redirectRefused(let reason) = transfer.failure else {
        Issue.record("\(target): \(transfer.failure.map { "\($0)" } ?? "followed")")
        continue
      }
      #expect(!reason.contains("stolen") && !reason.contains("secret"))
      #expect(transfer.status == 302)
      #expect(transfer.failure?.isOurRefusal == true)
    }
    #expect(try await other.received(under: "/").isEmpty)
    #expect(try await server.received(under: "/stolen").isEmpty)
  }

  @Test("User name, control characters and nonsense in a Location are refused")
  func hostileLocations() async throws {
    for target in ["http://user:word@127.0.0.1:\(server.port)/json", "/a\u{1}b", "http://[", "http://"] {
      let transfer = await fetchOne(redirect(to: target))
      guard case .redirectRefused = transfer.failure else {
        Issue.record("\(target): \(transfer.failure.map { "\($0)" } ?? "followed to \(transfer.finalURL)")")
        continue
      }
    }
  }

  @Test("As many redirects as the policy allows are followed, one more is not")
  func chain() async {
    let five = await fetchOne(server.request("/redirect-chain/5"))
    #expect(five.text == smallText && five.redirects == 5)
    for path in ["/redirect-chain/6", "/redirect-loop"] {
      let transfer = await fetchOne(server.request(path))
      #expect(transfer.failure == .redirectRefused("more than 5, probably a loop"))
    }
  }

  @Test("A status that redirects nowhere is a response")
  func nowhere() async {
    for path in ["/redirect-nowhere", "/status/300"] {
      let transfer = await fetchOne(server.request(path))
      #expect(transfer.failure == nil)
      #expect(transfer.redirects == 0)
    }
  }

  @Test("A POST is repeated only where the status says that it stays a POST")
  func post() async throws {
    let id = UUID().uuidString
    for status in [301, 302, 303] {
      var request = redirect(to: "/echo?id=\(id)", status: status)
      request.method = "POST"
      request.body = Array("{}".utf8)
      guard case .redirectRefused = await fetchOne(request).failure else {
        Issue.record("followed with \(status)")
        continue
      }
    }
    for status in [307, 308] {
      var request = redirect(to: "/echo?id=\(id)", status: status)
      request.method = "POST"
      request.body = Array("{}".utf8)
      #expect(await fetchOne(request).status == 200)
    }
    let received = try await server.received(under: "/echo?id=\(id)")
    #expect(received.map(\.method) == ["POST", "POST"])
    #expect(received.map(\.body) == ["{}", "{}"])
  }
}
