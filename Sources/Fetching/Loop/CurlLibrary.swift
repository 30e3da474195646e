internal import CCurl

/// The libcurl of this system. It is loaded when it is first needed, so that commands that fetch nothing do not load
/// the thirty libraries that it needs.
public enum CurlLibrary {
  /// Why nothing can be fetched, in one line that says what to do; `nil` if libcurl is installed and new enough.
  ///
  /// It is loaded once and never unloaded. Source: dlopen(3), curl_version_info(3).
  public static var problem: String? { drift_curl_problem().map { String(cString: $0) } }
}
