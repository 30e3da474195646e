#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// System calls as both ends of the worker's pipes use them: interrupted ones are repeated.
enum SystemCalls {
  /// What a read came to.
  enum Reading: Equatable {
    case bytes(Int)
    /// Nothing now, more may come (only where the descriptor does not block).
    case nothing
    /// The end, or an error that is one.
    case end
  }

  /// Reads at most `buffer.count` bytes.
  static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EAGAIN { return .nothing }
      guard errno == EINTR else { return .end }
    }
  }

  /// Writes as much as the descriptor takes: the number of bytes, nil where nobody will ever read them.
  static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int? {
    while true {
      let count = write(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      guard errno == EINTR else { return nil }
    }
  }

  /// A stream with two ends that are closed on exec, so that no other child inherits them, and are none of a worker's own
  /// (0 to 3).
  ///
  /// A pair of sockets, since Swift sees no `pipe2`, and between `pipe` and `fcntl` another thread could start a child.
  ///
  /// - Returns: The ends; nil with `errno` set if there are no descriptors left.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      let kind = SOCK_STREAM | SOCK_CLOEXEC
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    let reason = errno
    for end in ends { close(end) }
    guard moved[0] >= 0, moved[1] >= 0 else {
      for end in moved where end >= 0 { close(end) }
      errno = reason
      return nil
    }
    return (moved[0], moved[1])
  }

  /// `errno` in words.
  static func reason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
}
