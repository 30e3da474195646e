import ContractKit
import Foundation
import JSONDocument
import PayloadShape
import Recording

/// What the recordings of each endpoint show together. Each file is read once as long as it stays the same.
public actor RecordingIndex {
  /// What one file shows.
  struct Shown: Sendable {
    var features: ResponseFeatures
    var kept: [String]
    var bytes: Int
  }

  /// What the recordings of one endpoint show.
  struct Summary: Sendable {
    var features = ResponseFeatures()
    /// Paths whose words are kept in some of them.
    var kept: Set<String> = []
    var (files, bytes) = (0, 0)
  }

  private struct Version: Hashable {
    let path: String
    let size: Int
    let changed: Date
  }

  private var shown: [Version: Shown] = [:]

  /// Nothing known yet.
  public init() {}

  /// The recordings of an endpoint that were made in any day's folder. Linear in their bytes, once for each file.
  ///
  /// - Parameters:
  ///   - folder: Where the recordings of the contract are.
  ///   - contract: Id of the contract.
  ///   - belongs: Whether a recording is one of the endpoint.
  /// - Returns: What they show together.
  func summary(
    in folder: RecordingsFolder, of contract: String, where belongs: (RecordingsFolder.Entry, RecordingMeta) -> Bool
  ) -> Summary {
    var summary = Summary()
    for entry in folder.entries(of: [contract]) {
      // What cannot be read is said by the commands that replay it.
      guard let meta = try? entry.file.meta(), belongs(entry, meta), let shown = self.shown(by: entry.file, meta) else {
        continue
      }
      summary.features.formUnion(shown.features)
      summary.kept.formUnion(shown.kept)
      summary.files += 1
      summary.bytes += shown.bytes
    }
    return summary
  }

  private func shown(by file: RecordingFile, _ meta: RecordingMeta) -> Shown? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.body.path)
    let version = Version(
      path: file.body.path, size: attributes?[.size] as? Int ?? 0,
      changed: attributes?[.modificationDate] as? Date ?? .distantPast)
    if let known = shown[version] { return known }
    guard let bytes = try? file.text(), let document = try? JSONDocument(bytes) else { return nil }
    let new = Shown(
      features: Self.features(of: document, PayloadShape(of: document), kept: meta.kept ?? [], meta.failures ?? []),
      kept: meta.kept ?? [], bytes: bytes.count)
    shown[version] = new
    return new
  }

  /// What a response shows.
  static func features(
    of document: JSONDocument, _ shape: PayloadShape, kept: some Sequence<String>, _ failures: [String]
  ) -> ResponseFeatures {
    var features = ResponseFeatures(of: shape)
    features.addWords(at: kept, in: document)
    features.addFailures(failures)
    return features
  }
}
