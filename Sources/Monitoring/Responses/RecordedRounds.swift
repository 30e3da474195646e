public import Foundation
public import Recording

/// Which recordings there are: one round for each distinct date over all contracts, oldest first.
public struct RecordedRounds: Sendable {
  /// One recorded date with its folders by contract id.
  public struct Day: Sendable {
    /// Midnight UTC of the date.
    public let date: Date
    /// The date as the folders spell it.
    public let name: String
    /// Folders by contract id.
    public let folders: [String: [URL]]
  }

  /// The dates, oldest first.
  public let days: [Day]

  /// The rounds over `folders` for the contracts with these ids.
  public init(_ folders: [RecordingsFolder], ids: Set<String>) {
    var byDate: [String: [String: [URL]]] = [:]
    for part in folders.flatMap({ $0.parts() }) where ids.contains(part.contract) {
      byDate[part.day, default: [:]][part.contract, default: []].append(part.folder)
    }
    days = byDate.sorted { $0.key < $1.key }.compactMap { name, folders in
      RecordingsFolder.date(of: name).map { Day(date: $0, name: name, folders: folders) }
    }
  }
}
