import Foundation

/// What the command of `report --exec` got, as far as the trials that kill processes look at it.
struct DeliveredReport: Decodable {
  struct Entry: Decodable {
    struct Stored: Decodable { let id: String }
    let incident: Stored
    let transition: String?
  }
  struct Round: Decodable { let number: Int }
  let round: Round
  let incidents: [Entry]

  /// A command that keeps each report as a file of its own in `folder`; its name ends in `.json` only when all of it is there.
  static func command(into folder: URL) -> String {
    "f=$(mktemp '\(folder.path)/part.XXXXXX') && cat > \"$f\" && mv \"$f\" \"$f.json\""
  }
}
