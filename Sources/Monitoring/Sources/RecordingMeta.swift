import ContractKit

/// The file beside a recorded body. Unknown members are refused, because a misspelled `status` would turn a 401 into a
/// 200.
struct RecordingMeta: Decodable, Sendable {
  var status: Int?
  var headers: [String: String]?
  var method: String?
  var query: [String: String]?
  var operation: String?

  /// There is no file beside the body.
  init() {}

  /// What is wrong with a meta file, in a few words.
  struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  private enum Member: String, CodingKey, CaseIterable {
    case status, headers, fetchedAt, source, method, query, operation
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let names = Member.allCases.map(\.rawValue)
    for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !names.contains(key.stringValue) {
      let nearest = nearestName(to: key.stringValue, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
      throw Wrong(description: "there is no member \"\(key.stringValue.prefix(60))\"\(nearest)")
    }
    let container = try decoder.container(keyedBy: Member.self)
    status = try container.decodeIfPresent(Int.self, forKey: .status)
    headers = try container.decodeIfPresent([String: String].self, forKey: .headers)
    method = try container.decodeIfPresent(String.self, forKey: .method)
    query = try container.decodeIfPresent([String: String].self, forKey: .query)
    operation = try container.decodeIfPresent(String.self, forKey: .operation)
    _ = try container.decodeIfPresent(String.self, forKey: .fetchedAt)
    _ = try container.decodeIfPresent(String.self, forKey: .source)
    if let status, !(100...599).contains(status) { throw Wrong(description: "\(status) is no HTTP status") }
  }
}
