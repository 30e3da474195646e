import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A spawned process that gets three streams and nothing else.
///
/// Not Foundation's `Process`: that learns of an end when a socket closes, and a child that another thread spawns in the same
/// moment inherits the socket. If that child is a server, the end is never noticed. (Swift 6.3.1, Linux.)
final class ChildProcess: Sendable {
  struct CannotStart: Error {
    let executable: String
    let code: Int32
  }

  let id: pid_t
  private let state = Mutex(State())
  private struct State {
    var status: Int32?
    var waiting: [CheckedContinuation<Int32, Never>] = []
  }

  /// Starts `executable` with descriptors of this process as its streams; signals are as at a fresh start.
  init(
    _ executable: String, _ arguments: [String], environment: [String: String], folder: String, streams: [Int32]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    // All that may be there, not only those that are known: another thread may be opening one. Closing one that is not
    // there is no error below the limit of open files.
    for descriptor in Int32(streams.count)..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 4096)) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of Dispatch block most signals, and a child would inherit that.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // `env` changes the folder and becomes the program, under the same id.
    let words = ["/usr/bin/env", "-C", folder, executable] + arguments
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let argv = words.map { strdup($0) } + [nil]
    let envp = variables.map { strdup($0) } + [nil]
    defer { for copy in argv + envp { free(copy) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, words[0], &actions, &attributes, argv, envp)
    guard code == 0 else { throw CannotStart(executable: executable, code: code) }
    id = child
    Thread.detachNewThread { [self] in
      var information = siginfo_t()
      // Left as it is, so that its id is not given to another process before everybody here knows.
      while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
      let waiting = state.withLock { state in
        var status: Int32 = 0
        waitpid(id, &status, 0)
        state.status = status
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(returning: exitCode) }
    }
  }

  /// Sends a signal if it still runs.
  func send(_ signal: Int32) {
    state.withLock { state in
      if state.status == nil { kill(id, signal) }
    }
  }

  /// Whether it has ended.
  var hasEnded: Bool { state.withLock { $0.status != nil } }

  /// Waits for the end; the exit code, or the signal's number with a minus.
  func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if state.status == nil { state.waiting.append(continuation) }
        return state.status != nil
      }
      if hasEnded { continuation.resume(returning: exitCode) }
    }
  }

  private var exitCode: Int32 {
    let status = state.withLock { $0.status } ?? 0
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
  }
}
