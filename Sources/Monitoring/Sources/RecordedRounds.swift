public import Foundation
import System

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

  /// Finds `<contracts>/<API>/Recordings/<YYYY-MM-DD>[-label]/<contract id>/` for the contracts with these ids.
  public init(contractsFolder: URL, ids: Set<String>) throws {
    var byDate: [String: [String: [URL]]] = [:]
    for api in Self.folders(in: contractsFolder) {
      for day in Self.folders(in: api.appendingPathComponent("Recordings")) {
        guard Self.date(of: day.lastPathComponent) != nil else { continue }
        let name = String(day.lastPathComponent.prefix(10))
        for contract in Self.folders(in: day) where ids.contains(contract.lastPathComponent) {
          byDate[name, default: [:]][contract.lastPathComponent, default: []].append(contract)
        }
      }
    }
    days = byDate.sorted { $0.key < $1.key }.compactMap { name, folders in
      Self.date(of: name).map { Day(date: $0, name: name, folders: folders) }
    }
  }

  /// Midnight UTC of the date that begins `name`; `nil` if none does.
  public static func date(of name: String) -> Date? {
    let parts = name.prefix(10).split(separator: "-")
    guard name.count >= 10, parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return Date(timeIntervalSince1970: Double(date.daysSince1970) * 86_400)
  }

  private static func folders(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0) }.filter { url in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
  }
}
