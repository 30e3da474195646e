import Foundation

struct Category: Codable, Identifiable, Hashable {
  let id: UUID
  let name: String
  /// "#34C759"
  let color: String
}
