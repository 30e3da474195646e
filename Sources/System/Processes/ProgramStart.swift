/// Starts other programs. Each gets a process group of its own, so that what it starts ends with it, and the usual
/// handling of signals, whatever is ignored or blocked here.
public enum ProgramStart {
  /// What a descriptor of the new process refers to.
  public enum Stream: Sendable {
    /// One of our descriptors. It must be above 9 or have the same number, so that it overwrites none that is still
    /// needed.
    case descriptor(Int32)
    /// `/dev/null`.
    case null(forWriting: Bool)
  }

  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - environment: All of it, as `NAME=value`.
  ///   - streams: By the new process's descriptors; with the GNU C library it inherits no other.
  ///   - searchesPath: Whether a program without a slash is looked for in our `PATH`.
  ///   - isSession: Whether it begins a session of its own, so that ``end(_:isSession:)`` finds also what leaves its group.
  /// - Returns: The process id, or why there is none.
  public static func start(
    _ words: [String], environment: [String], streams: [(Int32, Stream)], searchesPath: Bool = false,
    isSession: Bool = false
  ) -> Result<pid_t, SystemFailure> {
    guard let program = words.first else { return .failure(SystemFailure(code: ENOENT)) }
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
    for (target, stream) in streams {
      switch stream {
      case .descriptor(let source): posix_spawn_file_actions_adddup2(&actions, source, target)
      case .null(let forWriting):
        posix_spawn_file_actions_addopen(&actions, target, "/dev/null", forWriting ? O_WRONLY : O_RDONLY, 0)
      }
    }
    #if canImport(Glibc)
      // Whatever was inherited or opened without O_CLOEXEC, by libraries too, is none of the new process's business. Swift does not see
      // this function of glibc 2.34, so it is looked up by name; the call is sound because spawn.h declares it with these types.
      typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
      if let address = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
        _ = unsafeBitCast(address, to: CloseFrom.self)(&actions, (streams.map(\.0).max() ?? -1) + 1)
      }
    #endif
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    #if canImport(Darwin)
      let own = isSession ? Int32(POSIX_SPAWN_SETSID) : Int32(POSIX_SPAWN_SETPGROUP)
    #else
      // Swift does not see POSIX_SPAWN_SETSID of spawn.h (glibc 2.26, musl). A session begins with a group of its own.
      let own: Int32 = isSession ? 0x80 : Int32(POSIX_SPAWN_SETPGROUP)
    #endif
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(own) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for copy in argv + envp { free(copy) } }
    var child: pid_t = 0
    let code =
      searchesPath
      ? posix_spawnp(&child, program, &actions, &attributes, argv, envp)
      : posix_spawn(&child, program, &actions, &attributes, argv, envp)
    return code == 0 ? .success(child) : .failure(SystemFailure(code: code))
  }

  /// Ends `child` and its group, reaps it, and returns the status that `waitpid` gives.
  ///
  /// - Parameters:
  ///   - child: The process.
  ///   - isSession: Whether it began a session, all of which is ended (on Linux).
  /// - Returns: The status.
  @discardableResult public static func end(_ child: pid_t, isSession: Bool = false) -> Int32 {
    kill(-child, SIGKILL)
    kill(child, SIGKILL)
    if isSession {
      // What was killed starts nothing more, so that nobody new is found in the end.
      var known: Set<pid_t> = [child]
      while true {
        let new = ProcessTable.members(ofSession: child).subtracting(known)
        guard !new.isEmpty else { break }
        for process in new { kill(process, SIGKILL) }
        known.formUnion(new)
      }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// Whether `child` has ended. It is not reaped, so that until ``end(_:)`` its number cannot name another process or
  /// group.
  public static func hasEnded(_ child: pid_t) -> Bool {
    var information = siginfo_t()
    let code = waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT)
    return code == 0 ? information.si_signo != 0 : errno != EINTR
  }
}
