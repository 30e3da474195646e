/// One way to work through all documents of a pack.
struct Contender {
  let name: String
  /// One pass; the number of documents that it accepted. Throws at the first that it refuses.
  let pass: () throws -> Int
}

/// What one contender took, round by round.
struct Measurement: Codable {
  let contender: String
  /// Seconds for one pass, one entry per round.
  var samples: [Sample] = []

  /// Seconds of user CPU for one pass, the median over the rounds.
  var user: Double { median(samples.map(\.user)) }
  /// Seconds of the wall for one pass, likewise.
  var wall: Double { median(samples.map(\.wall)) }
}

/// Measures contenders side by side: in each round every one of them once, in the other order every other round, so that
/// whatever else the machine does hits all alike.
struct InterleavedRun {
  let contenders: [Contender]
  let rounds: Int
  /// Least user CPU per sample, in seconds.
  let seconds: Double

  /// One measurement per contender, in their order; throws where one does not accept that many documents.
  func measure(accepted: Int) throws -> [Measurement] {
    // Between two looks at the clock at least this long, so that looking costs nothing.
    let batchSeconds = 0.002
    var batches: [Int] = []
    for contender in contenders {
      let watch = Stopwatch()
      let count = try contender.pass()
      guard count == accepted else {
        throw BenchmarkError.failed(contender.name, "accepts \(count) of \(accepted) documents")
      }
      batches.append(max(1, Int(batchSeconds / max(watch.elapsed.wall, 1e-9))))
    }
    var measurements = contenders.map { Measurement(contender: $0.name) }
    for round in 0..<rounds {
      let order = Array(contenders.indices)
      for index in round.isMultiple(of: 2) ? order : order.reversed() {
        measurements[index].samples.append(try sample(contenders[index], batch: batches[index], accepted: accepted))
      }
    }
    return measurements
  }

  private func sample(_ contender: Contender, batch: Int, accepted: Int) throws -> Sample {
    let watch = Stopwatch()
    var passes = 0
    var elapsed = Sample(user: 0, wall: 0)
    repeat {
      var count = 0
      for _ in 0..<batch { count += try contender.pass() }
      guard count == accepted * batch else { throw BenchmarkError.failed(contender.name, "changes its mind") }
      passes += batch
      elapsed = watch.elapsed
      // The wall too, since time in the kernel alone would never end.
    } while elapsed.user < seconds && elapsed.wall < seconds * 4
    return Sample(user: elapsed.user / Double(passes), wall: elapsed.wall / Double(passes))
  }
}
