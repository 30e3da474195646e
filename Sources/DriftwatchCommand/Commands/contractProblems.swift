import ContractKit
import JSONDocument

/// All errors in contracts: ids, names and URLs (ContractKit), and the JSONPath texts.
func contractProblems(_ contracts: [Contract]) -> [ContractProblem] {
  Contract.problems(in: contracts) + contracts.flatMap(pathProblems)
}

private func pathProblems(_ contract: Contract) -> [ContractProblem] {
  var problems: [ContractProblem] = []
  func check(_ path: String, _ place: String) {
    do {
      _ = try JSONPath(path)
    } catch {
      problems.append(ContractProblem(contract: contract.id, message: "\(place): \(error)"))
    }
  }
  func check(_ condition: AcceptWhen?, _ place: String) {
    guard let condition else { return }
    check(condition.path, "\(place), acceptWhen")
    if let message = condition.message { check(message, "\(place), acceptWhen message") }
  }
  check(contract.acceptWhen, "the contract")
  for endpoint in contract.endpoints {
    check(endpoint.acceptWhen, "endpoint \(endpoint.id)")
    for path in endpoint.recordingRules.keep + endpoint.recordingRules.redact {
      check(path, "endpoint \(endpoint.id), recording")
    }
    for path in endpoint.paging?.paths ?? [] { check(path, "endpoint \(endpoint.id), pages") }
    if let chain = endpoint.chain { check(chain.path, "endpoint \(endpoint.id)") }
    for case .response(_, let path, _) in endpoint.values.values { check(path, "endpoint \(endpoint.id)") }
  }
  for version in contract.versions {
    for part in version.writesBack {
      for path in [part.recordsPath].compactMap(\.self) + part.ignored {
        check(path, "version \(version.id), writing back \(part.endpoint)")
      }
    }
    for mapping in version.reads.flatMap(\.mappings) {
      check(mapping.recordsPath, "version \(version.id), mapping \(mapping.name)")
      for case .response(_, let path) in mapping.context.values {
        check(path, "version \(version.id), mapping \(mapping.name)")
      }
    }
  }
  return problems
}
