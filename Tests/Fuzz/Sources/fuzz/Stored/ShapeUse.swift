import DriftModel
import Foundation
import PayloadShape

@testable import StoreSQL

/// What the program does with a stored shape.
struct ShapeUse {
  private let shape: PayloadShape
  /// Other responses of the same request.
  private static let others = [
    StoredUse.shape, PayloadShape(),
    StoredUse.shape(
      of: #"{"data": {"1": {"kind": "a", "x": 1}, "2": {"kind": "b", "y": [null, true]}}, "price": "12"}"#),
  ]

  init(of shape: PayloadShape) { self.shape = shape }

  /// What is wrong, in one line; nil if nothing.
  func fault() -> String? {
    _ = (shape.weight, shape.description, shape.newestDates)
    for path in shape.paths.prefix(50) { _ = shape.statistics(at: path)?.newestDate }
    if let text = try? StoredJSON.encode(shape, part: "", path: ""), text.utf8.count > shape.weight {
      return "it weighs \(shape.weight) and takes \(text.utf8.count) bytes"
    }
    let budget = max(PayloadShape.leastBudget, shape.weight / 2)
    let limited = shape.limited(to: budget)
    guard limited.weight <= budget else { return "limited to \(budget) it weighs \(limited.weight)" }
    if let fault = StoringFault.words(of: limited) { return "limited: \(fault)" }
    for other in Self.others {
      let found = changes(from: shape, to: other)
      guard changes(from: shape, to: other) == found else { return "its changes are others the second time" }
      _ = changes(from: other, to: shape)
      let merged = shape.merged(with: other)
      if let fault = StoringFault.words(of: merged) { return "merged: \(fault)" }
      if let fault = StoringFault.words(of: shape.absorbing(other, except: found)) { return "absorbing: \(fault)" }
      _ = PayloadStructure(of: merged).covers(PayloadStructure(of: other))
    }
    return StoredUse.fault { ($0.baseline, $0.baselineResponses) = (shape, 2880) }
  }
}
