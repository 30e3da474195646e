import Fetching
import Foundation

extension FetchPolicy {
  /// Takes the limits that have no option; the total time is taken afterwards and bounds that of connecting.
  mutating func takeLimits(of settings: [String: SettingValue]) {
    func number(_ key: String) -> Double? { settings["limits.\(key)"]?.number }
    func count(_ key: String) -> Int? { number(key).map { Int($0) } }
    connectTimeout = number("connectTimeout") ?? connectTimeout
    maximumBodyBytes = count("bodyBytes") ?? maximumBodyBytes
    maximumBytesInMemory = count("bodiesInMemory") ?? maximumBytesInMemory
    maximumHeaderBytes = count("headerBytes") ?? maximumHeaderBytes
    maximumHeaderLines = count("headerLines") ?? maximumHeaderLines
    maximumRedirects = count("redirects") ?? maximumRedirects
    maximumInFlight = count("inFlight") ?? maximumInFlight
    maximumInFlightPerHost = count("inFlightPerHost") ?? maximumInFlightPerHost
  }
}

extension FetchPolicy {
  /// The policy with what the call sets.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for a value that is none, and for authorities that cannot be read.
  init(_ call: CommandCall) throws {
    self = .standard
    takeLimits(of: call.settings)
    if let seconds = try call.seconds("--timeout") {
      timeout = seconds
      connectTimeout = min(connectTimeout, seconds)
    }
    if let text = call.value("--retries") {
      guard let number = Int(text), (0...10).contains(number) else {
        throw CommandFailure.usage("--retries needs a number from 0 to 10, not \"\(text)\"")
      }
      maximumRetries = number
    }
    allowsPrivateAddresses = call.has("--allow-private-addresses")
    allowsMetadataAddresses = call.has("--allow-metadata-addresses")
    allowsHTTP2 = call.has("--http2")
    if let file = call.value("--ca-file") {
      guard FileManager.default.isReadableFile(atPath: file) else {
        throw call.failure(of: "limits.caFile", "\"\(file.printable)\" cannot be read")
      }
      caFile = file
    }
  }
}
