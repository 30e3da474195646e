import Foundation

/// A loopback port that is held and not listened on, so that connections are refused as long as this lives.
public final class ClosedPort: Sendable {
  /// The port.
  public let number: Int
  private let descriptor: Int32

  struct NoSocket: Error {}

  /// Binds a port that the system chooses.
  public init() throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      // The socket calls take any address family through the type of its common beginning.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw NoSocket() }
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }
}
