#if os(Linux)
  import Foundation

  /// A loopback port whose queue of connections is full, so that the kernel drops each further SYN without a word, as a firewall
  /// does (tcp(7): with `tcp_abort_on_overflow` at its default).
  public final class MutePort: Sendable {
    /// The port.
    public let number: Int
    private let descriptors: [Int32]

    struct NoSocket: Error {}

    /// Listens without accepting, and fills the queue.
    public init() throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      var open = [listener]
      let isFull = withUnsafeMutablePointer(to: &address) { pointer in
        // The socket calls take any address family through the type of its common beginning.
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          guard bind(listener, address, size) == 0, listen(listener, 0) == 0, getsockname(listener, address, &size) == 0
          else { return false }
          for _ in 0..<4 {
            let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            open.append(socket(AF_INET, flags, 0))
            _ = connect(open[open.count - 1], address, size)  // under way; the last ones are never answered
          }
          // From the first one that can be accepted on, the queue is full.
          var first = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
          return poll(&first, 1, 10_000) == 1
        }
      }
      descriptors = open
      number = Int(UInt16(bigEndian: address.sin_port))
      guard isFull else { throw NoSocket() }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
  }
#endif
