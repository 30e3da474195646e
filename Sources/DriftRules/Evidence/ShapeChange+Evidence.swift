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

  /// What a response that shows the change is worth: its surest path counts, with the chances of the topmost.
  var weight: EvidenceWeight? {
    let weights = samples.map(\.weight)
    guard var weight = weights.first else { return nil }
    weight.improbability = weights.map(\.improbability).min() ?? 1
    return weight
  }

  /// What a response that shows the change says of each of its subjects.
  var observations: [EvidenceObservation] { subjects.map(observation) }

  /// What a response that shows the change says of `subject`.
  func observation(of subject: EvidenceSubject) -> EvidenceObservation {
    let weight = weight ?? EvidenceWeight(improbability: 1)
    let fresh = samples.map { sample in sample.freshResponses.map(sample.records.checks) }
    var observation = EvidenceObservation(
      subject, share: total > 0 ? Double(count) / Double(total) : 1, weight,
      former: PendingChange.Former(
        responses: samples.first?.records.checks(of: formerResponses) ?? formerResponses, habit: weight.habit,
        freshResponses: fresh.compactMap(\.self).min() ?? 0))
    observation.former.isLate = samples.contains { $0.variability == .late }
    observation.isFresh = !fresh.isEmpty && fresh.allSatisfy { $0 != nil }
    (observation.variants, observation.isOfOptional) = (variants, isOfOptional)
    observation.isOfSameRecords = samples.first?.isOfSameRecords ?? false
    observation.renewal = samples.first?.records.renewal ?? 0
    observation.knownRecords = isTotal ? samples.first?.knownRecords ?? 0 : 0
    observation.isOfChangedRecords =
      isTotal && !samples.isEmpty && samples.allSatisfy { $0.isOfChangedRecords && $0.isOfAnyRecords }
    if kind == .valueAdded { observation.form = form }
    return observation
  }

  /// A change that stands for a pending one which the last check could not show, so that the baseline does not learn the new
  /// form in the meantime; `nil` if the baseline cannot learn it from such a response.
  public init?(standingFor pendingChange: PendingChange) {
    guard case .member(let path, let aspect) = pendingChange.subject, let kind = aspect.kindOfUnseen else { return nil }
    self.init(kind, path: path, before: "", after: "", count: 0, total: 0)
  }
}

extension EvidenceSubject {
  /// One aspect of the first of several paths.
  static func members(_ paths: [String], aspect: ValueAspect) -> [EvidenceSubject] {
    paths.prefix(ShapeChange.subjectPaths).map { .member(path: $0, aspect: aspect) }
  }
}
