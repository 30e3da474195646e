import ContractKit
import DriftModel
import Foundation
import JSONDocument

extension Worker {
  /// The lineage of every mapping of every version that reads a response, or of the aggregate that is made of several.
  func findLineages(_ job: Int) async {
    let item = order.items[job]
    guard let contract = contract(of: job), responses[job].indices.contains(item.part) else { return }
    for id in item.versions {
      guard let version = contract.version(id), let reads = version.reads(item.endpoint) else { continue }
      for (unit, subject) in subjects(job, version, reads) {
        await perform(unit) {
          .traced(unit, await lineages(unit, reads, subject, body: responses[job][item.part].data))
        }
      }
    }
  }

  private func subjects(_ job: Int, _ version: Version, _ reads: AnyReads) -> [(WorkUnit, LineageSubject)] {
    let item = order.items[job]
    func unit(_ name: String, writes: String? = nil) -> WorkUnit {
      WorkUnit(job, .lineage, version: version.id, name: name, writes: writes)
    }
    if let name = item.join {
      guard let join = version.joins.first(where: { $0.name == name }) else { return [] }
      return [(unit(name), .join(join, bodies: responses[job].map(\.data), part: item.part))]
    }
    var subjects: [(WorkUnit, LineageSubject)] = reads.mappings.isEmpty ? [(unit(""), .decoding)] : []
    for mapping in reads.mappings {
      let context = order.context(of: mapping, job: job, version: version.id)
      subjects.append((unit(mapping.name), .mapping(mapping, context)))
      for send in version.sends where send.domainTypeName == mapping.domainTypeName {
        subjects.append((unit(mapping.name, writes: send.endpoint), .request(mapping, context, send)))
      }
    }
    for part in version.writesBack where part.endpoint == item.endpoint {
      subjects.append((unit("", writes: part.target), .writeBack(part)))
    }
    return subjects
  }

  private func lineages(_ unit: WorkUnit, _ reads: AnyReads, _ subject: LineageSubject, body: Data) async -> [Lineage] {
    let version = unit.version ?? ""
    func unavailable(_ reason: String) -> Lineage {
      var lineage = Lineage(version: version, mapping: subject.name, unavailable: reason)
      lineage.writes = subject.writes
      return lineage
    }
    do {
      let document = try JSONDocument(Array(body))
      let trials = trials(of: unit)
      // A request body depends on fewer paths than a domain value, so a smaller part of a large response is enough.
      if subject.writes != nil { trials.bounds.bytes /= 4 }
      let finder = LineageFinder(
        version: version, reads: reads, subject: subject, document: document, trials: trials)
      return [try await finder.find()] + (await finder.findOfContext())
    } catch let error as LineageUnavailable {
      var lineage = unavailable(error.reason)
      lineage.awaitsOtherResponse = error.awaitsOtherResponse
      return [lineage]
    } catch {
      return [unavailable("our parser does not read the response")]
    }
  }
}
