import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite("Complete responses")
struct ResponseTests {
  let server: HostileServer
  init() throws { server = try HostileServer.shared.get() }

  @Test("A response is complete whatever its status", arguments: [200, 201, 400, 401, 404, 410, 429, 500, 503])
  func statusesAreResponses(_ status: Int) async {
    let transfer = await fetchOne(server.request("/status/\(status)"))
    #expect(transfer.status == status)
    #expect(transfer.failure == nil)
    #expect(transfer.text == #"{"status": \#(status)}"#)
    #expect(transfer.bodyEnd == .contentLength)
    #expect(transfer.wireBytes == transfer.body.count)
    #expect(transfer.header("RETRY-AFTER") == (status == 429 ? "120" : nil))
  }

  @Test("204 has no body and is complete")
  func noContent() async {
    let transfer = await fetchOne(server.request("/status/204"))
    #expect(transfer.status == 204)
    #expect(transfer.reason == nil)
    #expect(transfer.body.isEmpty)
    #expect(transfer.bodyEnd == .none)
  }

  @Test("Header fields keep their order and are found in any letter case")
  func headers() async {
    let transfer = await fetchOne(server.request("/etag"))
    #expect(transfer.headers.map(\.name) == ["Content-Type", "Content-Length", "ETag", "Last-Modified"])
    #expect(transfer.header("etag") == #""v1""#)
    #expect(transfer.header("X-Absent") == nil)
  }

  @Test(
    "A body arrives the same however it is framed and coded",
    arguments: [
      ("/json", 1, Transfer.BodyEnd.contentLength), ("/gzip", 40, .contentLength), ("/chunked", 1, .chunked),
      ("/gzip-chunked", 40, .chunked), ("/until-close", 1, .connectionClose),
    ])
  func framings(_ path: String, _ copies: Int, _ end: Transfer.BodyEnd) async {
    let transfer = await fetchOne(server.request(path))
    #expect(transfer.reason == nil)
    #expect(transfer.text == String(repeating: smallText, count: copies))
    #expect(transfer.bodyEnd == end)
    #expect(transfer.header("X-Trailer") == nil)
  }

  @Test(
    "A body is as it came, also where it repeats a header or a query whose name looks like that of a secret",
    arguments: ["/echo?sort_key=created_at", "/echo?token=canary-7d1f0c"])
  func repeatedRequest(path: String) async throws {
    let headers = [HeaderField(name: "Authorization", value: "Bearer canary-7d1f0c")]
    let transfer = await fetchOne(FetchRequest(label: "a", url: server.url(path), headers: headers))
    #expect(transfer.body.count == transfer.wireBytes)
    #expect(transfer.text.contains(path) && transfer.text.contains("Bearer canary-7d1f0c"), "\(transfer.text)")
  }

  @Test("A declared empty body and an HTML page are responses: what they mean is judged elsewhere")
  func emptyAndHTML() async {
    let empty = await fetchOne(server.request("/empty"))
    #expect(empty.status == 200 && empty.failure == nil && empty.body.isEmpty)
    let page = await fetchOne(server.request("/html"))
    #expect(page.status == 200 && page.failure == nil)
    #expect(page.header("content-type") == "text/html")
  }

  @Test("A conditional request sends its validators and takes 304 for a response")
  func conditional() async {
    var request = server.request("/etag")
    request.etag = #""v1""#
    let byTag = await fetchOne(request)
    #expect(byTag.status == 304 && byTag.failure == nil && byTag.body.isEmpty)
    request.etag = nil
    request.lastModified = "Sat, 01 Aug 2026 00:00:00 GMT"
    #expect(await fetchOne(request).status == 304)
    request.lastModified = nil
    request.etag = #""v0""#
    #expect(await fetchOne(request).status == 200)
  }

  @Test("304 to a request without validators is a fault of the server, not a response")
  func unaskedNotModified() async {
    let transfer = await fetchOne(server.request("/unasked-304"))
    #expect(transfer.failure == .protocolError)
    #expect(transfer.status == 304)
  }

  @Test("A difference to an earlier response is one only for those who asked for it")
  func difference() async {
    var request = server.request("/raw/im-used")
    #expect(await fetchOne(request).failure == .protocolError)
    request.headers.append(HeaderField(name: "A-IM", value: "vcdiff"))
    let transfer = await fetchOne(request)
    #expect(transfer.status == 226 && transfer.failure == nil)
  }

  @Test("HTTP/2 in plain text is no response either where HTTP/2 is allowed, which is for TLS only")
  func plainHTTP2() async {
    let transfer = await fetchOne(server.request("/raw/http-2-plain"), policy: FetchPolicy(allowsHTTP2: true))
    #expect(transfer.failure == .protocolError && transfer.body.isEmpty)
  }

  struct Echo: Decodable {
    let method: String
    let headers: [String: String]
    let body: String
  }

  @Test(
    "Method, fields and content arrive as declared, and nothing is made up",
    arguments: ["POST", "PUT", "PATCH", "DELETE", "GET"])
  func content(_ method: String) async throws {
    var request = server.request(
      "/echo", headers: [HeaderField(name: "X-Api-Key", value: "k"), HeaderField(name: "X-Empty", value: "")])
    request.method = method
    request.body = method == "GET" ? nil : Array(#"{"query": "ä"}"#.utf8)
    let transfer = await fetchOne(request)
    let echo = try JSONDecoder().decode(Echo.self, from: Data(transfer.body))
    #expect(echo.method == method)
    #expect(echo.body.utf8.count == (method == "GET" ? 0 : 17))  // the server reads the bytes as Latin-1
    var expected = [
      "Host": "127.0.0.1:\(server.port)", "User-Agent": "driftwatch", "Accept": "*/*", "Accept-Encoding": "gzip",
      "X-Api-Key": "k", "X-Empty": "",
    ]
    if method != "GET" { expected["Content-Length"] = "15" }
    #expect(echo.headers == expected)
  }

  @Test("An empty POST and a body with a zero byte go out as they are")
  func unusualContent() async throws {
    var request = server.request("/echo")
    request.method = "POST"
    for body in [[], [0x61, 0, 0x62]] as [[UInt8]] {
      request.body = body
      let transfer = await fetchOne(request)
      let echo = try JSONDecoder().decode(Echo.self, from: Data(transfer.body))
      #expect(Array(echo.body.utf8) == body)
      #expect(echo.headers["Content-Length"] == "\(body.count)")
    }
  }

  @Test("HEAD declares a length and brings no body")
  func head() async {
    var request = server.request("/json")
    request.method = "HEAD"
    let transfer = await fetchOne(request)
    #expect(transfer.status == 200 && transfer.failure == nil && transfer.body.isEmpty)
  }

  @Test("A proxy in the environment has no effect")
  func proxyFromEnvironment() async {
    let request = server.request("/json")
    #expect(ProcessInfo.processInfo.environment["http_proxy"] == "http://127.0.0.1:1")
    #expect(await fetchOne(request).status == 200)
  }

  @Test("Files below a folder are served as index.json, with .json, or as they are")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "driftwatch-files-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appending(path: "x/y"), withIntermediateDirectories: true)
    try Data("1".utf8).write(to: folder.appending(path: "x/y/index.json"))
    try Data("2".utf8).write(to: folder.appending(path: "x/z.json"))
    let server = try HostileServer(files: folder.path)
    #expect(await fetchOne(server.request("/files/x/y")).text == "1")
    #expect(await fetchOne(server.request("/x/z")).text == "2")
    #expect(await fetchOne(server.request("/files/../etc/passwd")).status == 404)
    #expect(await fetchOne(server.request("/files/x/none")).status == 404)
  }
}
