import Foundation
import TestSupport
import Testing

@Suite("A thousand endpoints at ten seconds each")
struct LoadTrial {
  private struct Line: Decodable {
    let event: String
    let checked: Int?
    let lag_seconds: Double?
  }

  /// `DRIFTWATCH_LAG_MINUTES=10`, and `DRIFTWATCH_LAG_PROGRAM=PATH` for a release build of `fixture-contracts`; prints its figures.
  @Test(
    "Lag stays below two seconds for 99 of 100 checks, memory is flat, and no descriptor is left",
    .enabled(
      if: ProcessInfo.processInfo.environment["DRIFTWATCH_LAG_MINUTES"] != nil, "only by DRIFTWATCH_LAG_MINUTES"))
  func load() async throws {
    let environment = ProcessInfo.processInfo.environment
    let minutes = environment["DRIFTWATCH_LAG_MINUTES"].flatMap(Double.init) ?? 10
    let script = Driftwatch.repository.appending(path: "Tests/Fixtures/ManyContracts/load_server.py").path
    // Its input stays open as long as `sleep` lives.
    let server = try Program(
      "/bin/sh", ["-c", "sleep \(Int(minutes * 60 + 120)) | exec /usr/bin/python3 '\(script)'"], environment: pathOnly)
    #expect(try await Program.wait { server.outputSoFar.contains("\n") })
    let port = try #require(Int(server.outputSoFar.split(separator: "\n").first ?? ""))
    let driftwatch = try Driftwatch(.many, program: environment["DRIFTWATCH_LAG_PROGRAM"])
    let options = (0..<20).flatMap { ["--base-url", "many-\($0)=http://127.0.0.1:\(port)"] }
    let run = try driftwatch.start(["run", "--db", driftwatch.ledger, "--log-format", "json"] + options)
    var samples: [(kilobytes: Int, descriptors: Int)] = []
    let end = ContinuousClock.now + .seconds(minutes * 60)
    while ContinuousClock.now < end, !run.hasEnded {
      try await Task.sleep(for: .seconds(5))
      samples.append(try Self.sample(run.id))
    }
    let gaps = try await Program(
      "/usr/bin/python3",
      [
        "-c",
        "import urllib.request as u; print(u.urlopen('http://127.0.0.1:\(port)/_gaps').read().decode())",
      ],
      environment: pathOnly
    ).end().text
    run.send(SIGTERM)
    let ending = await run.end(within: 30)
    #expect(ending.code == 0)
    server.send(SIGTERM)
    let lines = ending.errors.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }.filter { $0.event == "round_finished" }
    let lags = lines.flatMap { Array(repeating: $0.lag_seconds ?? .infinity, count: $0.checked ?? 0) }.sorted()
    try #require(!lags.isEmpty && samples.count >= 6)
    let p99 = lags[min(lags.count - 1, lags.count * 99 / 100)]
    let middle = samples[samples.count / 3..<2 * samples.count / 3].map(\.kilobytes).max() ?? 0
    let last = samples[(2 * samples.count / 3)...].map(\.kilobytes).max() ?? 0
    let descriptors = samples.map(\.descriptors)
    let (median, longest) = (lags[lags.count / 2], lags.last ?? 0)
    let (fewest, most) = (descriptors.min() ?? 0, descriptors.max() ?? 0)
    print("\(lags.count) checks in \(lines.count) rounds; lag median \(median) s, p99 \(p99) s, longest \(longest) s")
    print("resident \(middle) kB in the middle, \(last) kB at the end; descriptors \(fewest) to \(most); gaps \(gaps)")
    #expect(p99 < 2)
    let least: Double = minutes * 5700
    #expect(Double(lags.count) > least)
    #expect(last < middle + 8192)
    let third = samples.count / 3
    let (first, final): (Int, Int) = (descriptors.prefix(third).max() ?? 0, descriptors.suffix(third).min() ?? 0)
    #expect(final <= first)
  }

  private static func sample(_ id: Int32) throws -> (Int, Int) {
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
    return (kilobytes, try FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count)
  }
}
