import CBareCurl
import Fetching
import Glibc

/// CPU of one request through `Fetching` against a bare libcurl multi loop that makes the same requests; see
/// docs/performance.md.
///
/// Ends with 1 where a request of either is not answered, and with 0 however slow it was.
@main
struct FetchingBenchmark {
  static let requests = 2000
  static let rounds = 41
  static let inFlight = 4

  static func main() async {
    if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--bare" { return printBare() }
    print("\(requests) requests a sample, \(inFlight) at once on kept connections, \(rounds) samples of each\n")
    print("body       bare libcurl   Fetching      ratio of medians (CPU of the process, user and system)")
    var isGood = true
    // For a profiler: `fetching bare` and `fetching fetcher` leave the other one out.
    let contenders = CommandLine.arguments.dropFirst().first.map { $0 == "bare" ? [0] : [1] } ?? [0, 1]
    for bodyBytes in [300, 2_000, 20_000] {
      var port: Int32 = 0
      let server = bare_server_start(Int32(bodyBytes), &port)
      guard server > 0 else {
        print("the server cannot be started")
        exit(1)
      }
      let url = "http://127.0.0.1:\(port)/people"
      var policy = FetchPolicy.standard
      (policy.maximumInFlight, policy.maximumInFlightPerHost) = (inFlight, inFlight)
      let fetcher = Fetcher(policy: policy)
      var samples: [[Double]] = [[], []]
      for round in 0...rounds {
        for contender in round.isMultiple(of: 2) ? contenders : contenders.reversed() {
          let start = cpuSeconds()
          let good =
            contender == 0
            ? bare_fetch(url, requests, Int32(inFlight), bodyBytes)
            : await fetch(url, fetcher, bodyBytes)
          let used = cpuSeconds() - start
          if good != requests {
            print("\(contender == 0 ? "bare" : "Fetching"): \(good) of \(requests) requests were answered")
            isGood = false
          }
          if round > 0 { samples[contender].append(used / Double(requests) * 1e6) }  // the first warms up
        }
      }
      bare_server_stop(server)
      let (bare, ours) = (median(samples[0]), median(samples[1]))
      print(
        "\(column("\(bodyBytes) B", 11))\(column("\(rounded(bare)) µs", 15))\(column("\(rounded(ours)) µs", 14))\(rounded(ours / bare))"
      )
      fflush(nil)
    }
    exit(isGood ? 0 : 1)
  }

  /// `fetching --bare COUNT BYTES`: the CPU of one of so many bare requests for so many bytes, in microseconds.
  private static func printBare() {
    let figures = CommandLine.arguments.dropFirst(2).compactMap { Int32($0) }
    var port: Int32 = 0
    guard figures.count == 2, case let server = bare_server_start(figures[1], &port), server > 0 else {
      print("--bare takes a number of requests and the bytes of a response, and needs a loopback port")
      exit(1)
    }
    let url = "http://127.0.0.1:\(port)/items"
    _ = bare_fetch(url, 1000, Int32(inFlight), Int(figures[1]))  // warms up
    let start = cpuSeconds()
    let good = bare_fetch(url, Int(figures[0]), Int32(inFlight), Int(figures[1]))
    let used = cpuSeconds() - start
    bare_server_stop(server)
    guard good == Int(figures[0]) else {
      print("\(good) of \(figures[0]) requests were answered")
      exit(1)
    }
    print(used / Double(good) * 1e6)
  }

  /// In calls of a hundred requests, as a round makes them, and as there not from the main thread.
  @concurrent private static func fetch(_ url: String, _ fetcher: Fetcher, _ bodyBytes: Int) async -> Int {
    var good = 0
    for batch in stride(from: 0, to: requests, by: 100) {
      let transfers = await fetcher.fetch(
        (batch..<batch + 100).map {
          FetchRequest(
            label: "people", url: "\(url)?n=\($0)",
            headers: [HeaderField(name: "Accept", value: "application/json")])
        })
      good += transfers.count { $0.status == 200 && $0.failure == nil && $0.body.count == bodyBytes }
    }
    return good
  }

  private static func cpuSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  private static func median(_ figures: [Double]) -> Double {
    let sorted = figures.sorted()
    return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
  }

  private static func rounded(_ figure: Double) -> String { "\((figure * 100).rounded() / 100)" }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
