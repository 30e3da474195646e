import JSONDocument
import System

/// The source code of one contract: types, adapter and what is asked for, all in the module of its first version.
struct ContractSource {
  private let api: ObservedAPI
  private let credential: ScaffoldCredential?

  /// `ShopV1`.
  var module: String { SwiftName.type(api.id) + "V1" }

  /// The types, with the responses that they were made of.
  let types: TeamPackage.Types
  private let parts: [AdapterPart]

  /// For each endpoint the paths whose words may stay in its recordings.
  var keep: [[String]] { parts.map(\.keep) }

  init(_ api: ObservedAPI, credential: ScaffoldCredential?, hasPlainTexts: Bool) {
    (self.api, self.credential) = (api, credential)
    (types, parts) = Self.inferred(api, api.endpoints, hasPlainTexts: hasPlainTexts)
  }

  /// Infers types of some endpoints.
  ///
  /// - Parameters:
  ///   - api: The API.
  ///   - endpoints: Its endpoints, or some of them.
  ///   - hasPlainTexts: Whether dates and URLs stay plain texts.
  ///   - taken: Names that the module has already.
  /// - Returns: The types, and how an adapter reads each endpoint.
  static func inferred(
    _ api: ObservedAPI, _ endpoints: [ObservedAPI.Endpoint], hasPlainTexts: Bool, taken: Set<String> = []
  ) -> (types: TeamPackage.Types, parts: [AdapterPart]) {
    var inference = DTOInference(name: SwiftName.type(api.id))
    var (bodies, kinds): ([[UInt8]], [Int]) = ([], [])
    for (index, endpoint) in endpoints.enumerated() {
      for document in endpoint.documents {
        inference.add(document, as: endpoint.typeName)
        bodies.append(document.text)
        kinds.append(index)
      }
      if let members = endpoint.paging?.members { inference.endsList(at: members, of: endpoint.typeName) }
    }
    var options = DTOInference.Options()
    (options.hasDomain, options.hasPlainTexts, options.taken) = (true, hasPlainTexts, taken)
    // Other words are redacted, so that no recording would have them.
    options.hasProgramWordsOnly = true
    let (source, parts) = inference.sourceWithAdapter(options)
    return (TeamPackage.Types(source: source, bodies: bodies, kinds: kinds), parts)
  }

  var files: [TeamPackage.File] {
    let folder = "Contracts/\(SwiftName.type(api.id))/V1"
    return [
      TeamPackage.File(path: "\(folder)/Types.swift", text: types.source.text),
      TeamPackage.File(path: "\(folder)/Adapter.swift", text: adapter),
    ]
  }

  private var adapter: String {
    let reads = zip(api.endpoints, parts).flatMap { endpoint, part in part.lines(endpoint: endpoint.id) }
    return "import ContractKit\n\n" + """
      /// What the app reads and maps. Say here which release of the app has these types; with `runsOn: .iOS(16)`, or whatever its oldest
      /// system is, dates are judged as that system reads them.
      let v1 = Version("v1", shippedIn: "1.0") {
      \(reads.map { "  \($0)" }.joined(separator: "\n"))
      }

      public let contract = \(Self.contract(api, parts, credential, versions: "v1"))
      """
  }

  /// An expression of a contract, with an end of line.
  static func contract(
    _ api: ObservedAPI, _ parts: [AdapterPart], _ credential: ScaffoldCredential?, versions: String
  ) -> String {
    let authorization = credential.map { "\n  authorization: \(text($0))," } ?? ""
    return """
      Contract(
        \(SwiftLiteral.text(api.id)), baseURL: \(SwiftLiteral.text(api.baseURL)),\(authorization) versions: [\(versions)]
      ) {
      \(zip(api.endpoints, parts).map { "  \(endpoint($0, $1))" }.joined(separator: "\n"))
      }

      """
  }

  private static func text(_ credential: ScaffoldCredential) -> String {
    switch credential {
    case .bearer(let variable): ".bearer(.environment(\(SwiftLiteral.text(variable))))"
    case .queryItem(let name, let variable):
      ".queryItem(\(SwiftLiteral.text(name)), .environment(\(SwiftLiteral.text(variable))))"
    case .header(let name, let variable):
      ".header(\(SwiftLiteral.text(name)), .environment(\(SwiftLiteral.text(variable))))"
    }
  }

  private static func endpoint(_ endpoint: ObservedAPI.Endpoint, _ part: AdapterPart) -> String {
    var text = "Endpoint(\(SwiftLiteral.text(endpoint.id)), get: \(SwiftLiteral.text(endpoint.path))"
    if !endpoint.query.isEmpty {
      var names: Set<String> = []
      let items = endpoint.query.filter { names.insert($0.name).inserted }.map {
        "\(SwiftLiteral.text($0.name)): \(SwiftLiteral.text($0.value))"
      }
      text += ", query: [\(items.joined(separator: ", "))]"
    }
    if !endpoint.values.isEmpty {
      let values = endpoint.values.map {
        "\(SwiftLiteral.text($0.name)): [\($0.values.map(SwiftLiteral.text).joined(separator: ", "))]"
      }
      text += ", values: [\(values.joined(separator: ", "))]"
    }
    text += ", every: .minutes(15))"
    if let paging = endpoint.paging { text += "\n    .paged(by: \(paging.source), limit: 2)" }
    if !part.keep.isEmpty {
      text += "\n    // Words of closed sets, which stay in recordings as the provider sends them."
      text += "\n    .recording(keep: [\(part.keep.map(SwiftLiteral.text).joined(separator: ", "))])"
    }
    return text
  }
}
