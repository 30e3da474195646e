/// How much must be seen before a difference is believed. `docs/evidence.md` has the simulation that holds these figures against what
/// really happens; each was chosen once and for all APIs.
public enum EvidencePolicy {
  /// Findings at warning or above that a steady API may cause by chance, for each response: the rate that is promised to readers.
  /// A team with 20 endpoints that are checked every 15 minutes gets one false warning in seven weeks at most.
  public static let falseFindingsPerResponse = 1e-5
  /// Responses after which a change that was not confirmed is ordinary: what shows in one response of ten has shown ten times by then,
  /// which is proof enough after any history.
  public static let confirmationResponses = 100

  /// The least rate at which something optional is thought to show. Rarer ones are seen once in 10,000 responses, three months of a
  /// check every 15 minutes, and nobody can tell them from a change.
  static let rarestRate = 1e-4
  /// Records of one response that count as independent of each other, if the baseline knows them. Records change together, so that
  /// more of them weigh no more; twenty that all changed outweigh any prior after twenty responses.
  static let recordsPerResponse = 20.0
  /// The same of records that the baseline has not seen, or that nothing tells apart: those of one response are often of one
  /// kind, such as the eight evolutions of one animal. With three, a list of them is worth three objects that stand alone.
  static let unknownRecordsPerResponse = 3.0
  /// Records in a row of which a mapping makes no value, from which on that is a loss of everything and waits for nothing: of a mapping
  /// that leaves out a tenth by design, once in 100,000.
  static let recordsOfTotalLoss = 5
  /// How much rarer the responses after a first observation must be together, since they are weighed anew at each of them. The tests are
  /// of the same growing sample, so that a hundred of them are worth about log(100) independent ones at most; in simulations, three.
  static let repeatedChecks = 3.0
  /// How much rarer than that a row of responses must be that each show it in a few of many new records: what is published together
  /// is alike, and so are responses that follow each other. With ten, four such responses in a row after forty confirm a change.
  static let alikeResponses = 10.0
  /// Probability that any of an endpoint's values has another type or format that its responses did not show yet: about one in 3,000
  /// of the members of the recorded APIs, which is far rarer than members that are optional or null.
  static let hiddenTypeProbability = 3e-4
  /// Least share of an endpoint's members that are thought to be optional or nullable though none was seen to be.
  static let leastOptionalShare = 0.1
  /// Runs of absences of an optional member that begin for each one that is weighed: any absence may begin a run, and a member that
  /// is there in at least half of the responses is absent at most every second time.
  static let chancesOfRuns = 10.0
}
