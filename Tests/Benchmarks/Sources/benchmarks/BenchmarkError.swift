/// Why a comparison is not valid or cannot be made; a slow figure is never an error.
enum BenchmarkError: Error, CustomStringConvertible {
  /// Who failed, and how.
  case failed(String, String)
  /// Wrong arguments, with what to write instead.
  case usage(String)

  var description: String {
    switch self {
    case .failed(let who, let how): "\(who): \(how)"
    case .usage(let text): text
    }
  }
}
