extension WorkOrder: Codable {
  func encode(to encoder: any Encoder) throws {
    try encoder.encode(
      list: items, finished, killed, jobs, only, crashingTrials, selections, memoryLimit, processorLimit,
      shapeBudget)
  }

  init(from decoder: any Decoder) throws {
    (
      items, finished, killed, jobs, only, crashingTrials, selections, memoryLimit, processorLimit, shapeBudget
    ) = try decoder.list()
  }
}

extension WorkOrder.Item: Codable {
  func encode(to encoder: any Encoder) throws {
    try encoder.encode(
      list: contract, endpoint, versions, links, accept, isGraphQL, showsPartialData, context, join, lengths, isLineage,
      part, dictionaryPaths, keepsBodies, onlyReads, digestsValues)
  }

  init(from decoder: any Decoder) throws {
    (
      contract, endpoint, versions, links, accept, isGraphQL, showsPartialData, context, join, lengths, isLineage, part,
      dictionaryPaths, keepsBodies, onlyReads, digestsValues
    ) = try decoder.list()
  }
}
