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

  /// How the end of the body is known, for a status and method that have one (RFC 9112 section 6.3).
  var bodyEnd: Transfer.BodyEnd {
    guard bodyIsExpected, let status, status >= 200, status != 204, status != 304 else { return .none }
    if !transferCodings.isEmpty { return .chunked }
    return headers.contains { $0.isNamed("Content-Length") } ? .contentLength : .connectionClose
  }

  /// Transfer codings in use; `identity` stands for none (an older HTTP/1.1 had it as a name).
  private var transferCodings: [String] {
    headers.list("Transfer-Encoding").map { $0.lowercased() }.filter { $0 != "identity" }
  }

  /// Bytes that `Content-Length` promises; `nil` where it decides nothing.
  var declaredLength: Int? {
    guard bodyEnd == .contentLength else { return nil }
    return headers.list("Content-Length").first.flatMap { Int($0) }
  }

  /// Takes one header line with its end; `false` stops the transfer.
  mutating func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    headerLines += 1
    guard headerBytes <= policy.maximumHeaderBytes, headerLines <= policy.maximumHeaderLines else {
      return refuse(.headersTooLarge(limit: policy.maximumHeaderBytes))
    }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      status = text.split(separator: " ", maxSplits: 2).dropFirst().first
        .flatMap { Int($0.prefix { $0.isNumber }) }
      headers = []
      headerIsComplete = false
      return true
    }
    if headerIsComplete { return true }  // a trailer: counted, and kept from passing for a header
    let content = text.trimmingLineEnd()
    if content.isEmpty {
      headerIsComplete = true
      return checkFraming()
    }
    if content.first == " " || content.first == "\t" {  // RFC 9112 section 5.2: a folded line continues the last value
      if let last = headers.indices.last { headers[last].value += " " + content.trimmingBlanks() }
      return true
    }
    guard let colon = content.firstIndex(of: ":"), colon != content.startIndex else { return true }
    let value = content[content.index(after: colon)...].trimmingBlanks()
    headers.append(HeaderField(name: String(content[..<colon]), value: value))
    return true
  }

  /// Takes one piece of the body; `false` stops the transfer.
  mutating func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool {
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
    if bodyEnd == .chunked, transferCodings != ["chunked"] {
      return refuse(.protocolError, "a Transfer-Encoding that was not asked for")
    }
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
      // A declared length is a claim: room for a mebibyte at most is given on trust.
      if bodyEnd == .contentLength { body.reserveCapacity(min(bytes, 1 << 20)) }
    } else if headers.contains(where: { $0.isNamed("Content-Length") }) {
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

extension String {
  /// Without the CR LF or LF at its end.
  fileprivate func trimmingLineEnd() -> Substring {
    // CR LF is one Character in Swift, so one step takes both.
    guard let last, last == "\r\n" || last == "\n" || last == "\r" else { return self[...] }
    return dropLast()
  }
}
