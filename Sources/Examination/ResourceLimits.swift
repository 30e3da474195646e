#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a worker may take; author code that takes more fails or ends by itself, and the machine does not notice.
///
/// There is no limit on processes: `RLIMIT_NPROC` counts all of a user's, so that it would depend on what else runs. What
/// author code starts is ended with the worker.
///
/// Source: getrlimit(2).
struct ResourceLimits {
  /// Descriptors that may be open besides those that were at the start; the worker's own are above.
  static let descriptors = 64
  /// A worker that has so many open is replaced before it goes on, so that one mapping's leak is not another's failure.
  private static let spoiltDescriptors = 32
  /// Bytes of a file that is written; beyond, SIGXFSZ.
  static let fileSize = 64 << 20

  private let firstDescriptor: Int32

  #if canImport(Glibc)
    private static func number(_ resource: __rlimit_resource) -> Int32 { Int32(resource.rawValue) }
  #else
    private static func number(_ resource: Int32) -> Int32 { resource }
  #endif

  /// Limits what this process may take: `memory` bytes of data, open files and their size, no core file, no socket.
  ///
  /// `RLIMIT_DATA` counts all private writable memory since Linux 4.7.
  init(memory: Int) {
    // What whoever called the command left open came along; it takes nothing from author code.
    firstDescriptor = max(0, Self.lowestDescriptor ?? 0)
    // A core file would hold the answer. 1 instead of 0: core(5) says that a handler named in core_pattern ignores 0, and the
    // kernel (fs/coredump.c) writes nothing at all for 1.
    var core = rlimit(rlim_cur: 1, rlim_max: 1)
    setrlimit(Self.number(RLIMIT_CORE), &core)
    Self.lower(Self.number(RLIMIT_NOFILE), to: Int(firstDescriptor) + Self.descriptors)
    Self.lower(Self.number(RLIMIT_FSIZE), to: Self.fileSize)
    if memory > 0 { Self.lower(Self.number(RLIMIT_DATA), to: memory) }
    refuseNetwork()
  }

  /// Gives this process, with all its threads, so many seconds of processor time from now; beyond, SIGXCPU.
  ///
  /// Only the soft limit, which counts from the process's start and in whole seconds, so that it can be moved on with each piece
  /// of work. Code that ignores the signal is left to the parent's patience.
  func allowProcessor(seconds: Double) {
    var used = timespec()
    guard seconds > 0, seconds < 1e9, clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0 else { return }
    let end = (Double(used.tv_sec) + Double(used.tv_nsec) / 1e9 + seconds).rounded(.up)
    Self.lower(Self.number(RLIMIT_CPU), to: Int(end))
  }

  /// Whether so many descriptors are open that what comes next may get none.
  var isShortOfDescriptors: Bool {
    Self.lowestDescriptor.map { $0 >= firstDescriptor + Int32(Self.spoiltDescriptors) } ?? true
  }

  /// The number that the next open file gets; nil if there is none left.
  private static var lowestDescriptor: Int32? {
    let lowest = fcntl(0, F_DUPFD_CLOEXEC, 0)
    guard lowest >= 0 else { return nil }
    close(lowest)
    return lowest
  }

  /// Sets a soft limit, as far as the hard one lets.
  private static func lower(_ resource: Int32, to value: Int) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
    setrlimit(resource, &limit)
  }
}
