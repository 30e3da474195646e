/// What a comparison counted at one path where it found a change: the facts that evidence is made of, without any probability.
public struct ChangeSample: Sendable, Equatable {
  /// Occurrences of the changed form, elements of one array as one.
  public var count: Int
  /// Occurrences that could have shown it, counted in the same way.
  public var total: Int
  /// Occurrences of the former state in the baseline, in all responses behind it.
  public var former: Int
  /// Responses behind the baseline that showed the former state.
  public var formerResponses: Int
  /// How such a form varies.
  public var variability: Variability
  /// The records that show the change, and those that the baseline knows.
  public var records: RecordOverlap
  /// Of ``formerResponses``, those that were learned; each of the others equalled the one before. `nil`: all were.
  public var learnedResponses: Int?
  /// At most twelve records are known by what they last held. Of these, those that had what none has now, and are here without it.
  public var deprived = 0
  /// Members of the baseline that could show such a change.
  public var members = 1
  /// Share of them that may be absent or null, 0 to 1.
  public var optionalShare = 0.0

  /// Counts of one path.
  public init(
    count: Int, total: Int, former: Int, formerResponses: Int, variability: Variability = .optional,
    records: RecordOverlap = RecordOverlap()
  ) {
    (self.count, self.total, self.former, self.formerResponses) = (count, total, former, formerResponses)
    (self.variability, self.records) = (variability, records)
  }

  /// Whether it is some records among many that are polled again and again, so that the next response shows the same without
  /// telling more.
  ///
  /// All of them are some where others showed it before and new ones came: the last record that did not may have gone.
  public var isOfSameRecords: Bool {
    guard records.polledAgain > 0 else { return false }
    return count < total || 2 * total < records.polledAgain || isPartial && records.mayHaveNewcomers
  }

  /// Whether several records lost together what they had, and did not just make room for others without it. Two may lose it one after
  /// the other between two checks.
  public var isOfChangedRecords: Bool { deprived > 2 && 2 * total >= records.polledAgain }

  /// Whether the records are new, as those of each response before were.
  public var areNewEachTime: Bool {
    records.areNewEachTime && 3 * (learnedResponses ?? formerResponses) >= 2 * formerResponses
  }

  /// Whether a part of the former occurrences was affected too.
  private var isPartial: Bool {
    switch variability {
    case .partial, .habitual: true
    case .optional, .steady, .wholeResponses, .late, .vocabulary: false
    }
  }

  /// Responses of the baseline that showed the former state in other records than the ones before, if it is seen in new records now;
  /// `nil` if records are polled again, or nothing tells them apart.
  public var freshResponses: Int? {
    switch variability {
    case .optional, .steady, .partial: records.freshResponses
    case .habitual, .wholeResponses, .late, .vocabulary: nil
    }
  }

  /// In how many of the baseline's responses nothing was of the usual form.
  public struct WholeResponses: Sendable, Equatable {
    /// Responses that held what could be of it, and nothing that was.
    public var lacking: Int
    /// Responses that held what could be of it.
    public var all: Int

    /// Counts of one path.
    public init(lacking: Int, all: Int) { (self.lacking, self.all) = (max(0, lacking), all) }

    /// Without so many that lacked it.
    func leavingOut(_ excused: Int) -> WholeResponses {
      WholeResponses(lacking: lacking - excused, all: max(1, all - excused))
    }

    /// Whether at most half of them lacked it.
    var areFew: Bool { 2 * lacking <= all }
  }

  /// How a form varies before anything is seen of it.
  public enum Variability: Sendable, Equatable {
    /// Members and nulls come and go in many APIs.
    case optional
    /// Types and formats hardly ever vary.
    case steady
    /// So many of the former occurrences were affected too.
    case partial(affected: Int)
    /// All objects of a response became of another variant together.
    case wholeResponses
    /// The former state came later than the responses began and stayed, and now it is gone from all of a response.
    case late
    /// The form was mostly there, and missing from this share of the objects; in how many responses from all of them, if that
    /// was counted.
    case habitual(absent: Double, responses: WholeResponses?)
    /// So many new values of a set that looks closed, of which so many were seen only once.
    case vocabulary(new: Int, rare: Int)
  }
}
