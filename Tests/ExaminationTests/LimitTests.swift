import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

#if canImport(Glibc)
  import Glibc
#endif

extension WorkerTests {
  @Suite("Author code that exceeds its limits")
  struct LimitTests {
    private func examine(_ versions: [String], _ kinds: String..., examiner: Examiner = hostileExaminer())
      async throws -> Examination
    {
      let records = kinds.enumerated().map { #"{"id":\#($0),"kind":"\#($1)"}"# }
      return try await examiner.examine(
        Job(
          contract: "greedy", endpoint: "records", versions: versions,
          body: Array("[\(records.joined(separator: ","))]".utf8)))
    }

    @Test(
      "gets no network connection, not even to its own machine",
      .enabled(if: FileManager.default.fileExists(atPath: "/proc/sys/kernel/seccomp/actions_avail")))
    func noNetwork() async throws {
      let listener = try Listener()
      let facts = try await examine(["connects", "reads"], "fine", "port \(listener.port)", "fine")
      let mapping = try #require(try facts.version("connects").mappings.first)
      #expect(mapping.execution == .succeeded)
      #expect(mapping.threw == 1 && mapping.recordsOut == 2)
      #expect(mapping.thrown.first?.message.contains("Permission denied") == true, "\(mapping.thrown)")
      #expect(!listener.hasConnection)
      // The listener is one that this process can reach.
      #expect(try listener.connect() && listener.hasConnection)
    }

    @Test(
      "and the processes that it starts stay in the process group that is ended with its worker",
      .enabled(if: FileManager.default.fileExists(atPath: "/proc/sys/kernel/seccomp/actions_avail")))
    func processGroup() async throws {
      let mapping = try #require(
        try await examine(["leaves"], "fine", "leave").version("leaves").mappings.first)
      #expect(mapping.execution == .succeeded && mapping.threw == 0 && mapping.recordsOut == 2, "\(mapping.thrown)")
    }

    @Test(
      "is refused every call that reaches into another process",
      .enabled(if: FileManager.default.fileExists(atPath: "/proc/sys/kernel/seccomp/actions_avail")),
      arguments: ["ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd"])
    func reachingCalls(_ name: String) async throws {
      let mapping = try #require(try await examine(["pries"], "fine", name).version("pries").mappings.first)
      #expect(mapping.execution == .succeeded && mapping.threw == 1 && mapping.recordsOut == 1)
      #expect(mapping.thrown.first?.message.contains("Permission denied") == true, "\(mapping.thrown)")
    }

    @Test("that runs out of descriptors does not affect others")
    func descriptors() async throws {
      let facts = try await examine(["opens", "leaks", "reads"], "fine", "open", "leak")
      let opens = try #require(try facts.version("opens").mappings.first)
      #expect(opens.execution == .succeeded && opens.threw == 1 && opens.recordsOut == 2)
      #expect(opens.thrown.first?.message.contains("Too many open files") == true)
      #expect(try facts.version("leaks").mappings.first?.recordsOut == 3)
      #expect(try facts.version("reads").mappings.first?.recordsOut == 3)
      #expect(facts.shape != nil && facts.incomplete.isEmpty)
    }

    @Test("has all its descriptors even if the caller left many open")
    func inheritedDescriptors() async throws {
      // Open in every child, as what a shell opens is; not at the lowest numbers, which other tests need here.
      var inherited: [Int32] = []
      defer { for descriptor in inherited { close(descriptor) } }
      for _ in 0..<150 { inherited.append(fcntl(0, F_DUPFD, 12)) }
      let facts = try await examine(["reads", "inherits"], "fine", "look")
      #expect(try facts.version("reads").mappings.first?.recordsOut == 2)
      #if canImport(Glibc)
        #expect(try facts.version("inherits").mappings.first?.threw == 0)
      #endif
    }

    @Test("is ended if it writes without limit")
    func files() async throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: file) }
      let facts = try await examine(["writes", "reads"], "fine", file)
      let mapping = try #require(try facts.version("writes").mappings.first)
      #expect(mapping.execution.crashReason?.contains("more than 64 MB") == true, "\(mapping.execution)")
      #expect(mapping.crashing?.example == "/1" && mapping.recordsOut == 1)
      let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
      #expect(size == ResourceLimits.fileSize)
    }

    @Test("with many threads exceeds its processor time before its timeout, and the result says so")
    func processorTime() async throws {
      var examiner = hostileExaminer(timeout: 600)
      examiner.processorLimit = 1
      let facts = try await examine(["burns", "reads"], "fine", "burn", "fine", examiner: examiner)
      let mapping = try #require(try facts.version("burns").mappings.first)
      #expect(mapping.execution == .timedOut(seconds: 600))
      #expect(
        mapping.crashing
          == CrashingRecords(
            count: 1, first: 1, example: "/1", blame: ["$[*].kind"], reason: "it used more than 1 s of processor time"))
      #expect(mapping.recordsOut == 2)
      #expect(try facts.version("reads").mappings.first?.recordsOut == 3)
    }

    @Test("that leaves threads running is not blamed on the code after it")
    func leftBehindThreads() async throws {
      var examiner = hostileExaminer(timeout: 60)
      examiner.processorLimit = 1
      let facts = try await examine(["smoulders", "ponders"], "smoulder", "ponder", "ponder", examiner: examiner)
      #expect(try facts.version("smoulders").mappings.first?.execution == .succeeded)
      let innocent = try #require(try facts.version("ponders").mappings.first)
      #expect(innocent.execution == .succeeded && innocent.recordsOut == 3)
    }

    @Test("has its own processor time for each unit of work")
    func processorTimeIsPerUnit() async throws {
      var examiner = hostileExaminer(timeout: 30)
      examiner.processorLimit = 1
      let batch = Batch((0..<12).map { _ in mixed("fine", "spin", versions: ["spins"]) })
      let facts = await examiner.examine(batch)
      #expect(try facts.allSatisfy { try $0.version("spins").mappings.first?.recordsOut == 2 })
    }
  }
}

/// A socket of this process that listens on the loopback interface.
private final class Listener {
  struct Failure: Error {}

  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { [descriptor] in
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) | listen(descriptor, 8) | getsockname(descriptor, $0, &size)
      }
    }
    guard descriptor >= 0, code == 0 else { throw Failure() }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// Whether somebody has connected.
  var hasConnection: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  /// Connects from this process.
  func connect() throws -> Bool {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard client >= 0 else { throw Failure() }
    defer { close(client) }
    var address = Self.address(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}
