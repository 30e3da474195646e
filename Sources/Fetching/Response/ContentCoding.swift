import System

extension Transfer {
  /// Whether its body may have to be decoded.
  var isCoded: Bool { headers.contains("Content-Encoding") }
}

/// Undoes the content coding of a complete response (RFC 9110 section 8.4), within the policy's limit.
enum ContentCoding {
  /// `transfer` with its body decoded, or with the reason why it cannot be decoded.
  ///
  /// The status comes first: a response other than 2xx keeps its status without a failure, and loses a body that does
  /// not decode. More than one layer of coding is refused, because only an attacker would use it.
  static func decoded(_ transfer: Transfer, limit: Int) -> Transfer {
    let codings = transfer.headers.list("Content-Encoding").map { $0.lowercased() }.filter { $0 != "identity" }
    guard transfer.failure == nil, !codings.isEmpty else { return transfer }
    // A body that is declared to be empty has no gzip data.
    if transfer.body.isEmpty, transfer.bodyEnd != .connectionClose { return transfer }
    var result = transfer
    func fail(_ failure: TransferFailure, _ detail: String?) {
      (result.body, result.detail) = ([], detail)
      if let status = transfer.status, (200...299).contains(status) { result.failure = failure }
    }
    if transfer.body.isEmpty {
      fail(.truncated, "an empty body of a compressed response")
    } else if codings.count > 1 {
      fail(.decompression, "\(codings.count) layers of coding")
    } else if codings[0] != "gzip" && codings[0] != "x-gzip" {
      fail(.decompression, "a content coding that was not asked for")
    } else {
      do throws(Gzip.Flaw) { result.body = try Gzip.decompressed(transfer.body, limit: limit) } catch {
        switch error {
        case .truncated: fail(.truncated, "the compressed body ends before its trailer")
        case .damaged: fail(.decompression, "damaged gzip data")
        case .tooLarge: fail(.bodyTooLarge(limit: limit), nil)
        }
      }
    }
    return result
  }
}
