internal import CCurl

/// Sets options on one easy handle and remembers the first that libcurl refuses, because the policy would not be
/// enforced then.
struct EasyOptions {
  private let handle: UnsafeMutableRawPointer
  private(set) var failed: CURLcode = CURLE_OK

  init(_ handle: UnsafeMutableRawPointer) { self.handle = handle }

  mutating func long(_ option: CURLoption, _ value: Int) { note(drift_set_long(handle, option, value)) }
  mutating func text(_ option: CURLoption, _ value: String) { note(drift_set_text(handle, option, value)) }
  mutating func pointer(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
    note(drift_set_pointer(handle, option, value))
  }
  mutating func callback(_ option: CURLoption, _ value: @escaping curl_write_callback) {
    note(drift_set_write(handle, option, value))
  }
  mutating func openSocket(_ value: @escaping curl_opensocket_callback) { note(drift_set_open_socket(handle, value)) }

  /// The content of the request. libcurl copies it, so the array may be freed after this call.
  mutating func content(_ bytes: [UInt8]) {
    // The size must be set first, because otherwise COPYPOSTFIELDS measures a C string.
    note(drift_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)))
    bytes.withUnsafeBytes { buffer in
      // Sound: libcurl reads `count` bytes during the call and never writes. An empty array may have no address, which
      // would mean "read from a callback", so a constant is used in its place.
      if let start = buffer.baseAddress {
        note(drift_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start)))
      } else {
        note(drift_set_text(handle, CURLOPT_COPYPOSTFIELDS, ""))
      }
    }
  }

  private mutating func note(_ code: CURLcode) {
    if failed == CURLE_OK { failed = code }
  }
}
