import JSONDocument

/// The source code of one contract whose versions are the app's own files: an adapter beside the files of each version, and the contract.
struct AppContractSource {
  private let api: ObservedAPI
  private let app: AppTypes
  /// By version and endpoint.
  private let matches: [[AppMatch]]
  private let credential: ScaffoldCredential?
  /// Of all endpoints.
  private let parts: [AdapterPart]
  /// Endpoints that no version reads; inferred types of the newest one do.
  private let unread: [Int]
  private let inferred: (source: DTOInference.Source, parts: [AdapterPart])?
  /// The adapter of each version.
  private let versions: [AppAdapter]

  /// The inferred types with the responses that they were made of; `nil` if the app's types read everything.
  let types: TeamPackage.Types?
  /// For each endpoint the paths whose words may stay in its recordings.
  var keep: [[String]] { parts.map(\.keep) }
  /// `ShopV1`, `ShopV2`.
  var modules: [String] { app.versions.map { name + $0.id.uppercased() } }
  /// `shopContract`.
  var constant: String { SwiftName.property(api.id) + "Contract" }
  private var name: String { SwiftName.type(api.id) }

  init(_ api: ObservedAPI, index: Int, _ app: AppTypes, credential: ScaffoldCredential?, hasPlainTexts: Bool) {
    (self.api, self.app, self.credential) = (api, app, credential)
    matches = app.versions.map { $0.matches[index] }
    parts = ContractSource.inferred(api, api.endpoints, hasPlainTexts: hasPlainTexts).parts
    let matches = matches
    unread = api.endpoints.indices.filter { endpoint in
      !matches.contains { if case .reads = $0[endpoint] { true } else { false } }
    }
    versions = zip(app.versions, matches).map { AppAdapter($0, $1, api.endpoints.map(\.id), hasLabel: app.hasFolders) }
    guard !unread.isEmpty else {
      (inferred, types) = (nil, nil)
      return
    }
    let made = ContractSource.inferred(
      api, unread.map { api.endpoints[$0] }, hasPlainTexts: hasPlainTexts, taken: versions.last?.names ?? [])
    inferred = (made.types.source, made.parts)
    types = made.types
  }

  /// The app's files, byte for byte, an adapter beside those of each version, and the contract.
  ///
  /// - Parameter program: The name of the program.
  /// - Returns: The files.
  func files(program: String) -> [TeamPackage.File] {
    var files: [TeamPackage.File] = []
    for (index, (version, adapter)) in zip(app.versions, versions).enumerated() {
      let folder = "Contracts/\(name)/\(version.id.uppercased())"
      files += version.files.map { TeamPackage.File(path: "\(folder)/\($0.path)", bytes: $0.bytes) }
      let isNewest = index == versions.count - 1
      let lines =
        isNewest
        ? zip(unread, inferred?.parts ?? []).flatMap { endpoint, part in
          part.lines(endpoint: api.endpoints[endpoint].id, word: adapter.word)
        } : []
      files.append(TeamPackage.File(path: "\(folder)/\(adapter.fileName)", text: adapter.text(inferred: lines)))
      if isNewest, let inferred {
        files.append(
          TeamPackage.File(path: "\(folder)/\(adapter.free(file: "Types"))", text: inferred.source.text))
      }
    }
    files.append(TeamPackage.File(path: "Sources/\(program)/\(name)Contract.swift", text: contract))
    return files
  }

  private var contract: String {
    let versions = zip(modules, versions).map { "\($0).\($1.constant)" }.joined(separator: ", ")
    return (["ContractKit"] + modules).map { "import \($0)\n" }.joined() + """

      /// What is watched, and the versions of the app that read it.
      let \(constant) = \(ContractSource.contract(api, parts, credential, versions: versions))
      """
  }

  /// What somebody must decide: endpoints that no type of a version reads, and those that several types read equally. A line for each
  /// version and each tie.
  var remarks: [String] {
    var lines: [String] = []
    for (index, (version, adapter)) in zip(app.versions, versions).enumerated() {
      let place = "Contracts/\(name)/\(version.id.uppercased())/\(adapter.fileName)"
      let label = app.hasFolders ? "\(version.id) (\(version.label))" : version.id
      var none: [String] = []
      for (endpoint, match) in zip(api.endpoints.indices, matches[index]) {
        let id = api.endpoints[endpoint].id
        switch match {
        case .reads: continue
        case .none: none.append(id)
        case .tie(let readings):
          let names = readings.map { $0.wholeType ?? "\($0.type) in a list" }.joined(separator: ", ")
          lines.append(
            "\(label): \(names) read \(id) equally well; say in \(place) which one does\(ending([endpoint]))")
        }
      }
      guard !none.isEmpty else { continue }
      let ids = none.prefix(6).joined(separator: ", ") + (none.count > 6 ? " and \(none.count - 6) more" : "")
      let endpoints = api.endpoints.indices.filter { none.contains(api.endpoints[$0].id) }
      lines.append("\(label): none of its types decodes \(ids); say in \(place) what does\(ending(endpoints))")
    }
    return lines
  }

  private func ending(_ endpoints: [Int]) -> String {
    endpoints.contains(where: unread.contains) ? "; until then inferred types of \(versions.last?.id ?? "") do" : ""
  }
}
