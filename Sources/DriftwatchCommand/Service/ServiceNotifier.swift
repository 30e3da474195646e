import Foundation

/// Sends the state of the process to the service manager, as single datagrams to the socket in `$NOTIFY_SOCKET`.
///
/// Without that variable nothing is sent. Source: sd_notify(3), sd_watchdog_enabled(3).
final class ServiceNotifier: Sendable {
  /// The manager's watchdog interval in seconds; `nil` if it has none for this process.
  let watchdogSeconds: Double?
  private let descriptor: Int32
  /// A `sockaddr_un`, cut to its length.
  private let address: [UInt8]

  /// Variables for this process only, and not for those that it starts.
  static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

  /// Reads what the manager has set in `environment`.
  init(_ environment: [String: String]) {
    let address = environment["NOTIFY_SOCKET"].flatMap(Self.address)
    self.address = address ?? []
    #if canImport(Glibc)
      let kind = Int32(SOCK_DGRAM.rawValue)
    #else
      let kind = SOCK_DGRAM
    #endif
    descriptor = address == nil ? -1 : socket(AF_UNIX, kind, 0)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let isMeant = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap(UInt64.init) ?? 0
    watchdogSeconds = descriptor >= 0 && isMeant && microseconds > 0 ? Double(microseconds) / 1e6 : nil
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Takes the variables out of the process's own environment, before anything is started that would inherit them.
  static func forgetVariables() { for name in variables { unsetenv(name) } }

  /// Sends lines such as `READY=1`; a manager that does not listen or whose queue is full is no error.
  func send(_ lines: String...) {
    guard descriptor >= 0 else { return }
    // A line break would begin another assignment.
    let bytes = Array(lines.map(\.asLogLine).joined(separator: "\n").utf8)
    address.withUnsafeBytes { raw in
      // Sound: `raw` contains a sockaddr_un up to the end of its name, and is aligned for it, because it was made from
      // one.
      guard let start = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
      _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), start, socklen_t(raw.count))
    }
  }

  /// Says that the configuration is being read again, and that this is done (sd_notify(3), `RELOADING=1`).
  func reload(_ read: () -> Void) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    send("RELOADING=1", "MONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
    read()
    send("READY=1")
  }

  /// The address of `name`: an absolute path, or `@` and a name in the abstract namespace; `nil` for any other.
  private static func address(_ name: String) -> [UInt8]? {
    var bytes = Array(name.utf8)
    guard let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"), bytes.count > 1 else {
      return nil
    }
    if first == UInt8(ascii: "@") { bytes[0] = 0 }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafeBytes(of: address) { Array($0.prefix(offset + bytes.count)) }
  }
}
