import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    if !hasEnded { _ = Self.end(pid) }
  }

  /// The status that `waitpid` gives, if the worker has ended; what it started is ended then as well.
  mutating func status() -> Int32? {
    guard !hasEnded else { return 0 }
    var info = siginfo_t()
    // Not reaped yet: as long as the zombie is there, its number names this process and its group, and no other.
    let code = waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT)
    if code == 0 && info.si_signo == 0 || code < 0 && errno == EINTR { return nil }
    return stop()
  }

  /// Ends the worker and everything that it started; its status.
  @discardableResult
  mutating func stop() -> Int32 {
    guard !hasEnded else { return 0 }
    hasEnded = true
    return Self.end(pid)
  }

  private static func end(_ pid: pid_t) -> Int32 {
    kill(-pid, SIGKILL)
    kill(pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  private static func spawn(_ words: [String], input: Int32, diagnostics: Int32, results: Int32)
    -> Result<pid_t, WorkerFailure>
  {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The ends are all above 9, so that none of these overwrites one that a later line needs.
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, diagnostics, 2)
    posix_spawn_file_actions_adddup2(&actions, results, resultDescriptor)
    // A group of its own, so that what author code starts ends with it; and signals as in any other process, whatever the
    // scheduler here ignores or blocks.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var child: pid_t = 0
    let code = withCStrings(words) { argv in
      withCStrings(environment) { envp in posix_spawn(&child, words[0], &actions, &attributes, argv, envp) }
    }
    return code == 0 ? .success(child) : .failure(WorkerFailure(reason: SystemCalls.reason(code)))
  }

  /// Nothing of ours but where the libraries are: author code finds no secret in its environment.
  private static let environment: [String] = {
    let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
    return [
      "SWIFT_DETERMINISTIC_HASHING=1", "SWIFT_BACKTRACE=enable=no", "TZ=UTC", "LANG=C.UTF-8", "PATH=/usr/bin:/bin",
    ] + (libraries.map { ["LD_LIBRARY_PATH=\($0)"] } ?? [])
  }()

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

/// Why a worker could not be started; not a finding about author code.
struct WorkerFailure: Error, CustomStringConvertible {
  let reason: String

  var description: String { "the examination process cannot be started: \(reason)" }
}
