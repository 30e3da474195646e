import System

/// How a worker ended.
enum WorkerEnding: Sendable, Equatable {
  /// It sent its last message.
  case finished
  /// It ended before its last message.
  case crashed(reason: String)
  /// The task was cancelled, or the worker got a signal that people and service managers send.
  case interrupted
  /// Its threads together used more processor time than allowed (SIGXCPU).
  case outOfProcessorTime
  /// The system or somebody killed it (SIGKILL): no fault of the code as far as is known, since code that asks for too much memory is
  /// refused by its limit first.
  case killed
  /// It ended by a signal that code sends itself, and that the machine sends as well (SIGBUS): a full file system under mapped memory.
  case suspect(reason: String)
  /// It was ended because it wrote something that is no result, or no result of what it was doing. Whatever its code wrote there, an
  /// app that has no such descriptor does not crash by it.
  case garbled
  /// It was killed because it sent nothing for so many seconds.
  case timedOut(seconds: Double)

  /// Whether the machine may have ended it or slowed it down, so that the unit is run again alone before it is blamed.
  var isConfirmed: Bool {
    switch self {
    case .timedOut, .outOfProcessorTime, .killed, .suspect: true
    case .finished, .crashed, .interrupted, .garbled: false
    }
  }

  /// Whether the code took too long.
  var isHang: Bool {
    switch self {
    case .timedOut, .outOfProcessorTime: true
    case .finished, .crashed, .suspect, .interrupted, .garbled, .killed: false
    }
  }

  var words: String {
    switch self {
    case .finished: "it finished"
    case .crashed(let reason), .suspect(let reason): reason
    case .garbled: "it wrote something that is no result, or ended before its work was done"
    case .interrupted: "the examination was interrupted"
    case .killed: "SIGKILL (out of memory, or killed from outside)"
    case .outOfProcessorTime: "it used up its processor time"
    case .timedOut(let seconds): "it did not end within \(Self.text(seconds)) s"
    }
  }

  /// How a process ended by itself, by the status that `waitpid` gave and the end of its standard error.
  static func ofProcess(status: Int32, diagnostics: [UInt8]) -> WorkerEnding {
    switch status & 0x7f {
    case SIGTERM, SIGINT, SIGHUP, SIGQUIT: .interrupted
    case SIGXCPU: .outOfProcessorTime
    case SIGKILL: .killed
    case SIGBUS: .suspect(reason: reasonOfCrash(status: status, diagnostics: diagnostics))
    default: .crashed(reason: reasonOfCrash(status: status, diagnostics: diagnostics))
    }
  }

  /// Seconds without a needless fraction.
  static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() && abs(seconds) < 1e9 ? String(Int(seconds)) : String(seconds)
  }
}

/// Exit codes of a worker that gives up. They are unusual, so that they are not mistaken for the author's `exit`.
enum WorkerExit {
  /// It could not read a work order.
  static let noOrder: Int32 = 4
  /// The parent is gone.
  static let orphaned: Int32 = 113
  /// A descriptor of the worker is closed, over which it reads orders or writes results: author code closed what it had not opened.
  static let cutOff: Int32 = 114
}

/// How a process ended, in one line: its signal with the runtime's own message, or its exit code.
func reasonOfCrash(status: Int32, diagnostics: [UInt8]) -> String {
  let signal = status & 0x7f
  guard signal != 0 else {
    return switch (status >> 8) & 0xff {
    case WorkerExit.cutOff: "the code closed a file descriptor that it had not opened"
    case WorkerExit.noOrder: "it could not read its work order"
    case let code: "the code ended the process itself with exit(\(code))"
    }
  }
  let name =
    switch signal {
    case SIGILL: "SIGILL (a Swift trap)"
    case SIGTRAP: "SIGTRAP (a Swift trap)"
    case SIGSEGV: "SIGSEGV (bad memory access, or a stack overflow)"
    case SIGABRT: "SIGABRT"
    case SIGFPE: "SIGFPE"
    case SIGBUS: "SIGBUS"
    case SIGXFSZ: "SIGXFSZ (it wrote more than \(ResourceLimits.fileSize >> 20) MB to a file)"
    default: "signal \(signal)"
    }
  let lines = String(decoding: diagnostics, as: UTF8.self).split(whereSeparator: \.isNewline)
  // The runtime writes "Module/File.swift:12: Fatal error: message". The source location is left out.
  for line in lines.reversed() {
    for words in ["Fatal error", "Precondition failed", "Assertion failed"] {
      guard let found = line.firstRange(of: words) else { continue }
      let message = line[found.upperBound...].drop { $0 == ":" || $0 == " " }
      return "\(name): \(message.isEmpty ? words : oneLine(message))"
    }
  }
  return name
}
