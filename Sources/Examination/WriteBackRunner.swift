import ContractKit
import DriftAnalysis
import Foundation
import JSONDocument

/// Decodes an answer and encodes it again as a version does that writes it back, and compares the bodies with the answer;
/// nothing is sent.
struct WriteBackRunner {
  let part: AnyWritesBack

  /// Counts, and how the bodies differ from the answer.
  ///
  /// - Parameters:
  ///   - data: The answer.
  ///   - document: Our reading of it; nil where our parser refuses it, so that nothing can be compared.
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
      facts.differences = try differences(of: document, texts, failed: failed)
    } catch {
      facts.offered = max(1, facts.offered)
      facts.thrown.count(describe(error))
    }
    return facts
  }

  /// `failed` are the positions of bodies that could not be made: what is said of those is that, and nothing else.
  private func differences(of document: JSONDocument, _ texts: [[UInt8]], failed: Set<Int>) throws -> [BodyDifference] {
    guard let recordsPath = part.recordsPath else {
      guard let text = texts.first else { return [] }
      let body = try JSONDocument(text)
      var comparison = BodyComparison(document, with: body, ignoring: part.ignored)
      comparison.compare(document.root, body.root)
      return comparison.tally.differences(in: document)
    }
    var records = try JSONPath(recordsPath).nodes(in: document)
    guard let first = records.first else { return [] }
    let pattern = document.pattern(to: first)
    if records.count == texts.count + failed.count {
      records = records.enumerated().filter { !failed.contains($0.offset) }.map(\.element)
    } else if !failed.isEmpty {
      return []  // which records the bodies were made of is not known
    }
    let body = try JSONDocument(Array("[".utf8) + texts.joined(separator: ",".utf8) + Array("]".utf8))
    let elements = Array(body.children(of: body.root))
    // The steps of the comparison end in `[*]` for elements; a record that is no element has its own pattern.
    if pattern.hasSuffix("[*]") {
      var comparison = BodyComparison(
        document, with: body, at: String(pattern.dropLast(3)), ignoring: part.ignored)
      comparison.compareElements(records, elements)
      return comparison.tally.differences(in: document)
    }
    var comparison = BodyComparison(document, with: body, at: pattern, ignoring: part.ignored)
    for (record, element) in zip(records, elements) { comparison.compare(record, element) }
    return comparison.tally.differences(in: document)
  }
}

extension WriteBackExamination {
  /// The names of a write that was not run yet.
  init(of part: AnyWritesBack) {
    self.init(
      target: part.target, typeName: part.typeName, isEssential: part.isEssential,
      execution: .notRun(reason: "it was not reached"))
  }
}
