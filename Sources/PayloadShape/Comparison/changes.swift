/// What changed between a baseline and an observation.
///
/// Pure: the same shapes give the same changes. Never a change: another order or spelling, whole numbers where fractions
/// were, null that becomes a value, a first element after empty arrays, an optional member that is absent, more
/// records or somewhat fewer, new values of an open set, names of a map whose names are data, and whatever lies below an absent parent.
///
/// - Parameters:
///   - baseline: What was seen before, merged over its responses. An empty shape knows nothing, so nothing changed.
///   - observed: What was seen now.
///   - asWhole: Whether a response that is another object altogether is one change and not one of each member: where nobody is known to
///     read members.
///   - repetition: Responses for each document of the baseline: more than 1 where responses that equalled the one before were
///     not learned from anew. They are evidence all the same.
/// - Returns: One change for each thing that changed, sorted by path in UTF-8 order, then by kind.
public func changes(
  from baseline: PayloadShape, to observed: PayloadShape, asWhole: Bool = false, repetition: Double = 1
) -> [ShapeChange] {
  // A map that only one side, or only both together, recognize by its names is a map on both sides.
  let (observed, overfull) = observed.fitted(to: baseline, repetition: repetition)
  let both = baseline.root.merged(with: observed.root)
  let old = baseline.root.aligned(with: both)
  let new = observed.root.aligned(with: both)
  let folded = DataMap.folded(old, new)
  let comparison = ShapeComparison(folded.old, folded.new, overfull: overfull, repetition: repetition)
  let found = MoveMatcher.hinted(comparison.found, old: folded.old, new: folded.new)
  return ChangeGrouping.group(asWhole ? comparison.replacing(found) : found, baseline: folded.old)
}
