/// The source code of one contract: types, adapter and what is asked for, all in the module of its first version.
struct ContractSource {
  private let api: ObservedAPI
  private let credential: ScaffoldCredential?

  /// `ShopV1`.
  var module: String { SwiftName.type(api.id) + "V1" }

  init(_ api: ObservedAPI, credential: ScaffoldCredential?) { (self.api, self.credential) = (api, credential) }

  var files: [TeamPackage.File] {
    let folder = "Contracts/\(SwiftName.type(api.id))/V1"
    var inference = DTOInference(name: SwiftName.type(api.id))
    for endpoint in api.endpoints {
      for document in endpoint.documents { inference.add(document, as: endpoint.typeName) }
    }
    var options = DTOInference.Options()
    options.hasDomain = true
    // Redacted recordings have other words.
    options.hasEnums = false
    let (source, parts) = inference.sourceWithAdapter(options)
    return [
      TeamPackage.File(path: "\(folder)/Types.swift", text: source.text),
      TeamPackage.File(path: "\(folder)/Adapter.swift", text: adapter(parts)),
    ]
  }

  private func adapter(_ parts: [AdapterPart]) -> String {
    // Endpoints with equal names of types share one part.
    let names = api.endpoints.map(\.typeName).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let reads = api.endpoints.flatMap { endpoint -> [String] in
      guard let index = names.firstIndex(of: endpoint.typeName), parts.indices.contains(index) else { return [] }
      return parts[index].lines(endpoint: endpoint.id)
    }
    let authorization = credential.map { "\n  authorization: \(Self.text($0))," } ?? ""
    return "import ContractKit\n\n" + """
      /// What the app reads and maps.
      let v1 = Version("v1", shippedIn: "1.0") {
      \(reads.map { "  \($0)" }.joined(separator: "\n"))
      }

      public let contract = Contract(
        \(literal(api.id)), baseURL: \(literal(api.baseURL)),\(authorization) versions: [v1]
      ) {
      \(api.endpoints.map { "  \(Self.endpoint($0))" }.joined(separator: "\n"))
      }

      """
  }

  private static func text(_ credential: ScaffoldCredential) -> String {
    switch credential {
    case .bearer(let variable): ".bearer(.environment(\(literal(variable))))"
    case .queryItem(let name, let variable): ".queryItem(\(literal(name)), .environment(\(literal(variable))))"
    case .header(let name, let variable): ".header(\(literal(name)), .environment(\(literal(variable))))"
    }
  }

  private static func endpoint(_ endpoint: ObservedAPI.Endpoint) -> String {
    var text = "Endpoint(\(literal(endpoint.id)), get: \(literal(endpoint.path))"
    if !endpoint.query.isEmpty {
      var names: Set<String> = []
      let items = endpoint.query.filter { names.insert($0.name).inserted }.map {
        "\(literal($0.name)): \(literal($0.value))"
      }
      text += ", query: [\(items.joined(separator: ", "))]"
    }
    if !endpoint.values.isEmpty {
      let values = endpoint.values.map { "\(literal($0.name)): [\($0.values.map(literal).joined(separator: ", "))]" }
      text += ", values: [\(values.joined(separator: ", "))]"
    }
    return text + ", every: .minutes(15))"
  }
}
