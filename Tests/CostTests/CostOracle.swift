import AllocationMeter
import Foundation
import JSONDocument
import Testing

/// Holds the cost of work on foreign bytes against its size: the input is doubled three times, and the processor time of this thread
/// and the memory that it takes may grow hardly faster than the input.
///
/// Time of the thread and not of the clock, so that other processes do not count; the least of several runs, and a bound that is far
/// from both linear and quadratic, so that caches, other threads and n log n do not matter.
struct CostOracle {
  /// Quadratic work has a slope of 2, linear work one of 1.
  static let steepest = 1.5
  /// The same of memory, which no other process disturbs; tables that grow by doubling make steps.
  static let steepestMemory = 1.25
  /// The most bytes of memory for each byte of an input, the input itself not counted, and what may be taken whatever its size.
  static let (mostMemory, anyMemory) = (200.0, 256 << 10)
  private static let isLong = ProcessInfo.processInfo.environment["DRIFTWATCH_LONG_TESTS"] != nil
  /// Whether each slope is printed.
  private static let isTold = isLong || ProcessInfo.processInfo.environment["DRIFTWATCH_COSTS"] != nil
  /// Doublings, seconds of the smallest input, runs of each input, and attempts.
  private static let (doublings, least, runs, attempts) = isLong ? (4, 0.02, 5, 3) : (3, 0.002, 2, 12)

  /// Seconds of processor time of this thread.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ times: Int, _ work: () throws -> Void) rethrows -> Double {
    let start = now()
    for _ in 0..<times { try work() }
    return now() - start
  }

  /// Expects that work is at most linear, but for a logarithm.
  ///
  /// - Parameters:
  ///   - name: What is measured.
  ///   - size: The smallest input that the long form tries; its largest is eight times as large, and must be below every bound of the work.
  ///   - sourceLocation: Where it is expected.
  ///   - make: Makes an input of a size.
  ///   - work: The work.
  /// - Throws: What they throw.
  static func expectLinear<Input>(
    _ name: String, from size: Int, sourceLocation: SourceLocation = #_sourceLocation,
    make: (Int) throws -> Input, work: (Input) throws -> Void
  ) throws {
    // The short form takes half of each size, since a test without optimization is slow.
    let sizes = (0...doublings).map { (isLong ? size : max(1, size / 2)) << $0 }
    let inputs = try sizes.map(make)
    let first = try seconds(1) { try work(inputs[0]) }
    let times = max(1, min(1000, Int((least / max(first, 1e-7)).rounded(.up))))
    var slope = Double.infinity
    var costs: [Double] = []
    for _ in 0..<attempts where slope > steepest {
      costs = try inputs.map { input in
        try (0..<runs).map { _ in try seconds(times) { try work(input) } }.min() ?? 0
      }
      slope = min(slope, log2(costs[doublings] / max(costs[0], 1e-9)) / Double(doublings))
    }
    let memory = try inputs.map { input in
      drift_meter_begin()
      defer { _ = drift_meter_end() }
      try work(input)
      return Double(drift_meter_end())
    }
    let rounded = (slope * 100).rounded() / 100
    let memorySlope = log2(max(memory[doublings], 1) / max(memory[0], 1)) / Double(doublings)
    let bytes = (inputs[doublings] as? any ForeignBytes).map { Double($0.foreignBytes) }
    if isTold {
      let second = costs[doublings] / Double(times)
      print(
        "cost | \(name) | \(rounded) | \(Int(second / Double(sizes[doublings]) * 1e9)) ns each at \(sizes[doublings])",
        bytes.map { " | \((second / $0 * 1e10).rounded() / 10) ns a byte" } ?? " |",
        " | memory \((memorySlope * 100).rounded() / 100), \(Int(memory[doublings])) bytes",
        bytes.map { ", \((memory[doublings] / $0 * 10).rounded() / 10) a byte of \(Int($0))" } ?? "", separator: "")
    }
    let told = "\(name): memory \(zip(sizes, memory).map { "\($0): \(Int($1)) bytes" })"
    if memory[doublings] > Double(anyMemory) {
      #expect(memorySlope <= steepestMemory, "\(told)", sourceLocation: sourceLocation)
      if let bytes { #expect(memory[doublings] <= mostMemory * bytes, "\(told)", sourceLocation: sourceLocation) }
    }
    #expect(
      slope <= steepest,
      "\(name): slope \(rounded), \(zip(sizes, costs).map { "\($0): \(Int($1 / Double(times) * 1e6)) µs" })",
      sourceLocation: sourceLocation)
  }
}

/// An input whose size in bytes is known.
protocol ForeignBytes {
  var foreignBytes: Int { get }
}

extension [UInt8]: ForeignBytes { var foreignBytes: Int { count } }
extension String: ForeignBytes { var foreignBytes: Int { utf8.count } }
extension JSONDocument: ForeignBytes { var foreignBytes: Int { text.count } }
