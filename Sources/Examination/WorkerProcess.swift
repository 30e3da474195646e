import Dispatch
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One spawned worker: written to once, read until it ends, killed when it is silent for too long.
///
/// Blocks its thread; ``Examiner`` runs it on a queue of its own.
struct WorkerProcess: ~Copyable {
  /// Descriptor on which the worker writes its frames.
  static let resultDescriptor: Int32 = 3

  private let pid: pid_t
  private let input: Int32
  private let results: Int32
  private let diagnostics: Int32
  private var hasEnded = false

  /// How a worker's silence ended.
  enum Ending: Sendable {
    /// It said that it was done.
    case finished
    /// It ended without saying so.
    case died(reason: String)
    /// It was killed because nothing came for so many seconds.
    case timedOut
  }

  /// Starts `executable` with `arguments`; the worker gets pipes, a bare environment, and no other descriptor.
  init(executable: String, arguments: [String]) throws {
    // Writing to a worker that died must be an error to handle, not the signal's default death of this process.
    _ = Self.ignorePipeSignal
    var inputPipe: [Int32] = [-1, -1]
    var resultPipe: [Int32] = [-1, -1]
    var diagnosticPipe: [Int32] = [-1, -1]
    func closeAll() {
      for descriptor in inputPipe + resultPipe + diagnosticPipe where descriptor >= 0 { close(descriptor) }
    }
    guard Self.makePipe(&inputPipe), Self.makePipe(&resultPipe), Self.makePipe(&diagnosticPipe) else {
      let reason = String(cString: strerror(errno))
      closeAll()
      throw WorkerFailure.cannotStart(reason: "no pipe: \(reason)")
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Duplicates are made above all of ours first, so that no dup2 overwrites a descriptor that a later one needs.
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, inputPipe[0], 0)
    posix_spawn_file_actions_adddup2(&actions, diagnosticPipe[1], 2)
    posix_spawn_file_actions_adddup2(&actions, resultPipe[1], Self.resultDescriptor)
    // Every descriptor of ours, and those of SQLite and libcurl, is closed on exec; the worker gets these four and no other.
    var environment = [
      "SWIFT_DETERMINISTIC_HASHING=1", "SWIFT_BACKTRACE=enable=no", "TZ=UTC", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
    ]
    if let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] {
      environment.append("LD_LIBRARY_PATH=\(libraries)")
    }
    var child: pid_t = 0
    let code = Self.withCStrings([executable] + arguments) { argv in
      Self.withCStrings(environment) { envp in posix_spawn(&child, executable, &actions, nil, argv, envp) }
    }
    guard code == 0 else {
      closeAll()
      throw WorkerFailure.cannotStart(reason: String(cString: strerror(code)))
    }
    for descriptor in [inputPipe[0], resultPipe[1], diagnosticPipe[1]] { close(descriptor) }
    (pid, input, results, diagnostics) = (child, inputPipe[1], resultPipe[0], diagnosticPipe[0])
    for descriptor in [input, results, diagnostics] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    for descriptor in [input, results, diagnostics] { close(descriptor) }
    if !hasEnded {
      kill(pid, SIGKILL)
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    }
  }

  /// Writes `order`, hands every message to `receive`, and returns how the worker ended.
  ///
  /// - Parameters:
  ///   - order: Everything for the worker's standard input, in parts; it stays open, so that a worker notices our death.
  ///   - patience: Seconds without a message after which the worker is killed.
  ///   - receive: Gets the frames in order; returns whether that was the last one.
  /// - Returns: How the worker ended; it is gone by then.
  /// - Throws: `WorkerFailure.protocolBroken`, and what `receive` throws.
  mutating func run(order: [[UInt8]], patience: Double, receive: (Data) throws -> Bool) throws -> Ending {
    var pending = order.flatMap(\.self)[...]
    var buffer: [UInt8] = []
    var words: [UInt8] = []
    var isDone = false
    var lastMessage = DispatchTime.now()
    var resultsOpen = true
    while resultsOpen && !isDone {
      let waited = Double(DispatchTime.now().uptimeNanoseconds - lastMessage.uptimeNanoseconds) / 1e9
      guard waited < patience else {
        stop()
        return .timedOut
      }
      var watched = [
        pollfd(fd: results, events: Int16(POLLIN), revents: 0),
        pollfd(fd: diagnostics, events: Int16(POLLIN), revents: 0),
      ]
      if !pending.isEmpty { watched.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
      let ready = poll(&watched, nfds_t(watched.count), Int32(max(1, (patience - waited) * 1000)))
      if ready < 0 && errno != EINTR { throw WorkerFailure.protocolBroken }
      guard ready > 0 else { continue }
      if watched.count > 2, watched[2].revents != 0 {
        if !write(&pending) { pending = [] }
      }
      if watched[1].revents != 0, Self.read(diagnostics, into: &words) == .end {}
      if words.count > 16384 { words.removeFirst(words.count - 8192) }
      if watched[0].revents != 0 {
        if Self.read(results, into: &buffer) == .end { resultsOpen = false }
        while let frame = try Frame.next(in: &buffer) {
          lastMessage = DispatchTime.now()
          isDone = try receive(frame)
        }
      }
      // A closed diagnostic pipe stays "ready" for ever; without a pause the loop would spin on it.
      if watched[1].revents & Int16(POLLHUP) != 0, watched[0].revents == 0 { usleep(1000) }
    }
    if isDone {
      stop()
      return .finished
    }
    var status: Int32 = 0
    // The result pipe is closed, so that the worker is dying; a crash is written out within moments.
    if !waitEnd(&status, seconds: patience) {
      stop()
      return .timedOut
    }
    while Self.read(diagnostics, into: &words) == .some {}
    return .died(reason: Self.reason(status, words: words))
  }

  private mutating func waitEnd(_ status: inout Int32, seconds: Double) -> Bool {
    let start = DispatchTime.now().uptimeNanoseconds
    while true {
      let code = waitpid(pid, &status, WNOHANG)
      if code == pid || (code < 0 && errno != EINTR) {
        hasEnded = true
        return true
      }
      if Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 > seconds { return false }
      usleep(1000)
    }
  }

  private mutating func stop() {
    guard !hasEnded else { return }
    kill(pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    hasEnded = true
  }

  /// False when the worker no longer reads.
  private func write(_ pending: inout ArraySlice<UInt8>) -> Bool {
    while !pending.isEmpty {
      let count = pending.withUnsafeBytes { bytes -> Int in
        #if canImport(Glibc)
          Glibc.write(input, bytes.baseAddress, min(bytes.count, 65536))
        #elseif canImport(Musl)
          Musl.write(input, bytes.baseAddress, min(bytes.count, 65536))
        #else
          Darwin.write(input, bytes.baseAddress, min(bytes.count, 65536))
        #endif
      }
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      pending = pending.dropFirst(count)
    }
    return true
  }

  private enum Reading { case some, none, end }

  private static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Reading {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = chunk.withUnsafeMutableBytes { bytes -> Int in
      #if canImport(Glibc)
        Glibc.read(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        Musl.read(descriptor, bytes.baseAddress, bytes.count)
      #else
        Darwin.read(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }
    if count > 0 {
      buffer += chunk[..<count]
      return .some
    }
    return count == 0 ? .end : .none
  }

  /// How a process ended, in words: its signal with the runtime's own message, or its exit code.
  private static func reason(_ status: Int32, words: [UInt8]) -> String {
    let signal = status & 0x7f
    let text = String(decoding: words, as: UTF8.self)
    let fatal = text.split(whereSeparator: \.isNewline).last {
      $0.contains("Fatal error") || $0.contains("fatal error")
    }
    guard signal != 0 else { return "the code ended the process itself with exit(\((status >> 8) & 0xff))" }
    let name =
      switch signal {
      case SIGILL: "SIGILL (a Swift trap)"
      case SIGTRAP: "SIGTRAP (a Swift trap)"
      case SIGSEGV: "SIGSEGV (bad memory access, or a stack overflow)"
      case SIGABRT: "SIGABRT"
      case SIGFPE: "SIGFPE"
      case SIGBUS: "SIGBUS"
      case SIGKILL: "SIGKILL (out of memory, or killed from outside)"
      default: "signal \(signal)"
      }
    guard let fatal else { return name }
    let printable = String(fatal.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    // The runtime writes "path/File.swift:12: Fatal error: message"; the folder tells nothing.
    let message = printable.range(of: "atal error: ").map { String(printable[$0.upperBound...]) } ?? printable
    return "\(name): \(message.prefix(160))"
  }

  private static func makePipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    // Above 9, so that the worker's 0 to 3 are free; closed on exec, so that no other child inherits them.
    for index in 0..<2 {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 10)
      guard moved >= 0 else { return false }
      close(ends[index])
      ends[index] = moved
    }
    return true
  }

  private static let ignorePipeSignal: Void = { signal(SIGPIPE, SIG_IGN) }()

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
