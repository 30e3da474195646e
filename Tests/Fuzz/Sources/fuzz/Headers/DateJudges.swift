import CLibFuzzer
import Foundation

/// What others make of a date in a header.
enum DateJudges {
  /// The three forms that RFC 9110 section 5.6.7 makes a recipient read.
  private static let forms = ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"]

  /// Seconds since 1970 by libc, if `text` is spelled exactly as one of the forms is written; nil for all else.
  ///
  /// What `strptime` takes more freely, and a day of the week that is not that of the date, do not come back as they were.
  static func exact(_ text: String) -> Int? {
    for form in forms {
      var parts = tm()
      guard let end = strptime(text, form, &parts), end.pointee == 0 else { continue }
      let seconds = timegm(&parts)
      // `%Y` writes fewer digits than the four that HTTP has.
      if spelled(seconds, form) == text, parts.tm_year >= -900 { return seconds }
    }
    return nil
  }

  /// A time as HTTP writes it today.
  static func spelled(_ seconds: Int) -> String { spelled(seconds, forms[0]) }

  private static func spelled(_ seconds: Int, _ form: String) -> String {
    var (seconds, parts) = (time_t(seconds), tm())
    gmtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, form, &parts)
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Seconds since 1970 by libcurl; nil for what it does not take, which is nothing against a date: it knows the day of the week.
  static func curl(_ text: String) -> Int? {
    let seconds = text.withCString { parse($0, nil) }
    return seconds < 0 ? nil : seconds
  }

  private typealias Parse = @convention(c) (UnsafePointer<CChar>, UnsafePointer<time_t>?) -> time_t

  /// Sound: the type is that of `curl_getdate` in curl.h.
  private static let parse: Parse = {
    guard let library = dlopen("libcurl.so.4", RTLD_NOW), let symbol = dlsym(library, "curl_getdate") else {
      fatalError("no libcurl")
    }
    return unsafeBitCast(symbol, to: Parse.self)
  }()
}
