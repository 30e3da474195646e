import ContractKit
public import DriftModel
public import Examination
import Foundation
import JSONDocument
import Recording

extension RecordingCatalog {
  /// A recording that is no response to anybody.
  public struct NotJSON: Error, CustomStringConvertible {
    /// Which file, and why.
    public let description: String
  }

  /// Bodies that one worker gets at once: enough that its start does not matter, little enough that several fit into memory.
  private static let bytesPerBatch = 8 << 20
  private static let itemsPerBatch = 256

  /// Runs the app's code on recordings, several workers at once, and hands the facts on as they come.
  ///
  /// - Parameters:
  ///   - items: What is run; those that are not replayed are left out.
  ///   - versions: Only these versions; `nil`: all.
  ///   - examiner: Runs it.
  ///   - explains: Whether every response is explained; otherwise only those that some version does not decode.
  ///   - digestsValues: Whether each domain value gets a digest.
  ///   - bodies: What is run in place of each recording's own bytes, and `nil` for one that is left out; `nil`: all run as they are.
  ///   - take: Gets each item, the bytes of its body, and the facts. Items that were read come in no order.
  /// - Throws: What `take` throws, ``NotJSON``, and `CancellationError`.
  /// - Complexity: Linear in the bytes. At most two batches a processor are in memory.
  public static func examine(
    _ items: [Item], versions: Set<String>? = nil, with examiner: Examiner, explains: Bool,
    digestsValues: Bool = false, replacing bodies: ((Item) -> [UInt8]?)? = nil,
    take: (Item, Int, Examination) throws -> Void
  ) async throws {
    var context = RecordedContext(items)
    var pending = items.filter { $0.isReplayed && $0.endpoint != nil }[...]
    try await withThrowingTaskGroup(of: [(Item, Int, Examination)].self) { group in
      var running = 0
      func next() -> [(Item, Job)]? {
        var (batch, bytes): ([(Item, Job)], Int) = ([], 0)
        while let item = pending.first, bytes < bytesPerBatch, batch.count < itemsPerBatch {
          pending.removeFirst()
          guard let requested = item.groups.first, let body = bodies.map({ $0(item) }) ?? (try? item.entry.file.text())
          else { continue }
          let readers = item.versionInfos.map(\.id).filter { versions?.contains($0) ?? true }
          guard !readers.isEmpty else { continue }
          var job = Job(
            contract: requested.contract.id, endpoint: requested.endpoint.id, versions: readers,
            acceptWhen: requested.acceptWhen,
            isGraphQL: requested.request.graphQL != nil,
            context: context.values(for: item), body: body)
          job.showsPartialData = requested.endpoint.showsPartialData
          (job.onlyReads, job.digestsValues) = (!explains, digestsValues)
          batch.append((item, job))
          bytes += body.count
        }
        return batch.isEmpty ? nil : batch
      }
      func begin() {
        guard let batch = next() else { return }
        running += 1
        group.addTask {
          let facts = await examiner.examine(Batch(batch.map(\.1)))
          return zip(batch, facts).map { ($0.0, $0.1.bodies.reduce(0) { $0 + $1.count }, $1) }
        }
      }
      for _ in 0..<max(2, ProcessInfo.processInfo.activeProcessorCount) { begin() }
      while running > 0, let results = try await group.next() {
        running -= 1
        try Task.checkCancellation()
        begin()
        for (item, bytes, facts) in results {
          if case .notJSON(let reason) = facts.text {
            throw NotJSON(description: "\(item.entry.file.body.path) holds no JSON (\(reason)); mend or remove it")
          }
          try take(item, bytes, facts)
        }
      }
    }
  }
}

/// Values of recorded responses from which mappings of other recordings of the same time get their context.
struct RecordedContext {
  private let items: [RecordingCatalog.Item]
  private var known: [String: FoundValues] = [:]

  init(_ items: [RecordingCatalog.Item]) { self.items = items }

  /// The context of each mapping, by version, mapping and name.
  mutating func values(for item: RecordingCatalog.Item) -> [String: [String: [String: String]]] {
    var values: [String: [String: [String: String]]] = [:]
    for group in item.groups { values.merge(group.context(found(for: item, group))) { $1 } }
    return values
  }

  /// What the latest recordings up to the day of another one hold for it. Linear in their bytes, once for each day and endpoint.
  private mutating func found(for item: RecordingCatalog.Item, _ group: RequestGroup) -> FoundValues {
    let needs = group.needs.subtracting(group.endpoint.parents)
    guard !needs.isEmpty else { return FoundValues() }
    let key = "\(group.contract.id)/\(group.endpoint.id)/\(group.key.request) \(item.entry.day)"
    if let found = known[key] { return found }
    var found = FoundValues()
    for id in needs {
      let parents = items.filter {
        $0.entry.contract == group.contract.id && $0.endpoint == id && $0.isReplayed
          && $0.entry.day <= item.entry.day
      }
      guard let parent = parents.last, let wanted = parent.groups.first?.wanted,
        let text = try? parent.entry.file.text(),
        let document = try? JSONDocument(text)
      else { continue }
      for (path, values) in wanted {
        let texts = ((try? JSONPath(path))?.nodes(in: document) ?? []).compactMap(document.scalarText)
        found.set(
          Array(texts.prefix(values.most)), at: path, of: EndpointID(contract: group.contract.id, endpoint: id))
      }
    }
    known[key] = found
    return found
  }
}
