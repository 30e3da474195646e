import Foundation
import System

/// One spawned worker: it and everything that it started are gone, and no descriptor is left, when this value is.
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
  /// Its own end of its standard input, held open here as well: writing to a worker that has died fills the pipe instead of
  /// raising SIGPIPE, whose disposition belongs to the whole process.
  private let inputHold: Int32
  private var hasEnded = false

  /// Starts `executable` with `arguments`; the worker gets its pipes, an environment of its own and `/dev/null` for what author
  /// code prints.
  ///
  /// - Throws: ``WorkerFailure`` where the system has no descriptors left or refuses the executable.
  init(executable: String, arguments: [String]) throws(WorkerFailure) {
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
      [executable] + arguments, input: order.reading, diagnostics: errors.writing, results: frames.writing)
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

  /// The status that `waitpid` gives, if the worker has ended; what it started is ended then as well.
  mutating func status() -> Int32? {
    guard !hasEnded else { return 0 }
    return ProgramStart.hasEnded(pid) ? stop() : nil
  }

  /// Ends the worker and everything that it started; its status.
  @discardableResult
  mutating func stop() -> Int32 {
    guard !hasEnded else { return 0 }
    hasEnded = true
    return ProgramStart.end(pid)
  }

  private static func spawn(_ words: [String], input: Int32, diagnostics: Int32, results: Int32)
    -> Result<pid_t, WorkerFailure>
  {
    // The ends are all above 9, so that none of these overwrites one that a later line needs.
    let streams: [(Int32, ProgramStart.Stream)] = [
      (1, .null(forWriting: true)), (0, .descriptor(input)), (2, .descriptor(diagnostics)),
      (resultDescriptor, .descriptor(results)),
    ]
    return ProgramStart.start(words, environment: environment, streams: streams)
      .mapError { WorkerFailure(reason: "\($0)") }
  }

  /// Nothing of ours but where the libraries are: author code finds no secret in its environment.
  private static let environment: [String] = {
    let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
    return [
      "SWIFT_DETERMINISTIC_HASHING=1", "SWIFT_BACKTRACE=enable=no", "TZ=UTC", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
    ] + (libraries.map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
  }()
}

/// Why a worker could not be started; not a finding about author code.
struct WorkerFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the examination process cannot be started: \(reason)" }
}
