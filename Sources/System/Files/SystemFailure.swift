/// Why a system call failed.
public struct SystemFailure: Error, Equatable, CustomStringConvertible {
  /// As in `errno`.
  public let code: Int32

  /// A failure with its number; by default that of the last call.
  public init(code: Int32 = errno) { self.code = code }

  /// In words.
  public var description: String { String(cString: strerror(code)) }
}
