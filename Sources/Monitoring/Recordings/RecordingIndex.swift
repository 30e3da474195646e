import ContractKit
import Foundation
import JSONDocument
import PayloadShape
import Recording
import System

/// What the recordings of each endpoint show together. Each file is read once as long as it stays the same.
public actor RecordingIndex {
  /// What one file shows.
  struct Shown: Sendable {
    var features: ResponseFeatures
    var kept: [String]
    var bytes: Int
    /// Of a recording that somebody wrote, what it is the whole of.
    var identity: Identity?
  }

  /// A response as it came: its status and the digest of its body.
  struct Identity: Hashable, Sendable {
    let status: Int
    let body: ContentDigest
  }

  /// What the recordings of one endpoint show.
  struct Summary: Sendable {
    var features = ResponseFeatures()
    /// Paths whose words are kept in some of them.
    var kept: Set<String> = []
    var (files, bytes) = (0, 0)
    /// Responses that are recorded as they came. Nobody noted what failed of them, so that nothing but themselves tells that they are known.
    var whole: Set<Identity> = []
  }

  private struct Version: Hashable {
    let path: String
    let size: Int
    let changed: Date
  }

  private struct Place: Hashable {
    let folder: RecordingsFolder
    let contract: String
  }

  private var metas: [Version: RecordingMeta] = [:]
  private var shown: [Version: Shown] = [:]
  private var words: [Version: (paths: Set<String>, features: ResponseFeatures)] = [:]
  /// What is in a folder, as a round found it.
  private var listings: [Place: (round: UUID, entries: [(RecordingsFolder.Entry, Version)])] = [:]

  /// Nothing known yet.
  public init() {}

  /// The recordings of an endpoint that were made on any day.
  ///
  /// - Parameters:
  ///   - folder: Where the recordings of the contract are.
  ///   - contract: Id of the contract.
  ///   - round: Who asks; folders are looked through once for each.
  ///   - belongs: Whether a recording is one of the endpoint.
  /// - Returns: What they show together.
  /// - Complexity: Linear in the recordings of the contract. Of each file the meta data are read once by a process, and of those that belong the
  ///   bytes.
  func summary(
    in folder: RecordingsFolder, of contract: String, for round: UUID,
    where belongs: (RecordingsFolder.Entry, RecordingMeta) -> Bool
  ) -> Summary {
    var summary = Summary()
    var written: [(RecordingFile, Version)] = []
    for (entry, version) in listing(of: Place(folder: folder, contract: contract), for: round) {
      // What cannot be read is said by the commands that replay it.
      guard let meta = meta(of: entry.file, version), belongs(entry, meta),
        let shown = shown(by: entry.file, meta, version)
      else { continue }
      summary.features.formUnion(shown.features)
      summary.kept.formUnion(shown.kept)
      summary.files += 1
      summary.bytes += shown.bytes
      guard let identity = shown.identity else { continue }
      summary.whole.insert(identity)
      written.append((entry.file, version))
    }
    // Their words are all the provider's own, and nothing beside them says which of these code reads.
    for (file, version) in written where !summary.kept.isEmpty {
      summary.features.formUnion(words(of: file, version, at: summary.kept))
    }
    return summary
  }

  /// Notes a recording that was just made.
  func note(_ entry: RecordingsFolder.Entry, in folder: RecordingsFolder) {
    listings[Place(folder: folder, contract: entry.contract)]?.entries.append((entry, Self.version(of: entry.file)))
  }

  private func listing(of place: Place, for round: UUID) -> [(RecordingsFolder.Entry, Version)] {
    if let known = listings[place], known.round == round { return known.entries }
    let entries = place.folder.entries(of: [place.contract]).map { ($0, Self.version(of: $0.file)) }
    listings[place] = (round, entries)
    return entries
  }

  private static func version(of file: RecordingFile) -> Version {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.body.path)
    return Version(
      path: file.body.path, size: attributes?[.size] as? Int ?? 0,
      changed: attributes?[.modificationDate] as? Date ?? .distantPast)
  }

  private func meta(of file: RecordingFile, _ version: Version) -> RecordingMeta? {
    if let known = metas[version] { return known }
    let new = try? file.meta()
    metas[version] = new
    return new
  }

  private func shown(by file: RecordingFile, _ meta: RecordingMeta, _ version: Version) -> Shown? {
    if let known = shown[version] { return known }
    guard let bytes = try? file.text(), let document = try? JSONDocument(bytes) else { return nil }
    let new = Shown(
      features: Self.features(of: document, PayloadShape(of: document), kept: meta.kept ?? [], meta.failures ?? []),
      kept: meta.kept ?? [], bytes: bytes.count,
      identity: meta.redaction == nil ? Identity(status: meta.status ?? 200, body: ContentDigest(bytes)) : nil)
    shown[version] = new
    return new
  }

  /// The words of a file at some paths; it is read again only where they are others than before.
  private func words(of file: RecordingFile, _ version: Version, at paths: Set<String>) -> ResponseFeatures {
    if let known = words[version], known.paths == paths { return known.features }
    guard let bytes = try? file.text(), let document = try? JSONDocument(bytes) else { return ResponseFeatures() }
    var features = ResponseFeatures()
    features.addWords(at: paths, in: document)
    words[version] = (paths, features)
    return features
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
