/// The part of OpenSSL's libcrypto that is used. It is loaded for the first digest, because loading it at every start
/// would cost more time than most commands need.
struct Cryptography: Sendable {
  private typealias Initialize = @convention(c) (UnsafeMutableRawPointer) -> Int32
  private typealias Update = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer?, Int) -> Int32
  private typealias Finish = @convention(c) (UnsafeMutablePointer<UInt8>?, UnsafeMutableRawPointer) -> Int32

  #if canImport(Darwin)
    private static let name = "libcrypto.dylib"
  #else
    private static let name = "libcrypto.so.3"
  #endif
  /// More than `sizeof(SHA256_CTX)`, which is 112 bytes in every release of OpenSSL 3.
  private static let contextSize = 256

  private let initialize: Initialize
  private let update: Update
  private let finish: Finish

  /// The library. If it cannot be loaded, the process ends with one line and exit code 4, because nothing works without
  /// digests.
  static let shared: Cryptography = {
    guard let library = Cryptography() else {
      let reason = dlerror().map { String(cString: $0) } ?? "a function is missing"
      let line = Array("driftwatch: \(name) cannot be loaded (\(reason)); install libssl3 (Debian's name)\n".utf8)
      _ = write(2, line, line.count)
      exit(4)
    }
    return library
  }()

  private init?() {
    guard let library = dlopen(Self.name, RTLD_LAZY), let initialize = dlsym(library, "SHA256_Init"),
      let update = dlsym(library, "SHA256_Update"), let finish = dlsym(library, "SHA256_Final")
    else { return nil }
    self.initialize = unsafeBitCast(initialize, to: Initialize.self)
    self.update = unsafeBitCast(update, to: Update.self)
    self.finish = unsafeBitCast(finish, to: Finish.self)
  }

  func sha256(_ bytes: [UInt8]) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: Self.contextSize, alignment: 16) { context in
      guard let address = context.baseAddress else { return [] }  // never: the size is not zero
      var digest = [UInt8](repeating: 0, count: 32)
      let isDone =
        initialize(address) == 1 && update(address, bytes, bytes.count) == 1 && finish(&digest, address) == 1
      precondition(isDone, "SHA-256 of bytes in memory does not fail")
      return digest
    }
  }
}
