import ContractKit

extension Contract {
  /// The endpoints in groups that belong to one round: those that follow each other's links, take values or context
  /// from each other's responses, are joined, or name each other's records. Groups and their members are in the order
  /// of the contract.
  var linkedEndpoints: [[String]] {
    var group: [String: Int] = [:]
    for (index, endpoint) in endpoints.enumerated() { group[endpoint.id] = index }
    func link(_ first: String, _ second: String) {
      guard let one = group[first], let other = group[second], one != other else { return }
      for (id, number) in group where number == max(one, other) { group[id] = min(one, other) }
    }
    for endpoint in endpoints { for parent in endpoint.parents { link(endpoint.id, parent) } }
    for version in versions {
      for reads in version.reads {
        for mapping in reads.mappings {
          for case .response(let parent, _) in mapping.context.values { link(reads.endpoint, parent) }
          for reference in mapping.references { link(reads.endpoint, reference.endpoint) }
        }
      }
      for join in version.joins {
        for endpoint in join.endpoints { if let first = join.endpoints.first { link(first, endpoint) } }
      }
    }
    var members: [Int: [String]] = [:]
    for endpoint in endpoints {
      if let number = group[endpoint.id] { members[number, default: []].append(endpoint.id) }
    }
    return members.sorted { $0.key < $1.key }.map(\.value)
  }
}
