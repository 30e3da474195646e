import DriftModel
import PayloadShape

/// Elements of the response's lists that a property of the domain values does not hold.
struct ListLoss {
  /// The property, which is a list.
  let property: String
  let isEssential: Bool
  /// The lists of the response that it is made of.
  let lists: [String]
  /// Elements of these lists that it does not hold.
  let lost: Int
  /// Elements of these lists.
  let total: Int

  /// `1 of 12 blocks of Page is missing; none was missing before`.
  func words(mapping: String, before: MappingStatistics.Losses?) -> String {
    let before = before?.usualWords ?? ""
    return "\(lost) of \(total) \(property) of \(mapping) \(lost == 1 ? "is" : "are") missing\(before)"
  }
}

extension Judgement {
  /// What the properties that are lists do not hold of the lists that they are made of, over several responses.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - parts: What one mapping of it did with each response.
  /// - Returns: Each property that is made of a list, also if nothing is lost.
  func listLosses(_ version: VersionInfo, _ parts: [MappingExamination]) -> [ListLoss] {
    let parts = parts.filter { !$0.lists.isEmpty }
    let properties = parts.flatMap(\.properties).filter { $0.elements != nil }
    guard !properties.isEmpty else { return [] }
    return properties.map(\.name).uniqued().compactMap { name in
      let lists = lists(of: name, mapping: parts[0].name, version, among: Set(parts.flatMap(\.lists.keys)))
      guard !lists.isEmpty else { return nil }
      var (lost, total) = (0, 0)
      for part in parts {
        guard let held = part.properties.first(where: { $0.name == name })?.elements else { continue }
        // They come from the worker, which nobody believes.
        let offered = lists.reduce(0) { ($0 + (part.lists[$1] ?? 0).bounded).bounded }
        (lost, total) = ((lost + max(0, offered - held)).bounded, (total + offered).bounded)
      }
      let isEssential = properties.contains { $0.name == name && $0.isEssential }
      return ListLoss(property: name, isEssential: isEssential, lists: lists, lost: lost, total: total)
    }
  }

  /// Whether a mapping of a version is declared essential.
  func isEssentialMapping(_ mapping: String, _ version: VersionInfo) -> Bool {
    outlines[version.id]?.contains { $0.name == mapping && $0.isEssential } ?? false
  }

  /// Whether a list of the response is what an essential mapping or property of a version is made of.
  func isEssentialList(_ path: String, _ version: VersionInfo) -> Bool {
    (outlines[version.id] ?? []).contains { $0.isEssential && $0.recordsPath == "\(path)[*]" }
      || facts(of: version).flatMap(\.mappings).contains { part in
        part.properties.contains { property in
          property.isEssential && property.elements != nil
            && lists(of: property.name, mapping: part.name, version, among: Set(part.lists.keys)).contains(path)
        }
      }
  }

  /// The lists that a property is made of: those without whose elements it is empty, as trials showed; where nothing was tried, as of
  /// the lists of elements, the one of its name.
  private func lists(
    of property: String, mapping: String, _ version: VersionInfo, among known: Set<String>
  ) -> [String] {
    let rows = (impact.value?.lineages ?? []).filter {
      $0.version == version.id && $0.mapping == mapping && $0.writes == nil && $0.endpoint == nil
    }.flatMap(\.paths)
    // A list that none of these responses holds is one all the same.
    let stored = mappings[version.id]?[mapping]?.elements[property]?.lists ?? []
    let tried = known.union(stored).intersection(
      rows.filter { $0.effects(of: .empty)?.contains(.property(property, .lost)) == true }.map(\.pattern))
    // Of lists inside each other the innermost holds what the property is made of.
    let innermost = tried.filter { list in !tried.contains { isPath(list, ancestorOf: $0) } }
    guard innermost.isEmpty else { return innermost.sorted() }
    guard stored.isEmpty else { return stored }
    func spelled(_ name: some StringProtocol) -> String { name.lowercased().replacing("_", with: "") }
    let dot = property.lastIndex(of: ".")
    let name = spelled(property[(dot.map(property.index(after:)) ?? property.startIndex)...])
    let outer = dot.map { lists(of: String(property[..<$0]), mapping: mapping, version, among: known) } ?? []
    let named = known.filter { list in
      guard list.lastIndex(of: ".").map({ spelled(list[list.index(after: $0)...]) == name }) ?? false else {
        return false
      }
      return outer.isEmpty || outer.contains { list.hasPrefix($0 + "[*].") }
    }
    return named.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { [$0] } ?? []
  }

  /// Whether elements are missing because the lists hold more than ever before, and not because of what they hold: some properties are
  /// made of the first three elements, or of different ones.
  func isOfGrowth(_ loss: ListLoss, _ version: VersionInfo) -> Bool {
    let isLonger = loss.lists.contains { list in
      let before = baseline?.statistics(at: list)?.longestArray ?? 0
      return examinations.contains { ($0.shape?.statistics(at: list)?.longestArray ?? 0) > before }
    }
    return isLonger && swallowedPaths(in: loss.lists, version).isEmpty
  }

  /// Findings about elements that the properties which are lists do not hold beyond what the baseline misses.
  func lostElementFindings(_ run: MappingRun) -> [Finding] {
    let comparable = listLosses(run.version, run.comparable)
    return listLosses(run.version, run.ran).compactMap { loss in
      guard loss.lost > 0, let statistics = run.statistics,
        let known = statistics.known(loss.property, madeOf: loss.lists),
        let part = comparable.first(where: { $0.property == loss.property })
      else { return nil }
      let excess = part.lost - MappingStatistics.tolerated(of: known, in: part.total)
      guard excess > 0, !isOfGrowth(part, run.version) else { return nil }
      let isPending = isPending(.elements(run.key, name: loss.property))
      let isMany = Double(excess) >= breakingShareOfRecords * Double(loss.total)
      let consequence: Consequence =
        isPending ? .none : loss.lost >= loss.total ? .everyRecordLost : isMany ? .manyRecordsLost : .recordsLost
      let causes = swallowedPaths(in: loss.lists, run.version)
      let paths = causes.isEmpty ? loss.lists : causes
      return finding(
        .lossElementDropped, costs: consequence, run.version, isEssential: loss.isEssential, path: paths[0],
        subject: "\(run.name).\(loss.property)",
        Rules.lossElementDroppedSentence(
          loss.words(mapping: run.name, before: loss.lost < loss.total ? known : nil))
      ) {
        $0.paths = Array(paths.dropFirst())
        $0.example = swallowedExample(at: paths[0], run.version)
        ($0.expected, $0.actual) = ("\(loss.total) \(loss.property)", "\(loss.total - loss.lost)")
        ($0.count, $0.total) = (loss.lost, loss.total)
        $0.mappings = [run.affected([loss.property], recordsIn: run.offered, recordsOut: run.made)]
        $0.hint = isPending ? Finding.pendingHint(after: known) : nil
        $0.state = isPending ? .pending : .open
      }
    }
  }

  /// Paths below lists at which a version's types go on without a value more often than before, the most frequent first; if there are
  /// none, where the response changed.
  func swallowedPaths(in lists: [String], _ version: VersionInfo) -> [String] {
    func isBelow(_ path: String) -> Bool { lists.contains { isPath($0, ancestorOf: path) } }
    let swallowed = swallowedLosses(facts(of: version), version).filter {
      isBelow($0.path) && $0.lost > MappingStatistics.tolerated(of: $0.known, in: $0.total)
    }
    if !swallowed.isEmpty { return swallowed.sorted { ($1.lost, $0.path) < ($0.lost, $1.path) }.map(\.path) }
    let changed = changes.filter { !$0.kind.isGrowth && $0.kind.aspect != .volume }
      .flatMap { [$0.path] + $0.paths }.filter { isBelow($0) && reads($0, version) != nil }
    return changed.count == 1 ? changed : []
  }

  private func swallowedExample(at path: String, _ version: VersionInfo) -> Finding.Example? {
    facts(of: version).flatMap(\.swallowed).first { $0.pattern == path }?.example
  }
}
