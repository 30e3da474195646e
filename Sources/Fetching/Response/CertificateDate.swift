internal import CCurl
import System

/// Reads the end of a server's certificate from libcurl (CURLINFO_CERTINFO).
enum CertificateDate {
  /// The end of the server's own certificate in seconds since 1970; `nil` if `handle` made no new TLS connection.
  static func end(of handle: UnsafeMutableRawPointer) -> Int? {
    var information: UnsafeMutablePointer<curl_certinfo>?
    guard drift_get_certificates(handle, CURLINFO_CERTINFO, &information) == CURLE_OK, let information,
      information.pointee.num_of_certs > 0, let certificates = information.pointee.certinfo
    else { return nil }
    var item = certificates[0]  // the server's own; those of its issuers follow
    while let field = item {
      let text = String(cString: field.pointee.data)
      if text.hasPrefix("Expire date:") { return seconds(text.dropFirst("Expire date:".count)) }
      item = field.pointee.next
    }
    return nil
  }

  /// The seconds since 1970 of a date in the form of OpenSSL's `ASN1_TIME_print`: `Nov  2 17:00:00 2026 GMT`.
  static func seconds(_ text: some StringProtocol) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 5, words[4] == "GMT" || words[4] == "UTC", let month = CivilDate.month(named: words[0]),
      let day = Int(words[1]), let year = Int(words[3]), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let clock = words[2].split(separator: ":").compactMap { Int($0.prefix { $0 != "." }) }
    return clock.count == 3 ? date.seconds(hour: clock[0], minute: clock[1], second: clock[2]) : nil
  }
}
