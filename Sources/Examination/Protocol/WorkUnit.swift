/// The smallest piece of work that is journalled. A crash is blamed on the unit that was begun last.
struct WorkUnit: Hashable, Sendable {
  /// The kinds of work, in the order in which a worker does them.
  enum Phase: String, Sendable {
    /// Parsing, envelope and links, without author code.
    case text
    /// The author's decoder on the original bytes.
    case judge
    /// One mapping.
    case mapping
    /// The request bodies that one write makes of the values just read.
    case send
    /// One write of the response itself, without a change.
    case writeBack
    /// One aggregate.
    case join
    /// The explanation without placeholders: the first failure, and what was read.
    case explain
    /// The rest of the explanation. Author initialisers run with placeholders and on texts that no response holds.
    case explore
    /// The response's shape, without author code.
    case shape
    /// Trials that find which member is to blame for a loss.
    case blame
    /// Perturbed responses that show what one mapping depends on.
    case lineage

    /// Whether a crash in it is the app's. In the other phases it is only a gap in our explanation.
    var isAuthorsOwn: Bool {
      self == .judge || self == .mapping || self == .send || self == .writeBack || self == .join
    }

    /// Whether single records of it can be left out.
    var hasRecords: Bool { self == .mapping || self == .send }
  }

  let job: Int
  let phase: Phase
  let version: String?
  let name: String?
  /// For trials of what a version would send: the endpoint that it writes to.
  let writes: String?

  init(_ job: Int, _ phase: Phase, version: String? = nil, name: String? = nil, writes: String? = nil) {
    self.job = job
    self.writes = writes
    self.phase = phase
    self.version = version
    self.name = name
  }
}
