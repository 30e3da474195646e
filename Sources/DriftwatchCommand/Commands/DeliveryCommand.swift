import Dispatch
import DriftModel
import Examination
import Foundation
import Reporting
import Synchronization
import System

/// The command of `--exec`: gets a report on its standard input, and has delivered it if it exits 0.
///
/// It runs by `/bin/sh -c` with our output and error stream, in its own process group, so that all of it is ended when it takes too
/// long.
struct DeliveryCommand: Sendable {
  /// The shell's text.
  let command: String
  /// How long it may take.
  let seconds: Double

  /// The groups of the commands that run in this process.
  private struct Running {
    var groups: Set<pid_t> = []
    /// Whether none may begin any more.
    var isClosed = false
  }

  private static let running = Mutex(Running())

  /// Kills every command that runs, and lets none begin: for a process that ends at once. They would go on without it.
  static func killAll() {
    running.withLock { running in
      running.isClosed = true
      for group in running.groups { kill(-group, SIGKILL) }
    }
  }

  init(command: String, seconds: Double) { (self.command, self.seconds) = (command, seconds) }

  /// The one that a call names; `nil` if it names none.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for one that is empty, or for a time without a command.
  init?(_ call: CommandCall) throws {
    let timeout = try call.seconds("--exec-timeout") ?? 60
    guard let command = call.value("--exec") else {
      if call.has("--exec-timeout") { throw CommandFailure.usage("--exec-timeout goes with --exec") }
      return nil
    }
    if command.allSatisfy(\.isWhitespace) { throw CommandFailure.usage("--exec needs a command") }
    self.init(command: command, seconds: timeout)
  }

  /// Hands over a report, as plain text of 80 columns or in another format.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - format: Its form.
  ///   - options: How it is printed.
  ///   - settings: Whose environment the command gets, without secrets.
  /// - Throws: `CommandFailure` with exit code 4 if it was not delivered.
  func deliver(
    _ report: RoundReport, as format: ReportFormat, _ options: RenderOptions, for settings: CommandSettings
  ) async throws {
    var plain = options
    (plain.colour, plain.width) = (false, 80)
    var wide = plain
    wide.width = 200
    let subject = render(report, as: .text, options: wide).prefix { $0 != "\n" }
    var variables = settings.environment.filter {
      !settings.secretVariables.contains($0.key) && !ServiceNotifier.variables.contains($0.key)
    }
    variables["DRIFTWATCH_SUBJECT"] = String(subject)
    try await deliver(render(report, as: format, options: plain), environment: variables)
  }

  /// Passes `text` to the command and waits for its end. Exit code 0 means delivered, even if it did not read all of
  /// it. If the task is cancelled, the command is ended.
  ///
  /// - Throws: `CommandFailure` with exit code 4 for any other end; then nothing counts as delivered.
  func deliver(_ text: String, environment: [String: String]) async throws {
    let stop = Stop()
    try await withTaskCancellationHandler {
      // The calls below block, so they must not run on a thread of the concurrency pool.
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        DispatchQueue.global().async {
          continuation.resume(with: Result { try run(Array(text.utf8), environment, stop) })
        }
      }
    } onCancel: {
      stop.isWanted.store(true, ordering: .relaxed)
    }
  }

  /// Whether the command is to be ended.
  private final class Stop: Sendable {
    let isWanted = Atomic(false)
  }

  private func run(_ bytes: [UInt8], _ environment: [String: String], _ stop: Stop) throws {
    let input = try file(holding: bytes)
    let child: pid_t
    do {
      defer { close(input) }
      child = try spawn(input: input, environment)
    }
    let deadline = ContinuousClock.now + .seconds(seconds)
    var status: Int32 = 0
    while !ProgramStart.hasEnded(child) {
      guard !stop.isWanted.load(ordering: .relaxed) else {
        end(child)
        throw failure("it was ended with this process")
      }
      guard ContinuousClock.now < deadline else {
        end(child)
        throw failure("it took longer than \(seconds.formatted()) s and was ended")
      }
      usleep(2_000)
    }
    Self.forget(child)
    var reaped = waitpid(child, &status, 0)
    while reaped < 0, errno == EINTR { reaped = waitpid(child, &status, 0) }
    if reaped < 0 { throw failure("how it ended is not known (\(Self.reason(errno)))") }
    if status & 0x7f != 0 { throw failure("it was ended by signal \(status & 0x7f)") }
    let code = (status >> 8) & 0xff
    if code != 0 { throw failure("it ended with exit code \(code)") }
  }

  /// An unnamed file with `bytes` as its content, positioned at its beginning.
  ///
  /// It is not a pipe, so that the command gets the whole report or none, even if this process is killed meanwhile.
  private func file(holding bytes: [UInt8]) throws -> Int32 {
    let folder = FileManager.default.temporaryDirectory.path
    var template = Array("\(folder)/driftwatch.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure("no file in \(folder) (\(Self.reason(errno))); set TMPDIR") }
    unlink(template)
    // The lowest numbers are those of the command's own streams.
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
    let reason = Self.reason(errno)
    close(descriptor)
    guard moved >= 0 else { throw failure("no file in \(folder) (\(reason))") }
    try fill(moved, with: bytes, in: folder)
    return moved
  }

  /// Writes the content of a new file; closes it if that fails.
  private func fill(_ descriptor: Int32, with bytes: [UInt8], in folder: String) throws {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written, off_t(written))
      }
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        let reason = Self.reason(errno)
        close(descriptor)
        throw failure("the report cannot be kept in \(folder) (\(reason)); set TMPDIR")
      }
    }
  }

  /// Ends the command and all processes that it started, first with SIGTERM.
  private func end(_ child: pid_t) {
    kill(-child, SIGTERM)
    var status: Int32 = 0
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end {
      // The process is reaped only after its group is killed, because until then its number cannot name another group.
      var information = siginfo_t()
      if waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT) == 0, information.si_signo != 0 { break }
      usleep(10_000)
    }
    kill(-child, SIGKILL)
    Self.forget(child)
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
  }

  private func spawn(input: Int32, _ environment: [String: String]) throws -> pid_t {
    let started = Self.running.withLock { running -> Result<pid_t, SystemFailure>? in
      guard !running.isClosed else { return nil }
      let started = ProgramStart.start(
        ["/bin/sh", "-c", command], environment: environment.map { "\($0.key)=\($0.value)" },
        streams: [(0, .descriptor(input)), (1, Self.stream(1)), (2, Self.stream(2))])
      if case .success(let child) = started { running.groups.insert(child) }
      return started
    }
    guard let started else { throw failure("this process ends") }
    do { return try started.get() } catch { throw failure("it cannot be started (\(error))") }
  }

  /// Our own stream of that number; a command that has none could not print, and a file that it opens would be in its place.
  private static func stream(_ number: Int32) -> ProgramStart.Stream {
    let mode = fcntl(number, F_GETFL)
    return mode < 0 || mode & (O_WRONLY | O_RDWR) == 0 ? .null(forWriting: true) : .descriptor(number)
  }

  /// To be called before a command is reaped, since its number may name another group afterwards.
  private static func forget(_ child: pid_t) { running.withLock { _ = $0.groups.remove(child) } }

  private func failure(_ reason: String) -> CommandFailure {
    .store("--exec: \(reason); nothing counts as delivered, the next report has it again")
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
