import System

/// Makes every attempt of this process and its children to open a socket fail with EACCES; false if the system cannot
/// do that.
///
/// It uses a seccomp filter, which works without privileges, also in containers and CI. A network namespace would need
/// `unshare`, which Docker refuses by default. It works on Linux on x86-64 and arm64 only.
///
/// It refuses as well what reaches into other processes, and ignores what would leave the worker's process group, so that what author code
/// starts ends with it. It prevents mappings from doing all of this by accident, and is not a defence against malicious code.
///
/// Source: seccomp(2), prctl(2), linux/filter.h, linux/seccomp.h, linux/audit.h, asm/unistd_64.h, asm-generic/unistd.h.
@discardableResult
func refuseNetwork() -> Bool {
  #if os(Linux) && (arch(x86_64) || arch(arm64))
    var instructions = NetworkFilter.instructions
    return instructions.withUnsafeMutableBufferPointer { buffer in
      // Sound: the kernel reads both during the calls and keeps its own copy.
      guard let first = buffer.baseAddress else { return false }
      var program = NetworkFilter.Program(count: UInt16(buffer.count), instructions: first)
      guard KernelCall.make(NetworkFilter.prctl, NetworkFilter.setNoNewPrivileges, 1) == 0 else { return false }
      return withUnsafePointer(to: &program) {
        KernelCall.make(NetworkFilter.seccomp, NetworkFilter.setFilter, NetworkFilter.allThreads, Int(bitPattern: $0))
      } == 0
    }
  #else
    return false
  #endif
}

#if os(Linux) && (arch(x86_64) || arch(arm64))
  private enum NetworkFilter {
    /// `struct sock_fprog`.
    struct Program {
      var count: UInt16
      var instructions: UnsafeMutablePointer<UInt64>
    }

    #if arch(x86_64)
      static let architecture: UInt32 = 0xC000_003E  // AUDIT_ARCH_X86_64
      static let (prctl, seccomp) = (157, 317)
      /// `socket`; `ptrace`, `process_vm_readv` and `process_vm_writev`, which reach into other processes.
      private static let refusedHere: [UInt32] = [41, 101, 310, 311]
      /// `setpgid` and `setsid`, with which a process leaves the group that is ended with the worker.
      private static let ignored: [UInt32] = [109, 112]
    #else
      static let architecture: UInt32 = 0xC000_00B7  // AUDIT_ARCH_AARCH64
      static let (prctl, seccomp) = (167, 277)
      private static let refusedHere: [UInt32] = [198, 117, 270, 271]
      private static let ignored: [UInt32] = [154, 157]
    #endif
    /// `io_uring_setup`, whose requests can open sockets too, and `pidfd_getfd`. They have the same numbers on both architectures.
    private static let refused = refusedHere + [425, 438]
    static let setNoNewPrivileges = 38  // PR_SET_NO_NEW_PRIVS
    static let setFilter = 1  // SECCOMP_SET_MODE_FILTER
    /// The filter applies to all threads, because the runtime has already started some.
    static let allThreads = 1  // SECCOMP_FILTER_FLAG_TSYNC
    private static let allow: UInt32 = 0x7fff_0000  // SECCOMP_RET_ALLOW
    private static let refuse: UInt32 = 0x0005_0000 | UInt32(EACCES)  // SECCOMP_RET_ERRNO
    /// The call succeeds and does nothing: Foundation's `Process` gives up if it cannot set a group.
    private static let ignore: UInt32 = 0x0005_0000

    /// Offsets in `struct seccomp_data`: the call's number 0, the architecture 4.
    static var instructions: [UInt64] {
      // The jumps lead to the last instruction, which refuses, or to the one before it.
      let all = refused.map { ($0, UInt64(1)) } + ignored.map { ($0, UInt64(0)) }
      let count = UInt64(all.count)
      return [
        instruction(0x20, 4),  // BPF_LD | BPF_W | BPF_ABS
        // Calls of another architecture have other numbers and are refused.
        instruction(0x15, architecture, ifNot: count + 4),  // BPF_JMP | BPF_JEQ | BPF_K
        instruction(0x20, 0),
        // __X32_SYSCALL_BIT of x86-64, which is higher than any number of arm64.
        instruction(0x35, 0x4000_0000, ifSo: count + 2),  // BPF_JMP | BPF_JGE | BPF_K
      ]
        + all.enumerated().map { index, call in instruction(0x15, call.0, ifSo: count - UInt64(index) + call.1) } + [
          instruction(0x06, allow),  // BPF_RET | BPF_K
          instruction(0x06, ignore),
          instruction(0x06, refuse),
        ]
    }

    /// `struct sock_filter` as a little-endian number: code, jumps (instructions to skip), constant.
    private static func instruction(_ code: UInt64, _ constant: UInt32, ifSo: UInt64 = 0, ifNot: UInt64 = 0) -> UInt64 {
      (code | ifSo << 16 | ifNot << 24 | UInt64(constant) << 32).littleEndian
    }
  }
#endif
