// Encoded as lists, for the reason in `WorkerMessage+Coding.swift`.

extension WorkOrder: Codable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(items)
    try list.encode(finished)
    try list.encode(killed)
    try list.encode(jobs)
    try list.encode(only)
    try list.encode(crashingTrials)
    try list.encode(selections)
    try list.encode(memoryLimit)
    try list.encode(processorLimit)
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    items = try list.decode([Item].self)
    finished = try list.decode([WorkUnit].self)
    killed = try list.decode([WorkUnit].self)
    jobs = try list.decode([Int].self)
    only = try list.decodeIfPresent(WorkUnit.self)
    crashingTrials = try list.decode([CrashingTrial].self)
    selections = try list.decode([RecordSelection].self)
    memoryLimit = try list.decode(Int.self)
    processorLimit = try list.decode(Double.self)
  }
}

extension WorkOrder.Item: Codable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(contract)
    try list.encode(endpoint)
    try list.encode(versions)
    try list.encode(links)
    try list.encode(accept)
    try list.encode(isGraphQL)
    try list.encode(context)
    try list.encode(join)
    try list.encode(lengths)
    try list.encode(isLineage)
    try list.encode(part)
    try list.encode(dictionaryPaths)
    try list.encode(keepsBodies)
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    contract = try list.decode(String.self)
    endpoint = try list.decode(String.self)
    versions = try list.decode([String].self)
    links = try list.decode([String].self)
    accept = try list.decodeIfPresent(WorkOrder.Condition.self)
    isGraphQL = try list.decode(Bool.self)
    context = try list.decode([String: [String: [String: String]]].self)
    join = try list.decodeIfPresent(String.self)
    lengths = try list.decode([Int].self)
    isLineage = try list.decode(Bool.self)
    part = try list.decode(Int.self)
    dictionaryPaths = try list.decode([String].self)
    keepsBodies = try list.decode(Bool.self)
  }
}
