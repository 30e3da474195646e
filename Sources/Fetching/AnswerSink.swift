/// Takes the header lines and body bytes of one answer as libcurl hands them over, and counts them against the policy.
///
/// libcurl decodes the transfer coding (chunks) but not the content coding, so that the bytes counted here are those
/// which `Content-Length` promises.
struct AnswerSink {
  private let policy: FetchPolicy
  private let bodyIsExpected: Bool
  private var headerBytes = 0
  private var headerLines = 0
  /// Whether the blank line after the header section came; libcurl takes a connection that ends before it for an answer.
  private(set) var headerIsComplete = false

  /// Status of the answer whose lines came last; interim answers are overwritten by the final one.
  private(set) var status: Int?
  private(set) var headers: [HeaderField] = []
  private(set) var body: [UInt8] = []
  /// How the end of the body is known, for a status and method that have one (RFC 9112 section 6.3).
  private(set) var bodyEnd = Transfer.BodyEnd.none
  /// Bytes that `Content-Length` promises; `nil` where it decides nothing.
  private(set) var declaredLength: Int?
  /// Why the transfer was stopped from in here; libcurl only knows that it was.
  private(set) var failure: TransferFailure?
  private(set) var detail: String?

  /// The method decides too: an answer to HEAD declares a length and brings no body.
  init(policy: FetchPolicy, method: String) {
    self.policy = policy
    bodyIsExpected = method != "HEAD"
  }

  /// Whether anything of an answer came.
  var isEmpty: Bool { headerBytes == 0 }

  /// Takes one header line with its end; `false` stops the transfer.
  mutating func takeHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    headerBytes += line.count
    headerLines += 1
    guard headerBytes <= policy.maximumHeaderBytes, headerLines <= policy.maximumHeaderLines else {
      return refuse(.headersTooLarge(limit: policy.maximumHeaderBytes))
    }
    if line.starts(with: "HTTP/".utf8) {
      let code = line.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { (0x30...0x39).contains($0) }
      status = code.isEmpty ? nil : code.prefix(9).reduce(0) { $0 * 10 + Int($1 - 0x30) }
      headers = []
      (headerIsComplete, bodyEnd, declaredLength) = (false, .none, nil)
      return true
    }
    if headerIsComplete { return true }  // a trailer: counted, and kept from passing for a header
    var content = line[...]
    if content.last == 0x0A { content.removeLast() }
    if content.last == 0x0D { content.removeLast() }
    if content.isEmpty {
      headerIsComplete = true
      return checkFraming()
    }
    if content.first == 0x20 || content.first == 0x09 {  // RFC 9112 section 5.2: a folded line continues the last value
      if let last = headers.indices.last { headers[last].value += " " + Self.text(content) }
      return true
    }
    guard let colon = content.firstIndex(of: 0x3A), colon != content.startIndex else { return true }
    headers.append(
      HeaderField(
        name: String(decoding: UnsafeBufferPointer(rebasing: content[..<colon]), as: UTF8.self),
        value: Self.text(content[(colon + 1)...])))
    return true
  }

  /// A value without the blanks around it (RFC 9110 section 5.6.3).
  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
  }

  /// Takes one piece of the body; `false` stops the transfer.
  mutating func takeBody(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
    guard body.count + piece.count <= policy.maximumBodyBytes else {
      return refuse(.bodyTooLarge(limit: policy.maximumBodyBytes))
    }
    body.append(contentsOf: piece)
    return true
  }

  /// Judges the header section before the body is read. libcurl takes the last of two lengths that differ and ignores
  /// one that overflows; both leave open where the answer ends (RFC 9112 section 6.3).
  private mutating func checkFraming() -> Bool {
    guard let status, status >= 200 else { return true }
    // `identity` stands for none (an older HTTP/1.1 had it as a name).
    let codings = headers.list("Transfer-Encoding").map { $0.lowercased() }.filter { $0 != "identity" }
    let hasLength = headers.contains { $0.isNamed("Content-Length") }
    if bodyIsExpected, status != 204, status != 304 {
      bodyEnd = !codings.isEmpty ? .chunked : hasLength ? .contentLength : .connectionClose
    }
    if bodyEnd == .chunked, codings != ["chunked"] {
      return refuse(.protocolError, "a Transfer-Encoding that was not asked for")
    }
    guard hasLength else { return true }
    let lengths = Set(headers.list("Content-Length"))
    if lengths.count > 1 { return refuse(.protocolError, "two Content-Length fields that differ") }
    if let length = lengths.first {
      guard let bytes = Int(length), bytes >= 0, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return refuse(.protocolError, "a Content-Length that is not a number of bytes")
      }
      if bodyEnd == .chunked { return refuse(.protocolError, "both Content-Length and Transfer-Encoding") }
      if bodyEnd == .contentLength, bytes > policy.maximumBodyBytes {
        return refuse(.bodyTooLarge(limit: policy.maximumBodyBytes))
      }
      if bodyEnd == .contentLength {
        declaredLength = bytes
        // A declared length is a claim: room for a mebibyte at most is given on trust.
        body.reserveCapacity(min(bytes, 1 << 20))
      }
    } else {
      return refuse(.protocolError, "an empty Content-Length")
    }
    return true
  }

  private mutating func refuse(_ failure: TransferFailure, _ detail: String? = nil) -> Bool {
    self.failure = failure
    self.detail = detail
    return false
  }
}
