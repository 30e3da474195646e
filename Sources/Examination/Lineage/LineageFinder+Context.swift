import ContractKit
import DriftModel
import Foundation
import JSONDocument

extension LineageFinder {
  /// The lineages of the values that the mapping takes from other responses, with paths in the other endpoint's
  /// response. The response itself is not perturbed.
  func findOfContext() async -> [Lineage] {
    guard case .mapping(let mapping, let context) = subject else { return [] }
    var lineages: [Lineage] = []
    for (name, source) in mapping.context.sorted(by: { $0.key < $1.key }) {
      guard case .response(let endpoint, let path) = source, let value = context[name],
        let text = try? JSONEncoder().encode(["value": value]), let stand = try? JSONDocument(Array(text)),
        let node = stand.firstChild(of: stand.root)
      else { continue }
      let reader = reader(mapping, context, replacing: name)
      guard let baseline = try? await Self.baseline(of: stand, reader) else { continue }
      let target = LineageScene.Target(
        pattern: path, readers: ["context \(name)"], knownValues: [], otherValues: [], node: node)
      let scene = LineageScene(document: stand, baseline: baseline, targets: [target], records: nil)
      var lineage = Lineage(
        version: version, mapping: mapping.name, paths: await LineageMatrix(scene: scene, reader: reader).paths())
      lineage.endpoint = endpoint
      lineages.append(lineage)
    }
    return lineages
  }

  /// A reader that maps the unperturbed response with another value in the context. It takes the value from a small
  /// document in place of the other response. If that is not a scalar, every record counts as dropped.
  private func reader(_ mapping: AnyMapping, _ context: MappingContext, replacing name: String) -> LineageReader {
    let response = Data(document.text)
    return LineageReader(properties: mapping.properties, trials: trials) { [reads] stand in
      guard let records = reads.records(of: mapping, in: response) else { return nil }
      guard let document = try? JSONDocument(Array(stand)), let node = document.firstChild(of: document.root),
        let other = document.scalarText(at: node)
      else { return records.map { _ in .dropped } }
      var values: [String: String] = [:]
      for key in mapping.context.keys { values[key] = key == name ? other : context[key] }
      return await MappingRunner(mapping: mapping, context: MappingContext(values)).outcomes(of: records)
    }
  }
}
