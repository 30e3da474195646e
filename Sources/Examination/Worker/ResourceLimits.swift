import System

/// Limits the resources of a worker, so that author code that uses more fails or ends without harm to the machine.
///
/// The number of processes is not limited, because `RLIMIT_NPROC` counts all processes of the user. Processes that
/// author code starts are ended with the worker.
///
/// Source: getrlimit(2).
struct ResourceLimits {
  /// How many descriptors may be open in addition to those at the start.
  static let descriptors = 64
  /// A worker with fewer free descriptors is replaced, so that a leak in one mapping does not make another fail.
  private static let fewDescriptors = 32
  /// Bytes that may be written to a file. Beyond that the process gets SIGXFSZ.
  static let fileSize = 64 << 20

  /// Every descriptor of author code is below this number.
  private let descriptorLimit: Int32

  #if canImport(Glibc)
    private static func number(_ resource: __rlimit_resource) -> Int32 { Int32(resource.rawValue) }
  #else
    private static func number(_ resource: Int32) -> Int32 { resource }
  #endif

  /// Limits memory to `memory` bytes, and the number and size of files; refuses core files and sockets.
  ///
  /// `RLIMIT_DATA` counts all private writable memory since Linux 4.7.
  init(memory: Int) {
    // Descriptors that were inherited do not count against author code.
    var (free, end) = (0, Int32(0))
    while free < Self.descriptors, end < 1 << 16 {
      free += Self.isFree(end) ? 1 : 0
      end += 1
    }
    descriptorLimit = end
    // A core file would contain the response. The limit is 1 and not 0, because a handler named in core_pattern ignores
    // 0 (core(5)), and the kernel (fs/coredump.c) writes nothing for 1.
    var core = rlimit(rlim_cur: 1, rlim_max: 1)
    setrlimit(Self.number(RLIMIT_CORE), &core)
    Self.lower(Self.number(RLIMIT_NOFILE), to: Int(descriptorLimit))
    Self.lower(Self.number(RLIMIT_FSIZE), to: Self.fileSize)
    if memory > 0 { Self.lower(Self.number(RLIMIT_DATA), to: memory) }
    refuseNetwork()
  }

  /// Allows this process with all its threads so many seconds of processor time from now. Beyond that it gets SIGXCPU.
  ///
  /// Only the soft limit is set, so that it can be raised for each unit of work. It counts in whole seconds from the
  /// process's start. If code ignores the signal, the parent's timeout ends it.
  func allowProcessor(seconds: Double) {
    var used = timespec()
    guard seconds > 0, seconds < 1e9, clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0 else { return }
    let end = (Double(used.tv_sec) + Double(used.tv_nsec) / 1e9 + seconds).rounded(.up)
    Self.lower(Self.number(RLIMIT_CPU), to: Int(end))
  }

  /// Whether so many descriptors are open that the next unit may get none.
  var isShortOfDescriptors: Bool { (0..<descriptorLimit).count(where: Self.isFree) < Self.fewDescriptors }

  private static func isFree(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) < 0 }

  /// Sets a soft limit, at most to the hard one.
  private static func lower(_ resource: Int32, to value: Int) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(value))
    setrlimit(resource, &limit)
  }
}
