import Foundation

/// Compares the tape, the shape and the traced decode with simdjson and JSONDecoder; see docs/performance.md.
///
/// Ends with 1 where a contender fails or refuses what another accepts, with 2 for wrong arguments, and with 0 however
/// slow it was.
@main
struct Benchmarks {
  let options: Options

  static func main() {
    do {
      let options = try Options(
        Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
      try Benchmarks(options: options).run()
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      if case BenchmarkError.usage = error { exit(2) }
      exit(1)
    }
  }

  private func run() throws {
    switch options.command {
    case .help: print(Options.usage)
    case .compare: try compare()
    case .profile(let pack, let contender): try profile(pack, contender)
    case .peak(let work, let file): try PeakMemory.perform(work, file: file)
    }
  }

  private func compare() throws {
    let seconds = options.seconds ?? 0.25
    var result = BenchmarkResult(rounds: options.rounds, secondsPerSample: seconds)
    show("\(result.processor); simdjson uses \(result.simdjson)\n")
    let packs = Packs(corpus: options.corpus)
    for name in Packs.names {
      guard ContenderName.all.contains(where: { options.includes("\(name)/\($0)") }) else { continue }
      let pack = try packs.pack(name)
      let contenders = try pack.contenders().filter { options.includes("\(name)/\($0.name)") }
      guard !contenders.isEmpty else { continue }
      let run = InterleavedRun(contenders: contenders, rounds: options.rounds, seconds: seconds)
      result.add(pack, try run.measure(accepted: pack.documents.count))
      if let last = result.packs.last { show(ResultTable.text(last)) }
    }
    result.conclude()
    if !result.packs.isEmpty { show(ResultTable.summary(result)) }
    if options.includes("memory") {
      result.memory = try PeakMemory.measure()
      show(ResultTable.text(result.memory))
    }
    guard !result.packs.isEmpty || !result.memory.isEmpty else {
      throw BenchmarkError.usage("--filter leaves nothing to measure")
    }
    if let file = options.jsonFile { try result.write(to: file) }
  }

  /// Prints at once, also into a pipe: a whole run takes minutes.
  private func show(_ text: String) {
    print(text)
    fflush(nil)
  }

  private func profile(_ packName: String, _ contenderName: String) throws {
    let contenders = try Packs(corpus: options.corpus).pack(packName).contenders()
    guard let contender = contenders.first(where: { $0.name == contenderName }) else {
      let names = contenders.map(\.name).joined(separator: ", ")
      throw BenchmarkError.usage("no contender is called \(contenderName); there are \(names)")
    }
    let watch = Stopwatch()
    var passes = 0
    while watch.elapsed.wall < options.seconds ?? 10 {
      _ = try contender.pass()
      passes += 1
    }
    let each = watch.elapsed.user / Double(passes)
    print(String(format: "%@/%@: %d passes, %.3f ms of user CPU each", packName, contenderName, passes, each * 1e3))
  }
}
