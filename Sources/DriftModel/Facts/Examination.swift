public import PayloadShape

/// Everything that was learned from one response in the worker: facts, no judgement; the only thing that leaves the worker.
public struct Examination: Codable, Sendable, Equatable {
  /// What the judge's parser says of the text.
  public var text: TextVerdict
  /// What RFC 8259 forbids but Foundation lets pass.
  public var notices: [TextNotice]
  /// What the provider says of the resource beside the body; added by who fetched it.
  @Sparse public var providerNotices: [ProviderNotice]
  /// Errors that a GraphQL response reports beside its data, if they are no failure.
  @Sparse public var partialErrors: [PartialError]
  /// Whether the response's envelope says success.
  public var envelope: EnvelopeVerdict
  /// Scalar values found at the JSONPaths that were asked for (links, sample ids, context), by JSONPath, distinct, in order.
  public var links: [String: [String]]
  /// The response's shape; `nil` for text that is not JSON, and in facts that are carried forward.
  public var shape: PayloadShape?
  /// Whether the response held less than half of what the baseline knows, such as an empty list. Equal responses are no evidence
  /// about what they do not hold.
  @Sparse public var isSparse: Bool
  /// One entry for each version that reads the endpoint.
  public var versions: [VersionExamination]
  /// Why parts of the explanation are missing, in plain words; empty when it is complete.
  public var incomplete: [String]

  /// Facts of one response.
  public init(
    text: TextVerdict = .json, notices: [TextNotice] = [], envelope: EnvelopeVerdict = .accepted,
    links: [String: [String]] = [:], shape: PayloadShape? = nil, versions: [VersionExamination] = [],
    incomplete: [String] = []
  ) {
    (self.text, self.notices, self.envelope, self.links) = (text, notices, envelope, links)
    (self.shape, self.versions, self.incomplete) = (shape, versions, incomplete)
  }
}

/// What the judge's parser says of a text.
public enum TextVerdict: Codable, Sendable, Equatable {
  /// It is JSON to Foundation's parser.
  case json
  /// It is not; `reason` says where (line, column) and what was expected, in one line.
  case notJSON(reason: String)
  /// Examination of the text itself crashed or timed out.
  case notExamined(reason: String)
}

/// A peculiarity of the text.
public struct TextNotice: Codable, Sendable, Equatable {
  /// What it is, in a few words: `duplicate member names`.
  public var kind: String
  /// How often.
  @Count public var count: Int
  /// Byte offset of the first, from 0.
  @Count public var byteOffset: Int

  /// A peculiarity of the text.
  public init(kind: String, count: Int, byteOffset: Int) {
    (self.kind, self.count, self.byteOffset) = (kind, count, byteOffset)
  }
}

/// Whether a response's envelope says success.
public enum EnvelopeVerdict: Codable, Sendable, Equatable {
  /// It does, or no condition was declared.
  case accepted
  /// It says failure; `message` is the provider's own, shortened.
  case refused(message: String)
}

/// How a piece of author code ended.
public enum Execution: Codable, Sendable, Equatable {
  /// It returned.
  case succeeded
  /// It threw; `message` is one line.
  case failed(message: String)
  /// The process crashed in it.
  case crashed(reason: String)
  /// It did not end within `seconds`, and not within twice that when run once more alone.
  case timedOut(seconds: Double)
  /// It was not run.
  case notRun(reason: String)

  /// Whether it returned.
  public var hasSucceeded: Bool { self == .succeeded }
}

extension Execution {
  /// Whether it was run and ended in some way.
  package var isVerdict: Bool { if case .notRun = self { false } else { true } }
}
