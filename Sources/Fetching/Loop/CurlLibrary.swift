internal import CCurl

/// The libcurl of this system. It is loaded when it is first needed, and not with the program: what fetches nothing does not
/// pay for its thirty libraries.
public enum CurlLibrary {
  /// Why nothing can be fetched, in one line that says what to do; `nil` where libcurl is there and new enough.
  ///
  /// Loads it, once for the life of the process. Source: dlopen(3), curl_version_info(3).
  public static var problem: String? { drift_curl_problem().map { String(cString: $0) } }
}
