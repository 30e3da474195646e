/// The smallest piece of work that is journalled: a death is blamed on the unit that was begun last.
struct WorkUnit: Hashable, Sendable {
  /// What is done in it, in the order of a worker's life.
  enum Phase: String, Sendable {
    /// Parsing, the judge's parser, envelope, links; no author code.
    case text
    /// The author's decoder on the original bytes.
    case judge
    /// One mapping.
    case mapping
    /// One write over the values just read.
    case send
    /// One write of the response itself, without a change.
    case writeBack
    /// One aggregate.
    case join
    /// Our explanation as far as the bytes themselves tell: the first failure, and what was read.
    case narrate
    /// The rest of it, for which author initialisers run with placeholders and on texts that no response holds.
    case explore
    /// The response's shape; no author code.
    case shape
    /// Trials that tell which member is to blame for a loss.
    case blame
    /// Perturbed responses that tell what one mapping depends on.
    case lineage

    /// Whether a death in it is the app's; in the others it is a gap in our explanation.
    var isAuthorsOwn: Bool {
      self == .judge || self == .mapping || self == .send || self == .writeBack || self == .join
    }

    /// Whether it consists of records that can be left out one by one.
    var hasRecords: Bool { self == .mapping || self == .send }
  }

  let job: Int
  let phase: Phase
  let version: String?
  let name: String?
  /// Of trials of what a version would send: the writing endpoint.
  let writes: String?

  init(_ job: Int, _ phase: Phase, version: String? = nil, name: String? = nil, writes: String? = nil) {
    self.job = job
    self.writes = writes
    self.phase = phase
    self.version = version
    self.name = name
  }
}
