/// Reads what a command prints, within bounds of time and size. Nothing that the command started in its group outlives
/// it.
public struct CommandOutput: Sendable {
  /// Seconds after which the command and its group are killed.
  public var seconds: Double
  /// The most bytes that are read.
  public var limit: Int
  /// Whether also processes that left the command's group are ended with it, as a compiler's driver starts them.
  public var endsSession = false

  /// The defaults are enough for a command that prints a password.
  public init(seconds: Double = 10, limit: Int = 64 << 10) { (self.seconds, self.limit) = (seconds, limit) }

  /// Why there is no output. It contains no part of the output.
  public enum Failure: Error, CustomStringConvertible, Equatable {
    /// It could not be started, with the reason.
    case notStarted(String)
    /// It ran for so many seconds and was ended.
    case tooSlow(seconds: Double)
    /// It printed more than so many bytes and was ended.
    case tooLong(limit: Int)
    /// Its exit code, or the signal that ended it with a minus.
    case ended(Int32)

    /// The reason, as the end of a sentence about the command.
    public var description: String {
      switch self {
      case .notStarted(let reason): "cannot be started (\(reason))"
      case .tooSlow(let seconds): "took longer than \(Int(seconds.rounded(.up))) s and was ended"
      case .tooLong(let limit): "printed more than \(limit) bytes and was ended"
      case .ended(let code): code < 0 ? "was ended by signal \(-code)" : "ended with exit code \(code)"
      }
    }
  }

  /// Runs `words` without a shell; its standard input is empty, its error stream is dropped. An ``Interruption`` ends it.
  public func of(_ words: [String], environment: [String: String]) throws(Failure) -> [UInt8] {
    guard let (output, writing) = SystemCalls.makePipe(isPipe: true) else {
      throw .notStarted(SystemCalls.reason())
    }
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    defer { close(output) }
    let started = ProgramStart.start(
      words, environment: environment.map { "\($0.key)=\($0.value)" },
      streams: [(0, .null(forWriting: false)), (1, .descriptor(writing)), (2, .null(forWriting: true))],
      searchesPath: true, isSession: endsSession)
    close(writing)
    let child: pid_t
    switch started {
    case .success(let id): child = id
    case .failure(let failure): throw .notStarted("\(failure)")
    }
    let deadline = ContinuousClock.now + .seconds(seconds)
    var bytes: [UInt8] = []
    while true {
      // Its end is checked before reading, so that its whole output is read. A process that it left in the
      // background keeps the pipe open; that is not waited for.
      let hasEnded = ProgramStart.hasEnded(child)
      read(output, into: &bytes)
      guard bytes.count <= limit else {
        ProgramStart.end(child, isSession: endsSession)
        throw .tooLong(limit: limit)
      }
      if hasEnded { break }
      guard ContinuousClock.now < deadline else {
        ProgramStart.end(child, isSession: endsSession)
        throw .tooSlow(seconds: seconds)
      }
      if let signal = Interruption.pending {
        ProgramStart.end(child, isSession: endsSession)
        throw .ended(-signal)
      }
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, 10)
      if ready.revents & Int16(POLLHUP) != 0 { usleep(1000) }  // closed its output and runs on
    }
    let status = ProgramStart.end(child, isSession: endsSession)
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    guard code == 0 else { throw .ended(code) }
    return bytes
  }

  /// Reads what is available without waiting for more.
  private func read(_ descriptor: Int32, into bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= limit,
      case .bytes(let count) = buffer.withUnsafeMutableBytes({ SystemCalls.receive(descriptor, into: $0) })
    {
      bytes += buffer[..<count]
    }
  }
}
