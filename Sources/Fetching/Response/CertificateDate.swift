internal import CCurl

/// Reads when a server's certificate ends from what libcurl keeps of a handshake (CURLINFO_CERTINFO).
enum CertificateDate {
  /// Seconds since 1970 of the end of the server's own certificate; `nil` where `handle` made no new TLS connection.
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

  /// Seconds since 1970 of a date as OpenSSL's `ASN1_TIME_print` writes it: `Nov  2 17:00:00 2026 GMT`.
  static func seconds(_ text: some StringProtocol) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 5, words[4] == "GMT" || words[4] == "UTC", let month = months.firstIndex(of: String(words[0])),
      let day = Int(words[1]), (1...31).contains(day), let year = Int(words[3]), (0...9999).contains(year)
    else { return nil }
    let clock = words[2].split(separator: ":").compactMap { Int($0.prefix { $0 != "." }) }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]) else {
      return nil
    }
    // Days of the proleptic Gregorian calendar, years counted from March so that a leap day is a year's last.
    let shifted = month < 2 ? year - 1 : year
    let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400
    let inYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
    let sinceEpoch = days + inYear - 719_468
    return ((sinceEpoch * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
