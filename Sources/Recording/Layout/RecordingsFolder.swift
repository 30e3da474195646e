public import Foundation
import System

/// A folder of recordings by day: `<YYYY-MM-DD>[-label]/<contract id>/<URL path>/index.json`.
public struct RecordingsFolder: Sendable, Hashable {
  /// Where the folders of the days are.
  public let url: URL

  /// A folder, which need not be there.
  public init(_ url: URL) { self.url = url }

  /// What is in a folder of one day about one contract.
  public struct Part: Sendable {
    /// The day as its folder spells it, `2026-11-25`.
    public let day: String
    /// Id of the contract.
    public let contract: String
    /// The folder of the contract.
    public let folder: URL
  }

  /// One recording with where it belongs.
  public struct Entry: Sendable {
    /// The day, `2026-11-25`.
    public let day: String
    /// Id of the contract.
    public let contract: String
    /// The components of the URL path.
    public let path: [String]
    /// The files.
    public let file: RecordingFile

    /// A recording with where it belongs.
    public init(day: String, contract: String, path: [String], file: RecordingFile) {
      (self.day, self.contract, self.path, self.file) = (day, contract, path, file)
    }
  }

  /// The `Recordings` of every API in a contracts' folder.
  public static func all(inContracts folder: URL) -> [RecordingsFolder] {
    folders(in: folder).map { RecordingsFolder($0.appendingPathComponent("Recordings")) }
  }

  /// What is here, oldest day first.
  public func parts() -> [Part] {
    Self.folders(in: url).flatMap { day -> [Part] in
      guard Self.date(of: day.lastPathComponent) != nil else { return [] }
      return Self.folders(in: day).map {
        Part(day: String(day.lastPathComponent.prefix(10)), contract: $0.lastPathComponent, folder: $0)
      }
    }
  }

  /// All recordings of some contracts, oldest day first.
  public func entries(of contracts: Set<String>) -> [Entry] {
    parts().filter { contracts.contains($0.contract) }.flatMap { part in
      RecordingFile.all(below: part.folder).map {
        Entry(day: part.day, contract: part.contract, path: $0.path, file: $0.file)
      }
    }
  }

  /// Writes a recording under a name that its content decides, in the folder of a day.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - meta: What stands beside it.
  ///   - day: The day, `2026-11-25`.
  ///   - contract: Id of the contract.
  ///   - path: The components of the URL path; see ``RecordingFile/files(in:path:)``.
  /// - Returns: The files, which are whole if they are there.
  /// - Throws: `SystemFailure`, and Foundation's errors for folders that cannot be made.
  public func write(_ body: [UInt8], _ meta: RecordingMeta, day: String, contract: String, path: [String]) throws
    -> RecordingFile
  {
    let place = ([day, contract] + path).reduce(url) { $0.appendingPathComponent($1) }
    let file = RecordingFile(body: place.appendingPathComponent("index.\(ContentDigest(body).short).json"))
    do { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) } catch {
      // The reason of the system says more than Foundation's number.
      let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw (reason?.code).map { SystemFailure(code: Int32(truncatingIfNeeded: $0)) } ?? SystemFailure(code: ENOTDIR)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // A body without its meta file would be another response.
    try ReplacedFile.save(Array(try encoder.encode(meta)) + [UInt8(ascii: "\n")], at: file.metaFile.path, mode: 0o644)
    try ReplacedFile.save(body, at: file.body.path, mode: 0o644)
    return file
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
