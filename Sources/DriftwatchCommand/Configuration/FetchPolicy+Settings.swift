import Fetching

extension FetchPolicy {
  /// Takes the limits that have no option; the total time is taken afterwards and bounds that of connecting.
  mutating func takeLimits(of settings: [String: SettingValue]) {
    func number(_ key: String) -> Double? { settings["limits.\(key)"]?.number }
    func count(_ key: String) -> Int? { number(key).map { Int($0) } }
    connectTimeout = number("connectTimeout") ?? connectTimeout
    maximumBodyBytes = count("bodyBytes") ?? maximumBodyBytes
    maximumHeaderBytes = count("headerBytes") ?? maximumHeaderBytes
    maximumHeaderLines = count("headerLines") ?? maximumHeaderLines
    maximumRedirects = count("redirects") ?? maximumRedirects
    maximumInFlight = count("inFlight") ?? maximumInFlight
    maximumInFlightPerHost = count("inFlightPerHost") ?? maximumInFlightPerHost
  }
}
