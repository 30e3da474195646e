public import DriftModel
public import PayloadShape

extension ShapeChange {
  /// A change that may be seen at many paths counts as evidence at the first ones.
  static let subjectPaths = 9

  /// What it is evidence of, at each of its first paths: some of them may be well again before others.
  public var subjects: [EvidenceSubject] {
    EvidenceSubject.members([path] + paths, aspect: kind.aspect)
  }

  /// What it is evidence of at its first path: the same while a member goes missing from ever more records.
  public var subject: EvidenceSubject { .member(path: path, aspect: kind.aspect) }

  /// The change at those of its paths that are still in question, and at all further ones with them; `nil` if none is.
  public func part(_ isOpen: (EvidenceSubject) -> Bool) -> ShapeChange? {
    let (subjects, all) = (subjects, [path] + paths)
    let kept = all.indices.filter { $0 >= subjects.count || isOpen(subjects[$0]) }
    guard let first = kept.first, first < subjects.count else { return nil }
    var part = self
    part.path = all[first]
    part.paths = kept.dropFirst().map { all[$0] }
    return part
  }

  /// What a response that shows the change says of each of its subjects.
  public var observations: [PendingChange.Observation] { subjects.map(observation) }

  /// What a response that shows the change says of `subject`.
  func observation(of subject: EvidenceSubject) -> PendingChange.Observation {
    var observation = PendingChange.Observation(
      subject, share: total > 0 ? Double(count) / Double(total) : 1, improbability: improbability, prior: prior,
      history: baselineDocuments, habit: habit, trials: trials, isOfSameRecords: isOfSameRecords)
    (observation.variants, observation.isOfOptional, observation.freshHistory) = (
      variants, isOfOptional, freshResponses
    )
    if kind == .valueAdded { observation.form = form }
    return observation
  }

  /// A change that stands for a pending one which the last check could not show, so that the baseline does not learn the new
  /// form in the meantime; `nil` if the baseline cannot learn it from such a response.
  public init?(standingFor pendingChange: PendingChange) {
    guard case .member(let path, let aspect) = pendingChange.subject, let kind = aspect.kindOfUnseen else { return nil }
    self.init(
      kind, path: path, before: "", after: "", count: 0, total: 0, baselineCount: 0, improbability: 1, isTotal: true)
  }
}

extension EvidenceSubject {
  /// One aspect of the first of several paths.
  static func members(_ paths: [String], aspect: ValueAspect) -> [EvidenceSubject] {
    paths.prefix(ShapeChange.subjectPaths).map { .member(path: $0, aspect: aspect) }
  }
}
