public import Foundation
public import Recording

/// What a round does to keep responses as recordings.
public struct RecordingPlan: Sendable {
  /// Where the recordings of each contract go, by contract id; those of others are not kept.
  public var folders: [String: RecordingsFolder]
  /// The most recordings of one endpoint, and the most bytes of their bodies.
  public var (mostFiles, mostBytes) = (20, 5 << 20)
  /// Member names that stay, because code that is not among the contracts asks for them.
  public var names: Set<String>
  /// What is known of the recordings that are there.
  let index: RecordingIndex

  /// A plan with the usual bounds.
  ///
  /// - Parameters:
  ///   - folders: By contract id.
  ///   - names: Member names that stay, because code that is not among the contracts asks for them.
  ///   - index: Of earlier rounds of this process, so that the files are not read again.
  public init(
    folders: [String: RecordingsFolder], names: Set<String> = [], index: RecordingIndex = RecordingIndex()
  ) {
    (self.folders, self.names, self.index) = (folders, names, index)
  }
}

/// What became of a response that was to be kept.
public struct RecordingResult: Sendable, Equatable {
  /// Contract and endpoint.
  public var contract: String
  /// See ``contract``.
  public var endpoint: String
  /// What became of it.
  public var outcome: Outcome

  /// What became of a response.
  public enum Outcome: Sendable, Equatable {
    /// It is in this file, with redacted values; some paths kept theirs, because code reads the words.
    case kept(file: URL, words: [String])
    /// Its structure alone is in this file, for this reason.
    case structure(file: URL, reason: String)
    /// Recordings that are there already show all that it shows.
    case known
    /// There are as many recordings as there may be, or as large ones.
    case full(files: Int, bytes: Int)
    /// It could not be kept, for this reason.
    case failed(reason: String)
    /// A file could not be written, or those that are there could not be read, for this reason.
    case unwritable(reason: String)
  }
}
