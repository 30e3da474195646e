#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Limits what this process may take: `memory` bytes of data, and no core file.
///
/// Source: getrlimit(2); `RLIMIT_DATA` counts all private writable memory since Linux 4.7.
func limitResources(memory: Int) {
  #if canImport(Glibc)
    let (coreLimit, dataLimit) = (Int32(RLIMIT_CORE.rawValue), Int32(RLIMIT_DATA.rawValue))
  #else
    let (coreLimit, dataLimit) = (RLIMIT_CORE, RLIMIT_DATA)
  #endif
  // A core file would hold the answer. 1 instead of 0: core(5) says that a handler named in core_pattern ignores 0, and the
  // kernel (fs/coredump.c) writes nothing at all for 1.
  var core = rlimit(rlim_cur: 1, rlim_max: 1)
  setrlimit(coreLimit, &core)
  var data = rlimit()
  guard memory > 0, getrlimit(dataLimit, &data) == 0 else { return }
  data.rlim_cur = min(data.rlim_max, rlim_t(memory))
  setrlimit(dataLimit, &data)
}
