import Foundation
import System

/// One spawned worker. When this value is destroyed, the worker and all processes that it started are ended and the
/// descriptors are closed.
struct WorkerProcess: ~Copyable {
  /// Descriptor on which the worker finds the pipe for its frames.
  static let resultDescriptor: Int32 = 3

  let pid: pid_t
  /// Writing end of its standard input.
  let input: Int32
  /// Reading end of the pipe for its frames.
  let results: Int32
  /// Reading end of its standard error.
  let diagnostics: Int32
  /// The worker's end of its standard input. It is held open here too, so that writing to a worker that has ended fills
  /// the pipe instead of raising SIGPIPE, whose disposition belongs to the whole process.
  private let inputHold: Int32
  private var hasEnded = false

  /// Starts `executable` with `arguments`. The worker gets its pipes, an environment of its own, and `/dev/null` as
  /// standard output.
  ///
  /// - Parameters:
  ///   - executable: Its path.
  ///   - arguments: Its arguments.
  ///   - hashesRandomly: Whether hash tables are seeded at random, as in an app, and not by the same number each time.
  /// - Throws: ``WorkerFailure`` if the system has no descriptors left or refuses the executable.
  init(executable: String, arguments: [String], hashesRandomly: Bool = false) throws(WorkerFailure) {
    var open: [Int32] = []
    func closeAll() { for descriptor in open { close(descriptor) } }
    var pipes: [(reading: Int32, writing: Int32)] = []
    for _ in 0..<3 {
      guard let pipe = SystemCalls.makePipe() else {
        let reason = SystemCalls.reason()
        closeAll()
        throw WorkerFailure(reason: "no pipe: \(reason)")
      }
      pipes.append(pipe)
      open += [pipe.reading, pipe.writing]
    }
    let (order, frames, errors) = (pipes[0], pipes[1], pipes[2])
    let result = Self.spawn(
      [executable] + arguments, hashesRandomly, input: order.reading, diagnostics: errors.writing,
      results: frames.writing)
    guard case .success(let child) = result else {
      closeAll()
      guard case .failure(let failure) = result else { throw WorkerFailure(reason: "it did not start") }
      throw failure
    }
    close(frames.writing)
    close(errors.writing)
    pid = child
    (inputHold, input, results, diagnostics) = (order.reading, order.writing, frames.reading, errors.reading)
    for descriptor in [input, results, diagnostics] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    for descriptor in [input, inputHold, results, diagnostics] { close(descriptor) }
    if !hasEnded { ProgramStart.end(pid) }
  }

  /// The status that `waitpid` gives, if the worker has ended. The processes that it started are ended then too.
  mutating func status() -> Int32? {
    guard !hasEnded else { return 0 }
    return ProgramStart.hasEnded(pid) ? stop() : nil
  }

  /// Ends the worker and all processes that it started; returns its status.
  @discardableResult
  mutating func stop() -> Int32 {
    guard !hasEnded else { return 0 }
    hasEnded = true
    return ProgramStart.end(pid)
  }

  private static func spawn(
    _ words: [String], _ hashesRandomly: Bool, input: Int32, diagnostics: Int32, results: Int32
  ) -> Result<pid_t, WorkerFailure> {
    // The pipe's descriptors are all above 9, so that no line here overwrites one that a later line needs.
    let streams: [(Int32, ProgramStart.Stream)] = [
      (1, .null(forWriting: true)), (0, .descriptor(input)), (2, .descriptor(diagnostics)),
      (resultDescriptor, .descriptor(results)),
    ]
    let environment = environment + (hashesRandomly ? [] : ["SWIFT_DETERMINISTIC_HASHING=1"])
    return ProgramStart.start(words, environment: environment, streams: streams)
      .mapError { WorkerFailure(reason: "\($0)") }
  }

  /// Only the library path is passed on, so that author code finds no secret in its environment. The time zone is one in which no
  /// provider writes, so that a date which is read in the local zone of a device is not the one that was meant.
  private static let environment: [String] = {
    let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
    return [
      "SWIFT_BACKTRACE=enable=no", "TZ=GMT+0137", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
    ] + (libraries.map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
  }()
}

/// Why a worker could not be started. It is not a finding about author code.
struct WorkerFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the examination process cannot be started: \(reason)" }
}
