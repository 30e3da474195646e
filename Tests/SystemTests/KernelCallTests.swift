import Foundation
import System
import Testing

@Suite struct KernelCallTests {
  @Test("A call that fails says why, and one that there is not is refused by the system")
  func failures() {
    #expect(KernelCall.make(-1, 0) == -1 && errno == ENOSYS)
  }

  @Test("A hidden process cannot be dumped or looked into by others of the same user")
  func hidden() {
    #if os(Linux)
      let (prctl, getDumpable, setDumpable) = (Self.prctl, 3, 4)
      #expect(KernelCall.hideProcess())
      #expect(KernelCall.make(prctl, getDumpable) == 0)
      // As it was, for the other tests in this process.
      #expect(KernelCall.make(prctl, setDumpable, 1) == 0 && KernelCall.make(prctl, getDumpable) == 1)
    #endif
  }

  #if arch(x86_64)
    private static let prctl = 157
  #else
    private static let prctl = 167
  #endif
}
