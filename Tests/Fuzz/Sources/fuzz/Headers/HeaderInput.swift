import DriftModel
import Foundation
import System

@testable import Fetching
@testable import Monitoring

/// The header lines of a response, as libcurl hands them to the fetcher: one at a time, with their ends.
///
/// The first byte says what was asked for; the rest is the lines.
struct HeaderInput {
  private let lines: [[UInt8]]
  private let method: String
  private let isEncrypted: Bool
  private static let secret = "s3cr3t-t0ken"
  private static let (year1000, year1583) = (-30_610_224_000, -12_212_553_600)

  init?(_ input: [UInt8]) {
    guard let first = input.first else { return nil }
    method = first & 1 == 0 ? "GET" : "HEAD"
    isEncrypted = first & 2 != 0
    lines = input.dropFirst().split(separator: 0x0A, omittingEmptySubsequences: false).map { $0 + [0x0A] }
  }

  /// What is wrong, in one line; nil if nothing.
  func fault() -> String? {
    var policy = FetchPolicy()
    policy.allowsHTTP2 = true
    var sink = ResponseSink(policy: policy)
    sink.restart(method: method, isEncrypted: isEncrypted)
    for line in lines {
      guard line.withUnsafeBufferPointer({ sink.takeHeader($0) }) else {
        return sink.failure == nil ? "stopped without a reason" : nil
      }
      if let fault = framingFault(sink, policy) { return fault }
    }
    let fields = sink.headers
    for field in fields {
      if let fault = fieldFault(field) ?? dateFault(field.value) { return fault }
    }
    return timesFault(fields) ?? noticeFault(fields)
  }

  /// What is declared of the body.
  private func framingFault(_ sink: ResponseSink, _ policy: FetchPolicy) -> String? {
    if let status = sink.status, !(0...999).contains(status) { return "status \(status)" }
    guard let length = sink.declaredLength else { return nil }
    guard (0...policy.maximumBodyBytes).contains(length), sink.bodyEnd == .contentLength else {
      return "a length of \(length) with \(sink.bodyEnd)"
    }
    return nil
  }

  private func fieldFault(_ field: HeaderField) -> String? {
    if field.name.isEmpty || field.name.utf8.contains(0x0A) { return "a field named \(field.name.debugDescription)" }
    let ends = [field.value.utf8.first, field.value.utf8.last]
    return ends.contains { $0 == 0x20 || $0 == 0x09 } || field.value.utf8.contains(0x0A)
      ? "the value \(field.value.debugDescription)" : nil
  }

  /// A date against libc and libcurl. Leap seconds are ours alone (the second before), and so is the century of the year 70.
  private func dateFault(_ value: String) -> String? {
    let end = CertificateDate.seconds(value)
    if let end, !CivilDate.seconds.contains(end) { return "a certificate that ends at \(end)" }
    let found = HTTPDate.seconds(value)
    if let expected = DateJudges.exact(value), !value.contains("-70 "), found != expected {
      return "libc reads \(expected), we \(found.map(String.init) ?? "nothing") in \(value.debugDescription)"
    }
    guard let found else { return nil }
    guard CivilDate.seconds.contains(found) else { return "the time \(found)" }
    // libc writes a year before 1000 with fewer digits, and libcurl takes it for one of two; it knows none before 1583.
    let again = DateJudges.spelled(found)
    if found >= Self.year1000, HTTPDate.seconds(again) != found { return "\(found) is read as another from \(again)" }
    if found >= Self.year1583, let expected = DateJudges.curl(value), expected != found, !value.contains(":60"),
      !value.contains("-70")
    {
      return "libcurl reads \(expected), we \(found) in \(value.debugDescription)"
    }
    return nil
  }

  private func timesFault(_ fields: HeaderFields) -> String? {
    let clock = Date(timeIntervalSince1970: 1_790_000_000)
    if let wait = RetryAfter.seconds(fields.first("retry-after"), date: fields.first("date"), clock: clock),
      !(wait >= 0 && wait <= 366 * 86_400)
    {
      return "a wait of \(wait) s"
    }
    let cache = CacheAge(fields)
    if let age = cache.age, !(0...1 << 31).contains(age) { return "an age of \(age) s" }
    if let lifetime = cache.lifetime, lifetime < 0 || lifetime > CivilDate.seconds.count {
      return "fresh for \(lifetime) s"
    }
    if let kept = Validators(etag: fields.first("ETag"), lastModified: fields.first("Last-Modified")) {
      // It is sent back, so it must be one line.
      let texts = [kept.etag, kept.lastModified].compactMap(\.self)
      guard texts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 } }) else { return "validators \(kept)" }
    }
    return nil
  }

  /// What is shown of it: within bounds, in one line, and without what is a secret.
  private func noticeFault(_ fields: HeaderFields) -> String? {
    var transfer = Transfer(finalURL: "https://api.example.com/")
    transfer.headers = fields
    transfer.movedTo = fields.first("location")
    let notices = ProviderNotice.notices(of: transfer, mask: SecretMask([Self.secret]))
    guard Set(notices.map(\.kind)).count == notices.count else { return "a kind of notice twice" }
    for notice in notices {
      if let seconds = notice.seconds, !(0..<253_402_300_800).contains(seconds) {
        return "\(notice.kind) at \(seconds)"
      }
      let texts = [notice.link, notice.text].compactMap(\.self)
      for text in texts where text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
        return "\(notice.kind) says \(text.debugDescription)"
      }
      for text in texts where text.lowercased().contains(Self.secret) { return "\(notice.kind) holds the secret" }
      if let text = notice.text, text.unicodeScalars.count > 121 { return "\(text.unicodeScalars.count) characters" }
      if let link = notice.link, link.utf8.count > 210 || link.contains("?") && !link.hasSuffix("?…") {
        return "the link \(link.debugDescription)"
      }
    }
    return nil
  }
}
