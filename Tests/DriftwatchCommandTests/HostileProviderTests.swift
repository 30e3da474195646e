import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Whatever a host does, a round over real contracts ends in the right word")
struct HostileProviderTests {
  private struct Report: Decodable {
    struct Endpoint: Decodable {
      let endpoint: String
      let outcome: String
      let reason: String?
    }
    struct Finding: Decodable {
      let endpoint: String
      let level: String
    }
    let endpoints: [Endpoint]
    let findings: [Finding]
  }

  /// Ways of asking to be left alone, with their outcomes.
  private static let asking = [
    "status-429", "status-429-retry-120", "status-429-retry-0", "status-429-retry-5-negative",
    "status-429-retry-315360000", "status-429-retry-99999999999999999999", "status-429-retry-soon",
    "status-429-retry-1-5", "status-429-retry-fri-2031-20dec-202100-2023-59-59-20gmt",
    "status-429-retry-sat-2001-20jan-202000-2000-00-00-20gmt", "status-429-retry-fri-2099-20foo-202100",
    "status-429-retry-none", "status-503-retry-120",
  ]

  /// One round of a contract of the wild fixture; its report and the largest resident set that was seen of the command.
  private func round(_ contract: String, timeout: Double) async throws -> (report: Report, peak: Int) {
    let server = try HostileServer.shared.get()
    let driftwatch = try Driftwatch(.wild)
    let program = try driftwatch.start([
      "check", contract, "--base-url", "\(contract.prefix { $0 != "/" })=\(server.url(""))", "--db", driftwatch.ledger,
      "--retries", "0",
      "--timeout", "\(timeout)", "--format", "json",
    ])
    // A thread of its own: tasks may not get their turn for seconds.
    let peak = Mutex(0)
    Thread.detachNewThread {
      while !program.hasEnded {
        let now = Self.peak(of: program.id)
        peak.withLock { $0 = max($0, now) }
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    let ending = await program.end(within: 300)
    driftwatch.holds(ending, contract)
    return (try JSONDecoder().decode(Report.self, from: ending.output), peak.withLock { $0 })
  }

  /// `VmHWM` of a process in mebibytes; 0 once it has ended.
  private static func peak(of process: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) / 1024
  }

  private func holds(_ report: Report, _ expected: [String: String]) {
    let words = expected.reduce(into: [String: String]()) { words, entry in
      for name in entry.value.split(separator: " ") { words[String(name)] = entry.key }
    }
    #expect(Set(report.endpoints.map(\.endpoint)) == Set(words.keys))
    for endpoint in report.endpoints {
      let said = Comment(rawValue: "\(endpoint.endpoint): \(endpoint.outcome), \(endpoint.reason ?? "no reason")")
      #expect(words[endpoint.endpoint]?.split(separator: "/").contains(Substring(endpoint.outcome)) == true, said)
      if !["ok", "drift"].contains(endpoint.outcome) {
        let reason = endpoint.reason ?? ""
        #expect(reason.count > 10 && reason.count < 400 && !reason.contains("\n"), said)
        #expect(!report.findings.contains { $0.endpoint == endpoint.endpoint && $0.level != "info" }, said)
      }
    }
  }

  @Test("What ends by itself, or at one of our limits", .timeLimit(.minutes(5)))
  func ending() async throws {
    let (report, peak) = try await round("wild", timeout: 120)
    holds(
      report,
      [
        "ok": """
        raw-open-after-length raw-same-length-twice raw-same-length-list raw-bytes-after-length raw-chunk-extension \
        raw-chunk-upper-case raw-bare-line-feeds raw-folded-header raw-no-reason-phrase raw-early-hints \
        raw-identity-coding raw-gzip-members raw-http-1-0 raw-html-content-type text-people text-people-bom \
        text-people-spaced text-people-reordered text-people-escaped text-trailing-comma-array \
        text-trailing-comma-object text-duplicate-keys text-utf16 text-utf16-bare text-utf32
        """,
        "transport": """
        raw-header-without-colon raw-cut-in-status-line raw-cut-in-header raw-cut-after-header raw-cut-last-byte \
        raw-cut-chunk-none raw-cut-chunk-size raw-cut-chunk-data raw-cut-chunk-line-end raw-cut-last-chunk \
        raw-cut-last-chunk-line-end raw-cut-trailer raw-cut-gzip-length raw-cut-gzip-trailer raw-cut-gzip-last-byte \
        raw-cut-gzip-header raw-cut-gzip-chunked raw-cut-gzip-close raw-cut-text-close raw-cut-after-interim \
        raw-chunk-negative raw-chunk-overflow raw-chunk-0x raw-chunk-word raw-chunk-empty-size raw-chunk-no-line-end \
        raw-chunk-too-short raw-chunk-not-chunked raw-smtp raw-ssh raw-icy raw-http-0-9 raw-html-bare raw-http-3-7 \
        raw-http-lower-case raw-status-word raw-status-two-digits raw-status-four-digits raw-status-zero \
        raw-blank-lines raw-random-bytes raw-tls-alert raw-http2-preface raw-zero-in-header raw-two-lengths \
        raw-two-lengths-list raw-length-overflow raw-length-negative raw-length-plus raw-length-hex raw-length-word \
        raw-length-fraction raw-length-empty raw-length-and-chunked raw-transfer-gzip raw-transfer-unknown \
        raw-transfer-chunked-twice raw-switching-protocols raw-partial-content raw-coding-unknown raw-coding-br \
        raw-coding-deflate raw-coding-zstd raw-coding-not-gzip raw-coding-gzip-magic-only raw-coding-gzip-bad-method \
        raw-coding-gzip-damaged raw-coding-gzip-bad-sum raw-coding-gzip-bad-size raw-coding-gzip-surplus \
        raw-coding-gzip-once-of-two raw-coding-hundred-layers status-206 status-226 status-304 cut cut-empty cut-chunked \
        cut-until-close cut-gzip close reset reset-body unasked-304
        """,
        "transport/refused": "raw-chunk-huge",
        "not_json/transport": "raw-cut-empty-close",
        "not_json": """
        text-empty text-spaces text-zero-byte text-bom-only text-cut text-cut-in-string text-cut-in-escape text-nan \
        text-infinity text-undefined text-hex-number text-plus-number text-single-quotes text-unquoted-keys \
        text-comment text-python-literals text-two-commas text-missing-comma text-closed-twice text-wrong-bracket \
        text-ndjson text-concatenated text-jsonp text-xssi-prefix text-php-notice text-php-fatal-after text-html-after \
        text-html text-xml text-csv text-yaml text-url-encoded text-plain-word text-event-stream text-multipart \
        text-base64 text-gzip-unlabelled text-protobuf text-msgpack text-png status-204 html empty gzip gzip-chunked \
        text-invalid-utf8 text-overlong-utf8 text-cut-utf8 text-raw-surrogate text-latin1 text-control-character \
        text-leading-zero text-bare-point text-lone-surrogate
        """,
        "refused": """
        raw-header-200-kb raw-header-70-kb-in-two raw-header-20000-lines raw-header-600-lines raw-status-line-70-kb \
        raw-trailer-20000-lines raw-interim-1000 redirect-by-file redirect-by-gopher redirect-by-ftp redirect-by-dict \
        redirect-by-data redirect-by-javascript redirect-by-ldap redirect-by-other-host redirect-by-other-port \
        redirect-by-upgrade redirect-by-userinfo redirect-by-userinfo-trick redirect-by-backslash \
        redirect-by-relative-host redirect-by-mapped redirect-by-nat64 redirect-by-any-address redirect-by-loopback-6 \
        redirect-by-short redirect-by-decimal redirect-by-octal redirect-by-hex redirect-by-metadata \
        redirect-by-port-none redirect-by-nonsense redirect-by-line-break headers-endless headers-long interim-endless \
        trailers-endless redirect-loop redirect-chain-6
        """,
        // Whole JSON texts of a 2xx that are no list of people: drift, and rightly so.
        "drift": """
        text-huge-exponent status-201 status-202 status-203 status-205 status-207 status-208 chunked until-close
        """,
        "request_error": """
        status-300 status-301 status-303 status-305 status-306 status-307 status-308 status-400 status-402 status-405 \
        status-406 status-409 status-411 status-412 status-413 status-414 status-415 status-416 status-417 status-418 \
        status-421 status-422 status-423 status-424 status-426 status-428 status-431 status-451 redirect-by-empty \
        redirect-nowhere
        """,
        "auth": "status-401 status-403 status-407 status-511", "gone": "status-404 status-410",
        "outage": """
        status-408 status-425 status-500 status-501 status-502 status-503 status-504 status-505 status-507 status-508 \
        status-520 status-599 \
        status-503-retry-garbage
        """,
      ])
    #expect(peak > 5 && peak < 256, "\(peak) MiB")
  }

  @Test("Who asks to be left alone is, in whatever words, for the rest of the round")
  func asking() async throws {
    for name in Self.asking {
      let (report, _) = try await round("asking/\(name)", timeout: 120)
      holds(report, [name.contains("503") ? "outage" : "rate_limited": name])
    }
    let all = try await round("asking", timeout: 120).report.endpoints
    let (sent, waiting) = (all.filter { $0.outcome != "not_checked" }, all.filter { $0.outcome == "not_checked" })
    #expect(all.count == Self.asking.count && (1...2).contains(sent.count), "a host gets two requests at a time")
    #expect(
      waiting.allSatisfy { $0.reason?.hasPrefix("not asked in this round: the provider answered 429") == true })
  }

  @Test("What never ends is transport after the timeout", .timeLimit(.minutes(5)))
  func endless() async throws {
    let (report, peak) = try await round("endless", timeout: 1)
    holds(
      report,
      [
        "transport":
          "silent drip drip-headers drip-chunked interim-drip stall stall-chunked events chunk-extension-endless"
      ])
    #expect(report.endpoints.allSatisfy { $0.reason?.contains("in time") == true })
    #expect(peak > 5 && peak < 256, "\(peak) MiB")
  }

  /// Takes half a minute of CPU in a build without optimization, so it runs where the environment asks for it.
  @Test(
    "What would fill a memory or a stack is refused or read, below 256 MiB",
    .enabled(if: ProcessInfo.processInfo.environment["DRIFTWATCH_TEST_HEAVY"] != nil), .timeLimit(.minutes(10)))
  func heavy() async throws {
    let (report, peak) = try await round("heavy", timeout: 300)
    holds(
      report,
      [
        "refused": """
        bomb-plain bomb-gibibyte bomb-layers bomb-json big-chunked big-until-close big-bytes-1000000000 \
        big-declared-bytes-9000000000
        """,
        "not_json": "text-depth-10000 text-depth-500000 text-depth-objects text-depth-open",
        "drift": "text-keys-200000 text-array-1000000 text-long-string text-long-number text-long-key",
      ])
    #expect(peak > 5 && peak < 256, "\(peak) MiB")
  }

  @Test("However many large responses there are, the monitor holds no more of their bodies than its budget")
  func manyLarge() async throws {
    let server = try HostileServer()
    let driftwatch = try Driftwatch()
    let urls = (0..<24).map { server.url("/big?bytes=8000000&id=\($0)") }
    let program = try driftwatch.start(
      ["check"] + urls + ["--db", driftwatch.ledger, "--format", "json", "--allow-incomplete"],
      environment: ["DRIFTWATCH_BODIES_IN_MEMORY": "16MiB"])
    let peak = Mutex(0)
    Thread.detachNewThread {
      while !program.hasEnded {
        let now = Self.peak(of: program.id)
        peak.withLock { $0 = max($0, now) }
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
    let ending = await program.end(within: 300)
    driftwatch.holds(ending, "24 large responses")
    let outcomes = try ReportJSON(ending.output).endpoints.map(\.outcome)
    // They are no JSON, which is found out by examining them.
    #expect(outcomes == [String](repeating: "not_json", count: 24))
    // 24 bodies are 183 MiB.
    #expect(peak.withLock { (1..<120).contains($0) }, "\(peak.withLock { $0 }) MiB")
  }
}
