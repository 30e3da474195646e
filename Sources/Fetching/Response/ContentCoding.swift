import System

extension Transfer {
  /// Whether its body may have to be decoded.
  var isCoded: Bool { headers.contains("Content-Encoding") }
}

/// Undoes the content coding of a complete response (RFC 9110 section 8.4), within the policy's limit, the caller's deadline and the
/// budget for bodies; in pieces, so that each is looked after.
///
/// The status comes first: a response other than 2xx keeps its status without a failure, and loses a body that does
/// not decode. More than one layer of coding is refused, because only an attacker would use it. The time that it takes is counted as
/// the response's.
final class ContentCoding {
  private var transfer: Transfer
  private let limit: Int
  private let deadline: ContinuousClock.Instant?
  /// `nil` if nothing is left to be decoded.
  private var reader: GzipReader?
  private let codedBytes: Int
  private var body: [UInt8] = []

  /// The decoding of `transfer`, to at most `limit` bytes.
  init(_ transfer: Transfer, limit: Int, deadline: ContinuousClock.Instant? = nil) {
    self.transfer = transfer
    (self.limit, self.deadline, codedBytes) = (limit, deadline, transfer.body.count)
    let codings = transfer.headers.list("Content-Encoding").map { $0.lowercased() }.filter { $0 != "identity" }
    guard transfer.failure == nil, !codings.isEmpty else { return }
    // A body that is declared to be empty has no gzip data.
    if transfer.body.isEmpty, transfer.bodyEnd != .connectionClose { return }
    if transfer.body.isEmpty {
      fail(.truncated, "an empty body of a compressed response")
    } else if codings.count > 1 {
      fail(.decompression, "\(codings.count) layers of coding")
    } else if codings[0] != "gzip" && codings[0] != "x-gzip" {
      fail(.decompression, "a content coding that was not asked for")
    } else {
      do throws(Gzip.Flaw) { reader = try GzipReader(transfer.body, limit: limit) } catch { fail(error) }
      self.transfer.body = []
    }
  }

  /// `transfer` with its body decoded, or with the reason why it cannot be decoded.
  static func decoded(_ transfer: Transfer, limit: Int) -> Transfer {
    let coding = ContentCoding(transfer, limit: limit)
    return coding.proceed(isPatient: false, wake: {}) ?? coding.transfer
  }

  /// Decodes as far as there is room.
  ///
  /// - Parameters:
  ///   - isPatient: Whether it waits for room in the budget; else it takes what it needs.
  ///   - wake: Called once there is room again.
  /// - Returns: The transfer with its body, or with the reason why it has none; `nil` if it has to wait.
  func proceed(isPatient: Bool, wake: @escaping @Sendable () -> Void) -> Transfer? {
    guard let reader else { return transfer }
    let started = ContinuousClock.now
    let isDone = decode(with: reader, isPatient: isPatient, wake)
    transfer.seconds += (ContinuousClock.now - started) / .seconds(1)
    guard isDone else { return nil }
    (self.reader, body) = (nil, [])
    transfer.lease?.set(to: transfer.body.count)
    return transfer
  }

  /// `false` if it has to wait for room.
  private func decode(
    with reader: GzipReader, isPatient: Bool, _ wake: @escaping @Sendable () -> Void
  ) -> Bool {
    do throws(Gzip.Flaw) {
      while true {
        if let deadline, ContinuousClock.now >= deadline {
          fail(.deadline, nil)
          return true
        }
        let needed = codedBytes + body.count + GzipReader.pieceSize
        if isPatient, let lease = transfer.lease {
          guard lease.makeRoom(for: needed, most: codedBytes + limit, wake) else { return false }
        } else {
          transfer.lease?.set(to: needed)
        }
        guard try reader.read(into: &body) else { break }
      }
      transfer.body = body
    } catch {
      fail(error)
    }
    return true
  }

  private func fail(_ flaw: Gzip.Flaw) {
    switch flaw {
    case .truncated: fail(.truncated, "the compressed body ends before its trailer")
    case .damaged: fail(.decompression, "damaged gzip data")
    case .tooLarge: fail(.bodyTooLarge(limit: limit), nil)
    // Too large for this machine: nothing that the provider did wrong.
    case .noMemory: fail(.bodyTooLarge(limit: limit), "no memory left to decompress it")
    }
  }

  private func fail(_ failure: TransferFailure, _ detail: String?) {
    (transfer.body, transfer.detail) = ([], detail)
    // Whether or not anything was decoded, nothing of it is kept.
    transfer.lease?.set(to: 0)
    if let status = transfer.status, (200...299).contains(status) { transfer.failure = failure }
  }
}
