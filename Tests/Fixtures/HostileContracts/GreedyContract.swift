import ContractKit
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// An app whose code takes more than an app may: sockets, files, processor time; made up, no such API exists.
///
/// Each response is an array of `{"id": 1, "kind": "fine"}`; a record's `kind` says what the code does with it.
let greedy = Contract("greedy", versions: versions) { Endpoint("records", get: "/records") }

private let versions = [
  version("connects") { record in
    guard record.kind.hasPrefix("port "), let port = UInt16(record.kind.dropFirst(5)) else { return }
    try connectToSelf(port)
  },
  // As whoever starts a process and means it to outlive this one.
  version("leaves") { record in
    if record.kind == "leave" { try startLeaver() }
  },
  // What the worker itself holds has the number 100 and above, or is below 12.
  version("inherits") { record in
    guard record.kind == "look", let open = (12..<100).first(where: { fcntl($0, F_GETFD) >= 0 }) else { return }
    throw Uninvited(descriptor: open)
  },
  // As a library would that wants to know everything about the process that it runs in.
  version("pries") { record in
    if record.kind.hasPrefix("look:") { try lookAtParent(writingTo: String(record.kind.dropFirst(5))) }
    if let number = reachingCalls[record.kind] { try call(number) }
  },
  version("opens") { record in
    guard record.kind == "open" else { return }
    for _ in 0..<10_000 { try openFile() }
  },
  // Opens more than it closes, and nobody notices.
  version("leaks") { record in
    guard record.kind == "leak" else { return }
    for _ in 0..<40 { try openFile() }
  },
  // Some files at a time, which it closes.
  version("reads") { _ in
    let files = (0..<30).map { _ in open("/dev/null", O_RDONLY) }
    defer { for file in files { close(file) } }
    if files.contains(-1) { throw Refused(code: errno) }
  },
  version("writes") { record in
    guard record.kind.hasPrefix("/") else { return }
    let file = open(record.kind, O_CREAT | O_WRONLY, 0o600)
    let chunk = [UInt8](repeating: 32, count: 1 << 20)
    while write(file, chunk, chunk.count) > 0 {}
    throw Refused(code: errno)
  },
  version("burns") { record in
    guard record.kind == "burn" else { return }
    for _ in 0..<4 { Thread.detachNewThread { while true { burnt &+= 1 } } }
    while true { sleep(1) }
  },
  // Goes on burning when it has long returned.
  version("smoulders") { record in
    guard record.kind == "smoulder" else { return }
    for _ in 0..<4 { Thread.detachNewThread { while true { burnt &+= 1 } } }
  },
  // Writes where the worker writes its results.
  version("forges") { record in
    guard record.kind.hasPrefix("forge:"), let body = Data(base64Encoded: String(record.kind.dropFirst(6))) else {
      return
    }
    let frame = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) } + body
    if write(100, frame, frame.count) != frame.count { throw Refused(code: errno) }
  },
  // Nothing to blame it for but its time.
  version("ponders") { record in usleep(record.kind == "ponder" ? 700_000 : 0) },
]

nonisolated(unsafe) private var burnt = 0

/// What the system said.
private struct Refused: Error, CustomStringConvertible {
  let code: Int32
  var description: String { String(cString: strerror(code)) }
}

private func openFile() throws {
  if open("/dev/null", O_RDONLY) < 0 { throw Refused(code: errno) }
}

private func connectToSelf(_ port: UInt16) throws {
  #if canImport(Glibc)
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Refused(code: errno) }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if code != 0 { throw Refused(code: errno) }
  #endif
}

private func version(_ id: String, _ act: @escaping @Sendable (Record) throws -> Void) -> Version {
  Version(id) {
    Reads("records", as: [Record].self) {
      Mapping(
        "Thing", records: "$[*]", each: \.self,
        to: { record in
          try act(record)
          return Thing(id: record.id, kind: record.kind)
        }, identity: \.id)
    }
  }
}

private struct Uninvited: Error {
  let descriptor: Int32
}

/// Starts a process that asks for a group of its own.
private func startLeaver() throws {
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
  let words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("100"), nil]
  defer { for word in words { free(word) } }
  var child: pid_t = 0
  let code = posix_spawn(&child, "/bin/sleep", nil, &attributes, words, [nil])
  guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  defer { kill(child, SIGKILL) }
  if getpgid(child) != getpgrp() { throw POSIXError(.EPERM) }
}

/// Calls by which a process reaches into another one, with their numbers.
private let reachingCalls: [String: Int] = {
  #if arch(x86_64)
    ["ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "pidfd_getfd": 438]
  #else
    ["ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "pidfd_getfd": 438]
  #endif
}()

/// Makes a call of the kernel with arguments that are of no use, so that only one that is refused says that it is not permitted.
private func call(_ number: Int) throws {
  typealias Call = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
  guard let address = dlsym(nil, "syscall") else { return }
  let result = unsafeBitCast(address, to: Call.self)(number, -1, -1, 0, 0, 0, 0)
  if result < 0 { throw Refused(code: errno) }
}

/// Writes down what the process that started this one lets be read of it.
private func lookAtParent(writingTo path: String) throws {
  var lines: [String] = []
  for (name, mode) in [("environ", O_RDONLY), ("mem", O_RDONLY), ("mem", O_RDWR)] {
    let file = open("/proc/\(getppid())/\(name)", mode)
    lines.append(file < 0 ? "\(name): \(String(cString: strerror(errno)))" : "\(name): open")
    if file >= 0 { close(file) }
  }
  let own = ProcessInfo.processInfo.environment.keys.sorted().joined(separator: " ")
  try Data((lines + ["own: \(own)", ""]).joined(separator: "\n").utf8).write(to: URL(filePath: path))
}
