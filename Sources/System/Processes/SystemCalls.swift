/// System calls for both ends of a pipe. Interrupted calls are repeated.
public enum SystemCalls {
  /// The result of a read.
  public enum Reading: Equatable {
    /// So many bytes.
    case bytes(Int)
    /// Nothing is available now, but more may come (only if the descriptor does not block).
    case nothing
    /// The end, or an error that counts as the end.
    case end
  }

  /// Reads at most `buffer.count` bytes.
  public static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EAGAIN { return .nothing }
      guard errno == EINTR else { return .end }
    }
  }

  /// Writes as much as the descriptor accepts. Returns the number of bytes, or nil if there is no reader any more.
  public static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int? {
    while true {
      let count = write(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      if errno == EAGAIN { return 0 }
      guard errno == EINTR else { return nil }
    }
  }

  /// Takes the numbers of standard streams that are closed, so that no file that is opened later gets one of them, and what is printed ends in it.
  /// Reading from them and writing to them still fails, as with closed ones.
  public static func occupyStreams() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", (number == 0 ? O_WRONLY : O_RDONLY) | O_CLOEXEC)
    }
  }

  /// Whether standard input can be read: it is not closed, nor was it when the program started.
  public static var hasInput: Bool {
    let flags = fcntl(0, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_WRONLY
  }

  /// A pair of connected sockets, or a pipe: two ends that are closed on exec, so that no other child inherits them,
  /// and that are above 9, so that none overwrites a descriptor of a new process.
  ///
  /// - Parameter isPipe: `false`: sockets, since Swift sees no `pipe2`, and between `pipe` and `fcntl` another thread
  ///   could start a child. `true`: a pipe, because commands that write to `/dev/stdout` by its name cannot open a
  ///   socket.
  /// - Returns: The ends; `nil` with `errno` set if there are no descriptors left.
  public static func makePipe(isPipe: Bool = false) -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      let kind = SOCK_STREAM | SOCK_CLOEXEC
    #else
      let kind = SOCK_STREAM
    #endif
    guard (isPipe ? pipe(&ends) : socketpair(AF_UNIX, kind, 0, &ends)) == 0 else { return nil }
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
  public static func reason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
}
