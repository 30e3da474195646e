/// Takes the header lines and body bytes of one response as libcurl hands them over, and counts them against the policy.
///
/// libcurl decodes the transfer coding (chunks) but not the content coding, so that the bytes counted here are those
/// which `Content-Length` promises.
struct ResponseSink {
  private let policy: FetchPolicy
  private var isEncrypted = false
  private var bodyIsExpected = true
  private var headerBytes = 0
  private var headerLines = 0
  /// Whether the blank line after the header section came; libcurl takes a connection that ends before it for a response.
  private(set) var headerIsComplete = false

  /// Status of the response whose lines came last; interim responses are overwritten by the final one.
  private(set) var status: Int?
  private(set) var headers = HeaderFields()
  private(set) var body: [UInt8] = []
  /// The body's part of the budget; `nil` before its first byte.
  private(set) var lease: BodyLease?
  /// How the end of the body is known, for a status and method that have one (RFC 9112 section 6.3).
  private(set) var bodyEnd = Transfer.BodyEnd.none
  /// Bytes that `Content-Length` promises; `nil` where it decides nothing.
  private(set) var declaredLength: Int?
  /// Why the transfer was stopped from in here; libcurl only knows that it was.
  private(set) var failure: TransferFailure?
  private(set) var detail: String?

  init(policy: FetchPolicy) { self.policy = policy }

  /// Forgets what came and waits for the response to a request. The method decides too: a response to HEAD declares a length
  /// and brings no body.
  mutating func restart(method: String, isEncrypted: Bool) {
    self.isEncrypted = isEncrypted
    bodyIsExpected = method != "HEAD"
    (headerBytes, headerLines) = (0, 0)
    (body, lease) = ([], nil)
    (failure, detail) = (nil, nil)
    begin(status: nil)
  }

  private mutating func begin(status: Int?) {
    self.status = status
    headers = []
    headerIsComplete = false
    (bodyEnd, declaredLength) = (.none, nil)
  }

  /// Gives away what came, so that it has one owner, and keeps none of it.
  mutating func takeResponse() -> (headers: HeaderFields, body: [UInt8], lease: BodyLease?) {
    defer { (headers, body, lease) = ([], [], nil) }
    lease?.set(to: body.count)
    return (headers, body, lease)
  }

  /// Whether anything of a response came.
  var isEmpty: Bool { headerBytes == 0 }

  /// Takes one header line with its end; `false` stops the transfer.
  mutating func takeHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    headerBytes += line.count
    headerLines += 1
    guard headerBytes <= policy.maximumHeaderBytes, headerLines <= policy.maximumHeaderLines else {
      return refuse(.headersTooLarge(limit: policy.maximumHeaderBytes))
    }
    if line.count >= 5, line[0] == 0x48, line[1] == 0x54, line[2] == 0x54, line[3] == 0x50, line[4] == 0x2F {  // HTTP/
      guard Self.isKnownVersion(line, policy.allowsHTTP2 && isEncrypted) else {
        return refuse(.protocolError, "no HTTP/1 status line")
      }
      // RFC 9112 section 4: three digits, and a blank or the end of the line behind them. libcurl 8 reads three of four.
      let code = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }
      let digits = code.prefix { (0x30...0x39).contains($0) }
      guard digits.count == 3, code.dropFirst(3).first.map({ $0 <= 0x20 }) ?? true else {
        return refuse(.protocolError, "a status that is not three digits")
      }
      begin(status: digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
      return true
    }
    if headerIsComplete { return true }  // a trailer: counted, and kept from passing for a header
    var end = line.count
    if end > 0, line[end - 1] == 0x0A { end -= 1 }
    if end > 0, line[end - 1] == 0x0D { end -= 1 }
    if end == 0 {
      headerIsComplete = true
      return checkFraming()
    }
    if Self.isBlank(line[0]) {  // RFC 9112 section 5.2: a folded line continues the last value
      headers.fold(Self.text(line[..<end]))
      return true
    }
    guard let colon = line[..<end].firstIndex(of: 0x3A), colon > 0 else { return true }
    let name = String(decoding: UnsafeBufferPointer(rebasing: line[..<colon]), as: UTF8.self)
    headers.append(HeaderField(name: name, value: Self.text(line[(colon + 1)..<end])))
    return true
  }

  /// Whether a status line begins with a version that was asked for: libcurl also reads `HTTP/2` or `HTTP/3` in plain text.
  private static func isKnownVersion(_ line: UnsafeBufferPointer<UInt8>, _ allowsHTTP2: Bool) -> Bool {
    guard line.count > 7 else { return false }
    if line[5] == 0x31, line[6] == 0x2E { return line[7] == 0x30 || line[7] == 0x31 }  // 1.0, 1.1
    return allowsHTTP2 && line[5] == 0x32 && isBlank(line[6])
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The text of `bytes` without the blanks around it (RFC 9110 section 5.6.3).
  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
  }

  /// What becomes of a piece of the body.
  enum Taking {
    case taken
    /// The transfer is stopped.
    case refused
    /// There is no room in the budget: the piece comes again once there is.
    case mustWait
  }

  /// Takes one piece of the body, if `budget` has room for it. Who asks `isPatient`ly waits for room, and is told by `wake`.
  mutating func takeBody(
    _ piece: UnsafeBufferPointer<UInt8>, _ budget: ByteBudget, isPatient: Bool, wake: @escaping @Sendable () -> Void
  ) -> Taking {
    let needed = body.count + piece.count
    guard needed <= policy.maximumBodyBytes else {
      _ = refuse(.bodyTooLarge(limit: policy.maximumBodyBytes))
      return .refused
    }
    let lease = self.lease ?? budget.lease()
    self.lease = lease
    if isPatient {
      let wanted = max(needed, declaredLength ?? 0)
      guard lease.makeRoom(for: wanted, most: policy.maximumBodyBytes, wake) else { return .mustWait }
      if body.isEmpty, let declaredLength { body.reserveCapacity(declaredLength) }
    } else {
      lease.set(to: needed)
    }
    body.append(contentsOf: piece)
    return .taken
  }

  /// Judges the header section before the body is read. libcurl takes the last of two lengths that differ and ignores
  /// one that overflows; both leave open where the response ends (RFC 9112 section 6.3).
  private mutating func checkFraming() -> Bool {
    guard let status, status >= 200 else { return true }
    // `identity` stands for none (an older HTTP/1.1 had it as a name).
    let codings = headers.list("Transfer-Encoding").map { $0.lowercased() }.filter { $0 != "identity" }
    let hasLength = headers.contains("Content-Length")
    if bodyIsExpected, status != 204, status != 304 {
      bodyEnd = !codings.isEmpty ? .chunked : hasLength ? .contentLength : .connectionClose
    }
    if bodyEnd == .chunked, codings != ["chunked"] {
      return refuse(.protocolError, TransferFailure.unwantedTransferCoding)
    }
    guard hasLength else { return true }
    let lengths = headers.list("Content-Length")
    guard let length = lengths.first else { return refuse(.protocolError, "an empty Content-Length") }
    guard lengths.allSatisfy({ $0 == length }) else {
      return refuse(.protocolError, "two Content-Length fields that differ")
    }
    guard let bytes = Int(length), bytes >= 0, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return refuse(.protocolError, "a Content-Length that is not a number of bytes")
    }
    if bodyEnd == .chunked { return refuse(.protocolError, "both Content-Length and Transfer-Encoding") }
    guard bodyEnd == .contentLength else { return true }
    if bytes > policy.maximumBodyBytes { return refuse(.bodyTooLarge(limit: policy.maximumBodyBytes)) }
    declaredLength = bytes
    // A declared length is a claim: room for a mebibyte at most is given on trust.
    body.reserveCapacity(min(bytes, 1 << 20))
    return true
  }

  /// Notes why the transfer is stopped.
  ///
  /// - Returns: Always false: the transfer does not go on.
  private mutating func refuse(_ failure: TransferFailure, _ detail: String? = nil) -> Bool {
    self.failure = failure
    self.detail = detail
    return false
  }
}
