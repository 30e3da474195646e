import Foundation
import Glibc
import JSONDocument
import PayloadShape
import TracingDecoder

/// How much memory a process has at its peak that does one thing to the generated array and nothing else.
///
/// Each figure is the `VmHWM` (proc(5)) of a process of its own, which is this executable again, so that neither the
/// generator nor other measurements count; the runtime, Foundation and the document's own bytes do.
enum PeakMemory {
  /// What the process does.
  enum Work: String, CaseIterable {
    case read = "read the file only"
    case shape = "tape + shape"
    case trace = "tape + shape + trace (keys)"
    case traceSnake = "tape + shape + trace (snake)"
    case judge = "JSONDecoder (keys)"
    case judgeSnake = "JSONDecoder (snake)"

    var hasTarget: Bool { self == .shape || self == .trace || self == .traceSnake }
  }

  struct Result: Codable {
    let work: String
    let documentBytes: Int
    let peakBytes: Int
  }

  /// The word on the command line that makes a process one of ours.
  static let argument = "peak-of"
  static let processes = 3

  static func limit(documentBytes: Int) -> Int { 3 * documentBytes + 25 * 1_048_576 }

  /// Runs every kind of work in processes of their own.
  static func measure() throws -> [Result] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("records-\(UUID().uuidString).json")
    let records = Data(Packs.records())
    try records.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Work.allCases.map { work in
      let peaks = try (0..<processes).map { _ in try peak(of: work, file) }
      return Result(work: work.rawValue, documentBytes: records.count, peakBytes: peaks.max() ?? 0)
    }
  }

  private static func peak(of work: Work, _ file: URL) throws -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [argument, work.rawValue, file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let peak = Int(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchmarkError.failed(work.rawValue, "its process ended with \(process.terminationStatus)")
    }
    return peak
  }

  /// The work of such a process: prints its peak in bytes.
  static func perform(_ work: Work, file: String) throws {
    let plain = JSONDecoder()
    plain.dateDecodingStrategy = .iso8601
    let snake = JSONDecoder()
    snake.dateDecodingStrategy = .iso8601
    snake.keyDecodingStrategy = .convertFromSnakeCase
    let isDone: Bool
    switch work {
    case .read: isDone = try !bytes(of: file).isEmpty
    case .shape: isDone = PayloadShape(of: try JSONDocument(bytes(of: file))).documents == 1
    case .trace:
      let document = try JSONDocument(bytes(of: file))
      isDone =
        PayloadShape(of: document).documents == 1
        && trace([RecordKeys.V3.Record].self, in: document, like: plain).verdict == .decoded
    case .traceSnake:
      let document = try JSONDocument(bytes(of: file))
      isDone =
        PayloadShape(of: document).documents == 1
        && trace([RecordSnake.V3.Record].self, in: document, like: snake).verdict == .decoded
    case .judge:
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      isDone = try !plain.decode([RecordKeys.V3.Record].self, from: data).isEmpty
    case .judgeSnake:
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      isDone = try !snake.decode([RecordSnake.V3.Record].self, from: data).isEmpty
    }
    guard isDone else { throw BenchmarkError.failed(work.rawValue, "does not decode \(file)") }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = Int(line.filter(\.isNumber))
    else { throw BenchmarkError.failed("/proc/self/status", "says no VmHWM") }
    print(kibibytes * 1024)
  }

  /// The file in an array of exactly its size, so that reading costs its bytes once.
  private static func bytes(of file: String) throws -> [UInt8] {
    let descriptor = open(file, O_RDONLY)
    guard descriptor >= 0 else { throw BenchmarkError.failed(file, "cannot be opened") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw BenchmarkError.failed(file, "has no size") }
    let size = Int(status.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        guard got > 0 else { return }
        count += got
      }
    }
  }
}
