import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite("Many requests, cancellation, deadlines")
struct FetcherTests {
  private struct Peak: Decodable { let peak: Int }

  private func peak(of server: HostileServer) async throws -> Int {
    let transfer = await fetchOne(server.request("/_peak"))
    return try JSONDecoder().decode(Peak.self, from: Data(transfer.body)).peak
  }

  @Test("Results keep the order of the requests, and no more than two are open for one host")
  func orderAndHostLimit() async throws {
    let server = try HostileServer()
    let requests = (0..<12).map { server.request($0 % 3 == 0 ? "/slow?ms=50&n=\($0)" : "/status/\(400 + $0)") }
    let transfers = await Fetcher().fetch(requests)
    #expect(transfers.map(\.status) == (0..<12).map { $0 % 3 == 0 ? 200 : 400 + $0 })
    #expect(try await peak(of: server) == 2)
  }

  @Test("No more are open than allowed in all, whatever the hosts")
  func totalLimit() async throws {
    let server = try HostileServer()
    let hosts = ["127.0.0.1", "localhost", "127.0.0.2", "127.0.0.3"]
    let requests = (0..<16).map {
      FetchRequest(label: "a", url: "http://\(hosts[$0 % 2]):\(server.port)/slow?ms=30")
    }
    let policy = FetchPolicy(maximumInFlight: 3)
    #expect(await Fetcher(policy: policy).fetch(requests).allSatisfy { $0.status == 200 })
    #expect(try await peak(of: server) == 3)
  }

  @Test("One slow or broken response does not hold up or harm the others")
  func independence() async throws {
    let server = try HostileServer()
    let paths = ["/silent", "/cut", "/json", "/headers-endless", "/json", "/not-http", "/json"]
    let transfers = await Fetcher(policy: FetchPolicy(timeout: 2)).fetch(paths.map { server.request($0) })
    #expect(
      transfers.map(\.failure) == [
        .timeout, .truncated, nil, .headersTooLarge(limit: 65536), nil, .protocolError, nil,
      ])
  }

  @Test("Connections are kept for the next request, also across calls")
  func reuse() async throws {
    let server = try HostileServer()
    let fetcher = Fetcher()
    // On a machine that holds it up, requests time out and libcurl closes what was idle for long (CURLOPT_MAXAGE_CONN); so that
    // says nothing, and is tried again.
    var (connections, seconds) = (ArraySlice<Int>(), 0.0)
    for _ in 0..<20 {
      let start = Date()
      for _ in 0..<3 { _ = await fetcher.fetch([server.request("/json?reuse")]) }
      connections = try await server.received(under: "/json?reuse").map(\.connection).suffix(3)
      seconds = Date().timeIntervalSince(start)
      if seconds < 5 { break }
    }
    #expect(connections.count == 3)
    #expect(Set(connections).count == 1)
  }

  @Test("Options of one request do not leak into the next on the same connection")
  func noLeak() async throws {
    let server = try HostileServer()
    let fetcher = Fetcher()
    var first = server.request("/echo?leak=1", headers: [HeaderField(name: "Authorization", value: "Bearer x")])
    first.method = "PUT"
    first.body = [0x31]
    first.etag = #""a""#
    _ = await fetcher.fetch([first])
    _ = await fetcher.fetch([server.request("/echo?leak=2")])
    let last = try #require(try await server.received(under: "/echo?leak=2").first)
    #expect(last.method == "GET" && last.body.isEmpty)
    #expect(Set(last.headers.keys) == ["Host", "User-Agent", "Accept", "Accept-Encoding"])
  }

  @Test("What the server gets never depends on what was sent before it: sixty requests in any order on one slot")
  func noLeakInAnyOrder() async throws {
    let server = try HostileServer()
    let shared = Fetcher(policy: FetchPolicy(maximumRetries: 0, maximumInFlight: 1, maximumInFlightPerHost: 1))
    var generator = SeededGenerator(seed: 11)
    let (key, form) = (HeaderField(name: "X-Key", value: "k"), HeaderField(name: "Content-Type", value: "text/plain"))
    for number in 0..<60 {
      var request = server.request("/echo", headers: [[], [key], [key, form]].randomElement(using: &generator) ?? [])
      request.method =
        ["GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"].randomElement(using: &generator) ?? "GET"
      request.isIdempotent = Bool.random(using: &generator)
      if request.method != "HEAD" {
        request.body = [nil, nil, [], [0x31, 0x32]].randomElement(using: &generator) ?? nil
      }
      request.etag = [nil, nil, #""a""#].randomElement(using: &generator) ?? nil
      let paths = ["/echo?shared=\(number)", "/echo?alone=\(number)"]
      request.url = server.url(paths[0])
      _ = await shared.fetch([request])
      request.url = server.url(paths[1])
      _ = await fetchOne(request)
      let (one, other) = (
        try #require(try await server.received(under: paths[0]).first),
        try #require(try await server.received(under: paths[1]).first)
      )
      #expect(one.method == other.method && one.body == other.body, "\(number)")
      #expect(one.headers == other.headers, "\(number): \(request.method)")
    }
  }

  @Test("Cancelling the task ends what is on the wire and what waits, at once")
  func cancellation() async throws {
    let server = try HostileServer()
    // So long that it is the cancelling that ends them, however busy the machine is.
    let fetcher = Fetcher(policy: FetchPolicy(timeout: 600))
    let requests = (0..<6).map { server.request("/silent?n=\($0)") }
    let task = Task { await fetcher.fetch(requests) }
    // On the wire as soon as the server has seen two; others still wait then.
    while try await server.received(under: "/silent").count < 2 { try await Task.sleep(for: .milliseconds(20)) }
    task.cancel()
    let transfers = await task.value
    #expect(transfers.map(\.failure) == Array(repeating: .cancelled, count: 6))
    // The slots are free again: the same fetcher serves the next call.
    #expect(await fetcher.fetch([server.request("/json")]).map(\.status) == [200])
    #expect(try await server.received(under: "/silent").count == 2)
  }

  @Test("Cancelling just as responses come leaves each request with one result, three hundred times")
  func cancelledAtAnyMoment() async throws {
    let server = try HostileServer.shared.get()
    let fetcher = Fetcher(policy: FetchPolicy(maximumInFlight: 4, maximumInFlightPerHost: 4))
    let requests = (0..<8).map { server.request("/json?n=\($0)") }
    _ = await fetcher.fetch(requests)
    for number in 0..<300 {
      let task = Task { await fetcher.fetch(requests) }
      for _ in 0..<number * 20 { await Task.yield() }  // from before the first response until after the last
      task.cancel()
      let transfers = await task.value
      #expect(transfers.count == 8 && transfers.allSatisfy { $0.status == 200 || $0.failure == .cancelled })
    }
    #expect(await fetcher.fetch(requests).allSatisfy { $0.status == 200 })
  }

  #if os(Linux)
    @Test(
      "A host that never responds to a SYN is a timeout after the time to connect, not after the whole time",
      .timeLimit(.minutes(5)))
    func droppedSYN() async throws {
      let port = try MutePort()
      let policy = FetchPolicy(timeout: 3600, connectTimeout: 0.5)
      let transfer = await fetchOne(
        FetchRequest(label: "a", url: "http://127.0.0.1:\(port.number)/"), policy: policy)
      #expect(transfer.failure == .timeout, "\(transfer.reason ?? "") after \(transfer.seconds) s")
      #expect(port.number > 0)  // kept until here, since a port that is closed refuses
      #expect(transfer.reason?.contains("no byte of a response") == true)
    }
  #endif

  @Test("A call in a task that is already cancelled returns without a response")
  func cancelledBefore() async throws {
    let server = try HostileServer.shared.get()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Fetcher().fetch([server.request("/silent"), server.request("/silent")])
    }
    #expect(await task.value.map(\.failure) == [.cancelled, .cancelled])
  }

  @Test("At the deadline the rest is given up, sent or not, and what is complete stays")
  func deadline() async throws {
    let server = try HostileServer.shared.get()
    let paths = ["/json", "/silent", "/silent", "/silent", "/json"]
    let transfers = await Fetcher(policy: FetchPolicy(timeout: 3600)).fetch(
      paths.map { server.request($0) }, deadline: .now + .seconds(8))
    #expect(transfers.map(\.failure) == [nil, .deadline, .deadline, .deadline, .deadline])
    let late = await Fetcher().fetch([server.request("/json")], deadline: .now)
    #expect(late.map(\.failure) == [.deadline])
  }

  @Test("A policy of impossible numbers still fetches, and never waits for ever")
  func impossibleNumbers() async throws {
    let server = try HostileServer.shared.get()
    for (seconds, count) in [(Double.nan, 0), (.infinity, Int.max), (1e300, Int.min)] {
      let policy = FetchPolicy(
        timeout: seconds, connectTimeout: seconds, maximumRedirects: count, maximumInFlight: count,
        maximumInFlightPerHost: count)
      #expect(await fetchOne(server.request("/json"), policy: policy).text == smallText)
    }
    let negative = FetchPolicy(timeout: -1, connectTimeout: -1, maximumBodyBytes: -1, maximumHeaderBytes: -1)
    #expect(await fetchOne(server.request("/json"), policy: negative).failure != nil)
    let injecting = await fetchOne(server.request("/json"), policy: FetchPolicy(userAgent: "a\r\nX: 1"))
    #expect(injecting.failure?.isOurRefusal == true && injecting.status == nil)
  }

  @Test("Every transfer carries the label of its request, sent or refused")
  func labels() async throws {
    let server = try HostileServer.shared.get()
    var requests = [server.request("/json"), server.request("/cut"), FetchRequest(label: "", url: "x")]
    for index in requests.indices { requests[index].label = "endpoint-\(index)" }
    #expect(await Fetcher().fetch(requests).map(\.label) == ["endpoint-0", "endpoint-1", "endpoint-2"])
  }

  @Test("No request gives no result")
  func nothing() async { #expect(await Fetcher().fetch([]).isEmpty) }

  @Test("Calls at the same time on one fetcher get their own responses")
  func concurrentCalls() async throws {
    let server = try HostileServer.shared.get()
    let fetcher = Fetcher()
    await withTaskGroup(of: Bool.self) { group in
      for status in 200..<204 + 16 where status != 204 {
        group.addTask { await fetcher.fetch([server.request("/status/\(status)")]).map(\.status) == [status] }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
