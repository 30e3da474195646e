import ContractKit
import DriftModel
import Foundation
import JSONDocument

/// Decodes a response and encodes it again, as a version does that writes it back, and compares the bodies with the
/// response. Nothing is sent.
struct WriteBackRunner {
  let part: AnyWritesBack

  /// Runs the write. `document` is nil if our parser refuses the response, so that nothing can be compared.
  func run(on data: Data, document: JSONDocument?) -> WriteBackExamination {
    var facts = WriteBackExamination(of: part)
    guard let document else {
      facts.execution = .notRun(reason: "Foundation may read this text, our parser does not")
      return facts
    }
    facts.execution = .succeeded
    do {
      let bodies = try part.bodies(data)
      facts.offered = bodies.count
      var texts: [[UInt8]] = []
      var failed: Set<Int> = []
      for (index, body) in bodies.enumerated() {
        do {
          texts.append(Array(try body.get()))
        } catch {
          failed.insert(index)
          facts.thrown.count(describe(error))
        }
      }
      facts.made = texts.count
      guard let differences = try differences(of: document, texts, failed: failed) else {
        // Earlier results for this write stay valid.
        facts.execution = .notRun(reason: "which records the bodies were made of is not known")
        return facts
      }
      facts.differences = differences
    } catch {
      facts.offered = max(1, facts.offered)
      facts.thrown.count(describe(error))
    }
    return facts
  }

  /// How the bodies differ from the records that they were made of; nil if it is not known which records these are. The
  /// records of `failed` bodies, by position, are not compared.
  private func differences(of document: JSONDocument, _ texts: [[UInt8]], failed: Set<Int>) throws -> [BodyDifference]?
  {
    guard let recordsPath = part.recordsPath else {
      guard let text = texts.first else { return [] }
      let body = try JSONDocument(text)
      var comparison = BodyComparison(document, with: body, ignoring: part.ignored)
      comparison.compare(document.root, body.root)
      return comparison.tally.differences(in: document)
    }
    var records = try JSONPath(recordsPath).nodes(in: document)
    guard let first = records.first else { return texts.isEmpty ? [] : nil }
    if records.count == texts.count + failed.count {
      records = records.enumerated().filter { !failed.contains($0.offset) }.map(\.element)
    }
    let body = try JSONDocument(Array("[".utf8) + texts.joined(separator: ",".utf8) + Array("]".utf8))
    let pattern = document.pattern(to: first)
    let isElement = pattern.hasSuffix("[*]")
    var comparison = BodyComparison(
      document, with: body, at: isElement ? String(pattern.dropLast(3)) : pattern, elements: isElement,
      ignoring: part.ignored)
    guard comparison.compareRecords(records, Array(body.children(of: body.root))) else { return nil }
    return comparison.tally.differences(in: document)
  }
}

extension WriteBackExamination {
  /// The examination of a write that was not run yet.
  init(of part: AnyWritesBack) {
    self.init(
      target: part.target, typeName: part.typeName, isEssential: part.isEssential,
      execution: .notRun(reason: "it was not reached"))
  }
}
