import Testing

@testable import Fetching

struct RefusedRequest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let request: FetchRequest
  let word: String

  init(_ title: String, _ word: String, _ change: (inout FetchRequest) -> Void) {
    var request = FetchRequest(label: "a", url: "http://127.0.0.1:1/x?key=canary")
    change(&request)
    testDescription = title
    self.request = request
    self.word = word
  }
}

@Suite("What is never sent")
struct RequestCheckTests {
  @Test(
    "A request that breaks the policy is refused before a connection, without its values in the reason",
    arguments: [
      RefusedRequest("line break in a value", "X-Key") {
        $0.headers = [HeaderField(name: "X-Key", value: "canary\r\nX-Other: 1")]
      },
      RefusedRequest("line feed at the end of a value", "X-Key") {
        $0.headers = [HeaderField(name: "X-Key", value: "canary\n")]
      },
      RefusedRequest("zero byte in a value", "X-Key") {
        $0.headers = [HeaderField(name: "X-Key", value: "canary\0")]
      },
      RefusedRequest("line break in a name", "header name") {
        $0.headers = [HeaderField(name: "X-Key: canary\r\nX", value: "1")]
      },
      RefusedRequest("colon in a name", "header name") { $0.headers = [HeaderField(name: "X:", value: "canary")] },
      RefusedRequest("empty name", "header name") { $0.headers = [HeaderField(name: "", value: "canary")] },
      RefusedRequest("own Host", "Host") { $0.headers = [HeaderField(name: "Host", value: "canary")] },
      RefusedRequest("own framing", "Transfer-Encoding") {
        $0.headers = [HeaderField(name: "Transfer-Encoding", value: "canary")]
      },
      RefusedRequest("line break in the entity tag", "entity tag") { $0.etag = "canary\r\nX: 1" },
      RefusedRequest("line break in the date", "Last-Modified") { $0.lastModified = "canary\nX: 1" },
      RefusedRequest("line break in the URL", "URL") { $0.url += "\r\nX: 1" },
      RefusedRequest("zero byte in the URL", "URL") { $0.url += "\0" },
      RefusedRequest("user name in the URL", "user name") { $0.url = "https://canary:canary@localhost/" },
      RefusedRequest("no URL", "URL") { $0.url = "" },
      RefusedRequest("relative URL", "URL") { $0.url = "/x?key=canary" },
      RefusedRequest("URL without host", "URL") { $0.url = "https://?x" },
      RefusedRequest("port that is none", "URL") { $0.url = "https://localhost:99999/canary" },
      RefusedRequest("file", "https") { $0.url = "file:///etc/canary" },
      RefusedRequest("ftp", "https") { $0.url = "ftp://127.0.0.1/canary" },
      RefusedRequest("method with a space", "method") { $0.method = "GET /canary" },
      RefusedRequest("no method", "method") { $0.method = "" },
      RefusedRequest("CONNECT", "CONNECT") { $0.method = "CONNECT" },
    ])
  func refused(_ c: RefusedRequest) async {
    let transfer = await fetchOne(c.request)
    guard case .policy(let reason) = transfer.failure else {
      Issue.record("\(transfer.failure.map { "\($0)" } ?? "sent")")
      return
    }
    #expect(reason.contains(c.word))
    #expect(transfer.reason?.contains("canary") == false)
    #expect(transfer.failure?.isOurRefusal == true)
    #expect(transfer.status == nil && transfer.seconds == 0)
  }

  @Test("A URL is normalized: spaces and letters beyond ASCII encoded, default port and letter case of the host known")
  func addresses() throws {
    let address = try WebAddress("HTTPS://Example.COM/a b?q=ä#part")
    #expect(address.origin == (try WebAddress("https://example.com:443/")).origin)
    #expect(address.text.hasSuffix("/a%20b?q=%C3%A4") || address.text.hasSuffix("/a%20b?q=%c3%a4"))
    #expect(address.origin != (try WebAddress("http://example.com:443/")).origin)
  }

  @Test("Every failure has one line that says something, and refusals of our own are told apart")
  func descriptions() {
    let failures: [TransferFailure] = [
      .policy("x"), .resolve, .connect, .tls("x"), .timeout, .deadline, .truncated, .protocolError, .decompression,
      .bodyTooLarge(limit: 1), .headersTooLarge(limit: 1), .redirectRefused("x"), .cancelled,
    ]
    #expect(Set(failures.map(\.description)).count == failures.count)
    #expect(failures.allSatisfy { !$0.description.contains("\n") && $0.description.utf8.count > 10 })
    #expect(failures.filter(\.isOurRefusal).count == 4)
  }
}
