import ContractKit
import DriftModel
import DriftRules
import Foundation
import Recording
import System

/// Responses from files laid out as `<folder>/<URL path>/index.json` (or `<URL path>.json`), with `.meta.json` beside
/// them.
struct RecordedSource: ResponseSource {
  /// Folders by contract id. The first folder with a response is used.
  let folders: [String: [URL]]
  let contracts: [String: Contract]
  /// What a recording may repeat of the credentials of the contracts.
  let secrets: DeclaredSecrets

  /// Recordings that cannot be used: a configuration error, exit 2.
  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  func mask(of contract: String) -> SecretMask { contracts[contract].map(secrets.mask) ?? .none }

  func responses(to requests: [ConcreteRequest], relief: ResponseRelief?) async throws -> [SourcedResponse] {
    try requests.map { request in
      guard let components = request.pathComponents else {
        return SourcedResponse(outcome: .refused, reason: "the URL's path leaves the folder of recordings")
      }
      var matches: [(response: Recording, rank: Int)] = []
      for folder in folders[request.contract] ?? [] { matches += try recordings(in: folder, components, request) }
      guard let best = matches.map(\.rank).max() else {
        return SourcedResponse(outcome: .notChecked, reason: RoundContext.noRecording)
      }
      let chosen = matches.filter { $0.rank == best }
      // What was recorded at several times of a day is told apart by the time.
      let times = chosen.compactMap(\.response.meta.fetchedAt)
      // Of what we recorded at one moment any will do, as long as it is always the same.
      let isOwn = chosen.allSatisfy { $0.response.meta.redaction != nil }
      let areApart = Set(times).count == chosen.count
      var latest = isOwn || areApart ? chosen.filter { $0.response.meta.fetchedAt == times.max() } : chosen
      if isOwn { latest = latest.suffix(1) }
      guard latest.count == 1, let recording = latest.first?.response else {
        let names = chosen.map(\.response.file.body.lastPathComponent).sorted().joined(separator: " and ")
        throw Unusable(
          description:
            "\(request.contract)/\(request.endpoint): \(names) both match equally well; add a method, query or operation to one .meta.json"
        )
      }
      return try response(recording, for: request)
    }
  }

  /// Whether there is any recording of the request, with any status.
  func holds(_ request: ConcreteRequest) throws -> Bool {
    guard let components = request.pathComponents else { return false }
    for folder in folders[request.contract] ?? [] where try !recordings(in: folder, components, request).isEmpty {
      return true
    }
    return false
  }

  private struct Recording {
    let file: RecordingFile
    let meta: RecordingMeta
  }

  private func recordings(
    in folder: URL, _ components: [String], _ request: ConcreteRequest
  ) throws -> [(response: Recording, rank: Int)] {
    try RecordingFile.files(in: folder, path: components).compactMap { file in
      let meta = try Self.meta(of: file)
      guard (meta.method ?? "GET").uppercased() == request.method else { return nil }
      guard (meta.page ?? 1) == request.page else { return nil }
      var rank = meta.method == nil ? 0 : 1
      // Endpoints may share a path, as pages do.
      if let endpoint = meta.endpoint {
        guard endpoint == request.endpoint else { return nil }
        rank += 1
      } else {
        // An error response that a version reads is no failed check, and what is no such response is nothing to it.
        let status = meta.status ?? 200
        if let reader = contracts[request.contract]?.failingEndpoint(ofStatus: status, at: request.endpoint) {
          guard reader == request.endpoint else { return nil }
        } else if request.statuses?.isRecordedOnly == true {
          return nil
        }
      }
      if let operation = meta.operation {
        guard operation == request.operation else { return nil }
        rank += 1
      }
      for (name, value) in meta.query ?? [:] {
        guard request.queryItems[name] == value else { return nil }
        rank += 1
      }
      return (Recording(file: file, meta: meta), rank)
    }
  }

  /// What came with a body.
  ///
  /// - Throws: ``Unusable`` with the file and what to write.
  static func meta(of file: RecordingFile) throws(Unusable) -> RecordingMeta {
    do { return try file.meta() } catch {
      let nearest = error.unknownMember.flatMap { nearestName(to: $0, in: RecordingMeta.memberNames) }
      let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
      throw Unusable(description: "\(file.metaFile.path): \(error.description)\(hint); see docs/recordings.md")
    }
  }

  private func response(_ recording: Recording, for request: ConcreteRequest) throws -> SourcedResponse {
    let status = recording.meta.status ?? 200
    let mask = mask(of: request.contract)
    if let outcome = Outcome.ofStatus(status, wasConditional: false, request.statuses) {
      let isDeclared = contracts[request.contract]?.authorization != nil
      let retryAfter = recording.meta.headers?.first { $0.key.lowercased() == "retry-after" }?.value
      let reason =
        request.statuses?.surprise(at: status)
        ?? statusReason(status, .recorded(isDeclared: isDeclared), retryAfter: retryAfter.map(mask.masked))
      return SourcedResponse(outcome: outcome, reason: reason, status: status, mask: mask)
    }
    if recording.meta.redaction == .shape {
      return SourcedResponse(outcome: .notChecked, reason: "only the structure of this response was kept", mask: mask)
    }
    do {
      var response = SourcedResponse(status: status, body: try recording.file.text(), mask: mask)
      if !request.readHeaders.isEmpty, let headers = recording.meta.headers {
        response.readHeaders = ReadHeaders(recorded: headers)
      }
      return response
    } catch {
      throw Unusable(description: "\(recording.file.body.path) cannot be read; check its permissions")
    }
  }
}
