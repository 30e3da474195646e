import Foundation

/// A to-do item as the database keeps it; decoded directly from the synchronisation's answer.
final class StoredToDo: StoredObject {
  let text: String
  let importance: Importance
  let isDone: Bool
  let deadline: Date?

  enum Importance: String, Decodable {
    case low
    case basic
    case important
  }

  private enum CodingKeys: String, CodingKey {
    case text
    case importance
    case isDone = "done"
    case deadline
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    importance = try container.decode(Importance.self, forKey: .importance)
    isDone = try container.decode(Bool.self, forKey: .isDone)
    deadline = try container.decodeIfPresent(Date.self, forKey: .deadline)
    try super.init(from: decoder)
  }

  /// Late from the first second after its deadline, unless it was done.
  func isLate(at now: Date) -> Bool {
    guard let deadline, !isDone else { return false }
    return deadline < now
  }
}

/// GET /sync
struct SyncAnswer: Decodable {
  let revision: Int
  let list: [StoredToDo]
}
