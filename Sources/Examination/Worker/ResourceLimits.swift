import System

/// What a worker may take; author code that takes more fails or ends by itself, and the machine does not notice.
///
/// There is no limit on processes: `RLIMIT_NPROC` counts all of a user's, so that it would depend on what else runs. What
/// author code starts is ended with the worker.
///
/// Source: getrlimit(2).
struct ResourceLimits {
  /// Descriptors that may be open besides those that were at the start.
  static let descriptors = 64
  /// A worker that has less left is replaced before it goes on, so that one mapping's leak is not another's failure.
  private static let fewDescriptors = 32
  /// Bytes of a file that is written; beyond, SIGXFSZ.
  static let fileSize = 64 << 20

  /// All that author code gets are below.
  private let descriptorLimit: Int32

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
    var (free, end) = (0, Int32(0))
    while free < Self.descriptors, end < 1 << 16 {
      free += Self.isFree(end) ? 1 : 0
      end += 1
    }
    descriptorLimit = end
    // A core file would hold the response. 1 instead of 0: core(5) says that a handler named in core_pattern ignores 0, and the
    // kernel (fs/coredump.c) writes nothing at all for 1.
    var core = rlimit(rlim_cur: 1, rlim_max: 1)
    setrlimit(Self.number(RLIMIT_CORE), &core)
    Self.lower(Self.number(RLIMIT_NOFILE), to: Int(descriptorLimit))
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
  var isShortOfDescriptors: Bool { (0..<descriptorLimit).count(where: Self.isFree) < Self.fewDescriptors }

  private static func isFree(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) < 0 }

  /// Sets a soft limit, as far as the hard one lets.
  private static func lower(_ resource: Int32, to value: Int) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
    setrlimit(resource, &limit)
  }
}
