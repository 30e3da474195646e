import Examination

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a command prints, bounded in time and size; nothing that it started outlives it.
struct CommandOutput {
  /// Seconds after which the command and its group are killed.
  var seconds: Double = 10
  /// Bytes that are taken at most.
  var limit = 64 << 10

  /// Why there is no output; without a byte of it.
  enum Failure: Error, CustomStringConvertible, Equatable {
    case notStarted(String)
    case tooSlow(seconds: Double)
    case tooLong(limit: Int)
    /// Its exit code, or the signal that ended it with a minus.
    case ended(Int32)

    var description: String {
      switch self {
      case .notStarted(let reason): "cannot be started (\(reason))"
      case .tooSlow(let seconds): "took longer than \(Int(seconds.rounded(.up))) s and was ended"
      case .tooLong(let limit): "printed more than \(limit) bytes and was ended"
      case .ended(let code): code < 0 ? "was ended by signal \(-code)" : "ended with exit code \(code)"
      }
    }
  }

  /// Runs `words` without a shell; its standard input is empty, its error stream is dropped.
  func of(_ words: [String], environment: [String: String]) throws(Failure) -> [UInt8] {
    let (output, writing) = try makePipe()
    defer { close(output) }
    let started = ProgramStart.start(
      words, environment: environment.map { "\($0.key)=\($0.value)" },
      streams: [(0, .null(forWriting: false)), (1, .descriptor(writing)), (2, .null(forWriting: true))],
      searchesPath: true)
    close(writing)
    let child: pid_t
    switch started {
    case .success(let id): child = id
    case .failure(let failure): throw .notStarted("\(failure)")
    }
    let deadline = ContinuousClock.now + .seconds(seconds)
    var bytes: [UInt8] = []
    while true {
      // Asked before reading: what it wrote before its end is there then. What it left running in the background keeps the
      // pipe open, and is not waited for.
      let hasEnded = ProgramStart.hasEnded(child)
      read(output, into: &bytes)
      guard bytes.count <= limit else {
        ProgramStart.end(child)
        throw .tooLong(limit: limit)
      }
      if hasEnded { break }
      guard ContinuousClock.now < deadline else {
        ProgramStart.end(child)
        throw .tooSlow(seconds: seconds)
      }
      var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, 10)
      if ready.revents & Int16(POLLHUP) != 0 { usleep(1000) }  // closed its output and runs on
    }
    let status = ProgramStart.end(child)
    let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    guard code == 0 else { throw .ended(code) }
    return bytes
  }

  /// Takes what is there without waiting for more.
  private func read(_ descriptor: Int32, into bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes { unistdRead(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { return }
    }
  }

  /// A pipe of which both ends are above 9 and closed on exec.
  ///
  /// Not a pair of sockets: commands that write to `/dev/stdout` by its name cannot open one.
  private func makePipe() throws(Failure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .notStarted(String(cString: strerror(errno))) }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    let reason = errno
    for end in ends { close(end) }
    guard moved[0] >= 0, moved[1] >= 0 else {
      for end in moved where end >= 0 { close(end) }
      throw .notStarted(String(cString: strerror(reason)))
    }
    _ = fcntl(moved[0], F_SETFL, O_NONBLOCK)
    return (moved[0], moved[1])
  }
}

/// The system's `read`, which the method of that name hides.
private func unistdRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
