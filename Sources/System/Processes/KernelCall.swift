/// Calls of the Linux kernel for which Swift sees no function, because it is variadic in C or missing from the library.
///
/// Sources: syscall(2), prctl(2), asm/unistd_64.h, asm-generic/unistd.h.
public enum KernelCall {
  #if os(Linux) && (arch(x86_64) || arch(arm64))
    #if arch(x86_64)
      private static let prctl = 157
    #else
      private static let prctl = 167
    #endif
    private static let setDumpable = 4  // PR_SET_DUMPABLE
  #endif

  /// Makes a call by its number; -1 with `errno` set if it fails, or if there is no way to make it here.
  public static func make(_ number: Int, _ first: Int, _ second: Int = 0, _ third: Int = 0, _ fourth: Int = 0) -> Int {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      // Swift cannot call a variadic C function by name, but can through a pointer. This is sound because in both calling
      // conventions (System V AMD64 ABI 3.2.3, AAPCS64 6.4) a variadic function gets integers in the same registers as
      // one with fixed arguments.
      typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int) -> Int
      if let address = dlsym(nil, "syscall") {
        return unsafeBitCast(address, to: Call.self)(number, first, second, third, fourth, 0)
      }
    #endif
    errno = ENOSYS
    return -1
  }

  /// Keeps other processes of the same user out of this one: they can no longer read its memory, environment and descriptors under
  /// `/proc`, nor trace it, and it leaves no core file. A program that it starts is not affected.
  ///
  /// - Returns: Whether the system does that.
  @discardableResult public static func hideProcess() -> Bool {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      make(prctl, setDumpable, 0) == 0
    #else
      false
    #endif
  }
}
