/// What a mapping normally loses: its part of a baseline, merged over answers.
public struct MappingStatistics: Codable, Sendable, Equatable {
  /// Answers that fed it.
  public var answers = 0
  /// Records offered, over all answers.
  public var offered = 0
  /// Records lost (dropped, threw, or dropped by a lossy array), over all answers.
  public var lost = 0
  /// Highest share of records lost in one answer, 0 to 1.
  public var highestLoss = 0.0
  /// By property: what is normally nil, empty or random.
  public var properties: [String: Property] = [:]

  /// What is normally lost of one property.
  public struct Property: Codable, Sendable, Equatable {
    /// Domain values looked at.
    public var total = 0
    /// Of them lost: nil, empty or random.
    public var lost = 0
    /// Highest share lost in one answer, 0 to 1.
    public var highestLoss = 0.0

    /// Nothing seen yet.
    public init() {}
  }

  /// Nothing seen yet.
  public init() {}

  /// Adds what one round's answers did; merging is additive, so that the order of answers does not matter.
  public mutating func absorb(_ examination: MappingExamination) {
    guard examination.execution.hasSucceeded else { return }
    answers += 1
    offered += examination.offered
    lost += examination.lost
    if examination.offered > 0 {
      highestLoss = max(highestLoss, Double(examination.lost) / Double(examination.offered))
    }
    for property in examination.properties where property.total > 0 {
      var known = properties[property.name] ?? Property()
      known.total += property.total
      known.lost += property.lost
      known.highestLoss = max(known.highestLoss, Double(property.lost) / Double(property.total))
      properties[property.name] = known
    }
  }

  /// Records that may be lost of `count` without being more than before.
  public func tolerated(of count: Int) -> Int { Int((highestLoss * Double(count)).rounded(.up)) }

  /// Values of a property that may be lost of `count` without being more than before; `nil` for a property never seen.
  public func tolerated(_ property: String, of count: Int) -> Int? {
    properties[property].map { Int(($0.highestLoss * Double(count)).rounded(.up)) }
  }
}
