import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("libcurl is loaded when something is fetched")
  struct CurlLibraryTests {
    /// Where the dynamic linker finds a file under libcurl's names that is no library.
    private func broken(_ driftwatch: Driftwatch) throws -> [String: String] {
      try driftwatch.place.write("no library", to: "lib/libcurl.so.4")
      return ["LD_LIBRARY_PATH": driftwatch.place.path("lib")]
    }

    /// The libraries that the dynamic linker looked for, as it says itself (ld.so(8), LD_DEBUG).
    private func libraries(_ driftwatch: Driftwatch, _ arguments: [String]) async throws -> (code: Int32, text: String)
    {
      let ending = try await driftwatch.call(
        arguments, environment: ["LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": driftwatch.place.path("linker")])
      let names = try FileManager.default.contentsOfDirectory(atPath: driftwatch.place.url.path)
      let texts = try names.filter { $0.hasPrefix("linker.") }.map {
        try String(contentsOfFile: driftwatch.place.path($0), encoding: .utf8)
      }
      return (ending.code, texts.joined())
    }

    @Test(
      "and not by what looks at files, prints or lists",
      arguments: [
        ["--version"], ["check", "quick/people", "--from", "round"], ["backtest", "round/a.json"], ["contracts"],
      ])
    func offline(_ arguments: [String]) async throws {
      let driftwatch = try Driftwatch(.quick)
      try driftwatch.place.write(People.first, to: "round/quick/people/index.json")
      try driftwatch.place.write("[]", to: "round/a.json")
      let (code, text) = try await libraries(driftwatch, arguments)
      #expect(code == 0)
      #expect(text.contains("find library=libsqlite3"))
      #expect(!text.contains("libcurl"))
    }

    @Test("but by what asks a server")
    func live() async throws {
      let driftwatch = try Driftwatch(.quick)
      let server = try HostileServer(files: driftwatch.place.path("files"))
      try driftwatch.place.write("[]", to: "files/shop.json")
      let (code, text) = try await libraries(driftwatch, ["check", server.url("/shop"), "--db", driftwatch.ledger])
      #expect(code == 0)
      #expect(text.contains("find library=libcurl.so.4"))
    }

    @Test(
      "where it cannot be, one line says so before anything is written, and the exit code is 3",
      arguments: [["check", "http://127.0.0.1:1/shop"], ["check"], ["run", "--base-url", "quick=http://127.0.0.1:1"]])
    func missing(_ arguments: [String]) async throws {
      let driftwatch = try Driftwatch(.quick)
      let ending = try await driftwatch.call(
        arguments + ["--db", driftwatch.ledger], environment: try broken(driftwatch))
      #expect(ending.code == 3, "\(ending)")
      #expect(ending.output.isEmpty)
      #expect(
        ending.errors.hasPrefix("driftwatch: nothing can be fetched: libcurl cannot be loaded"), "\(ending.errors)")
      #expect(ending.errors.contains("install libcurl4"))
      #expect(ending.errors.split(separator: "\n").count == 1)
      #expect(!FileManager.default.fileExists(atPath: driftwatch.ledger))
    }

    @Test("where it cannot be, all that fetches nothing works")
    func offlineWithout() async throws {
      let driftwatch = try Driftwatch(.quick)
      try driftwatch.place.write(People.first, to: "round/quick/people/index.json")
      let environment = try broken(driftwatch)
      let ending = try await driftwatch.call(
        "check", "quick/people", "--from", driftwatch.place.path("round"), environment: environment)
      #expect(ending.code == 0, "\(ending)")
      #expect(try await driftwatch.call("status", "--db", driftwatch.ledger, environment: environment).code == 3)
    }
  }
#endif
