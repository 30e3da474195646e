import ContractKit
import DriftModel
import Foundation
import JSONDocument
import TracingDecoder

/// Finds by trials what happens to a mapping's results if a value of the response is perturbed.
///
/// The response is perturbed as text, decoded by the app's own decoder, and mapped record by record. The same code,
/// response and limits give the same lineage, unless it takes so long that the trials end. The app's initialisers and mappings run some hundred times on perturbed
/// responses, and may stop the process.
struct LineageFinder {
  let version: String
  let reads: AnyReads
  let subject: LineageSubject
  /// The representative response.
  let document: JSONDocument
  let trials: TrialLog
  /// Paths beyond this number are left out.
  var maximumPaths = 400
  /// Whether a smaller copy is tried first.
  var isPruning = true

  /// The lineage; the paths for which the bytes or the time of all trials do not suffice are named as not tried.
  ///
  /// - Throws: ``LineageUnavailable`` if there is nothing to compare with.
  func find() async throws(LineageUnavailable) -> Lineage {
    if let (mapping, context) = subject.mapping {
      let missing = mapping.context.keys.filter { context[$0] == nil }.sorted()
      guard missing.isEmpty else {
        throw LineageUnavailable(
          reason: "no value for \(missing.joined(separator: ", ")) from another response", awaitsOtherResponse: true)
      }
    }
    let (type, decoder) = subject.decoding(reads)
    func open<T: Decodable>(_ type: T.Type) -> DecodingTrace { TracingDecoder.trace(type, in: document, like: decoder) }
    let trace = open(type)
    switch trace.verdict {
    case .decoded: break
    case .failed: throw LineageUnavailable(reason: "the response does not decode as \(reads.typeName)")
    case .notMirrored(let reason): throw LineageUnavailable(reason: reason)
    }
    let reader = subject.reader(reads, trials)
    guard let baseline = try await Self.baseline(of: document, reader) else {
      throw LineageUnavailable(reason: "the records of \(subject.name) are others each time the response is decoded")
    }
    var scene = LineageScene(document: document, baseline: baseline, targets: [], records: records(baseline))
    let kept = zip(scene.records ?? [], baseline.readings).map { (node: $0, isKept: $1.properties != nil) }
    let (targets, unexercised) = LineageScene.targets(of: trace, in: document, keptIn: kept)
    scene.targets = Array(targets.prefix(maximumPaths))
    var isPruned = false
    if isPruning, let copy = try await pruned(scene, reader) { (scene, isPruned) = (copy, true) }
    let chooser = AlterationChooser(document: scene.document, trials: trials) { data in
      func decode<T: Decodable>(_ type: T.Type) -> Any? {
        try? subject.decoding(reads).decoder.decode(type, from: data)
      }
      return decode(type)
    }
    var paths = await LineageMatrix(scene: scene, reader: reader, chooser: chooser).paths()
    // A value that depends on a clock of whole seconds may have been equal in the first runs.
    if trials.beginPass(), let last = try? await reader.run(scene.document.text, isPerturbed: false).readings,
      scene.baseline.mask(last)
    {
      paths = await LineageMatrix(scene: scene, reader: reader, chooser: chooser).paths()
    }
    let tried = Set(paths.map(\.pattern))
    var lineage = Lineage(
      version: version, mapping: subject.name, paths: paths, unexercised: unexercised,
      untried: targets.map(\.pattern).filter { !tried.contains($0) }, isPruned: isPruned)
    lineage.writes = subject.writes
    return lineage
  }

  /// Decodes and maps the response twice, to detect random values.
  static func baseline(of document: JSONDocument, _ reader: LineageReader) async throws(LineageUnavailable)
    -> LineageBaseline?
  {
    var runs: [[LineageReading]] = []
    for _ in 0..<2 {
      guard let run = try? await reader.run(document.text, isPerturbed: false) else { return nil }
      if case .ended(let ending) = run {
        throw LineageUnavailable(
          reason: "the app's code \(ending == .crash ? "ended the process" : "did not end") on the response as it is")
      }
      guard let readings = run.readings else { return nil }
      runs.append(readings)
    }
    return LineageBaseline(runs)
  }

  /// The values of the document that are the records; nil if their number differs from that of the records.
  private func records(_ baseline: LineageBaseline) -> [JSONNode]? {
    let nodes = subject.recordsPath.flatMap { try? JSONPath($0) }?.nodes(in: document) ?? []
    return nodes.count == baseline.readings.count ? nodes.sorted { $0.index < $1.index } : nil
  }

  // MARK: - The smaller copy

  /// The same scene with fewer elements; nil if nothing can be left out, or if the copy behaves differently.
  private func pruned(_ scene: LineageScene, _ reader: LineageReader) async throws(LineageUnavailable) -> LineageScene?
  {
    guard let copy = LineagePruner.prune(scene.document, keeping: scene.targets.map(\.node)),
      let baseline = try await Self.baseline(of: copy.document, reader), isAlike(baseline, copy, scene, reader)
    else { return nil }
    var targets: [LineageScene.Target] = []
    for var target in scene.targets {
      guard let node = copy.node(for: target.node) else { return nil }
      target.node = node
      targets.append(target)
    }
    return LineageScene(
      document: copy.document, baseline: baseline, targets: targets,
      records: scene.records?.compactMap { copy.node(for: $0) })
  }

  /// Whether each record of the copy has the same result as in the whole response, apart from collections.
  private func isAlike(
    _ baseline: LineageBaseline, _ copy: LineagePruner.Copy, _ scene: LineageScene, _ reader: LineageReader
  ) -> Bool {
    let whole = scene.baseline
    let kept = whole.readings.indices.filter { index in scene.records.map { copy.holds($0[index]) } ?? true }
    // "All records lost" needs at least two, so the copy must have two if the response has.
    guard kept.count == baseline.readings.count, min(whole.made, 2) == min(baseline.made, 2) else { return false }
    return zip(kept, baseline.readings.indices).allSatisfy { index, position in
      switch (whole.readings[index].properties, baseline.readings[position].properties) {
      case (nil, nil): true
      case (let one?, let other?):
        one.count == other.count
          && one.values.allSatisfy { sample in
            guard let twin = other[sample.name] else { return false }
            return whole.isUnstable(LineageBaseline.RecordProperty(record: index, property: sample.name))
              || sample.state == twin.state && (reader.isCollection(sample.name) || sample.text == twin.text)
          }
      default: false
      }
    }
  }
}
