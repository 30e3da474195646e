// swift-tools-version: 6.2
import PackageDescription

// Which module may import which: Tests/ArchitectureTests holds the table against this manifest and every `import` line.
let package = Package(
  name: "driftwatch",
  products: [
    .library(name: "ContractKit", targets: ["ContractKit"]),
    .library(name: "DriftwatchCommand", targets: ["DriftwatchCommand"]),
    // What Tests/Benchmarks and Tests/Fuzz measure.
    .library(name: "JSONDocument", targets: ["JSONDocument"]),
    .library(name: "TracingDecoder", targets: ["TracingDecoder"]),
    .library(name: "PayloadShape", targets: ["PayloadShape"]),
    .library(name: "Fetching", targets: ["Fetching"]),
    .executable(name: "driftwatch", targets: ["driftwatch"]),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Not a system library: it is loaded when something is fetched, so that nothing else pays for its start.
    .target(name: "CCurl"),
    .target(name: "System", dependencies: ["CZlib"]),
    .target(name: "JSONDocument"),
    .target(name: "TracingDecoder", dependencies: ["JSONDocument"]),
    .target(name: "PayloadShape", dependencies: ["JSONDocument"]),
    .target(name: "ContractKit"),
    .target(name: "DriftModel", dependencies: ["PayloadShape", "System"]),
    .target(name: "DriftRules", dependencies: ["DriftModel", "PayloadShape", "System"]),
    .target(
      name: "Examination",
      dependencies: ["ContractKit", "JSONDocument", "TracingDecoder", "PayloadShape", "DriftModel", "System"]),
    .target(name: "Fetching", dependencies: ["CCurl", "System"]),
    .target(name: "StoreSQLite", dependencies: ["DriftModel", "PayloadShape", "System", "CSQLite"]),
    .target(
      name: "Monitoring",
      dependencies: [
        "Examination", "Fetching", "StoreSQLite", "ContractKit", "DriftModel", "DriftRules", "PayloadShape",
        "System",
      ]),
    .target(name: "Reporting", dependencies: ["DriftModel", "System"]),
    .target(
      name: "DriftwatchCommand",
      dependencies: [
        "ContractKit", "DriftModel", "DriftRules", "Examination", "Fetching", "JSONDocument", "Monitoring",
        "PayloadShape", "Reporting", "StoreSQLite", "System", "TracingDecoder",
      ]),
    .executableTarget(
      name: "driftwatch", dependencies: ["DriftwatchCommand", "PlatziStore", "PokeAPI", "OmgLol", "Landmarks", "ToDo"]),
  ],
  swiftLanguageModes: [.v6])

// Contracts: one target per API and release (the app's own files), one that composes them.
@MainActor func contract(_ name: String, versions: [String]) {
  for version in versions {
    package.targets.append(
      .target(name: name + version, dependencies: ["ContractKit"], path: "Contracts/\(name)/\(version)"))
  }
  package.targets.append(
    .target(
      name: name, dependencies: ["ContractKit"] + versions.map { .init(stringLiteral: name + $0) },
      path: "Contracts/\(name)", exclude: versions + ["Recordings"], sources: ["Contract.swift"]))
}
contract("PlatziStore", versions: ["V1", "V2", "V3"])
contract("PokeAPI", versions: ["V1"])
contract("OmgLol", versions: ["V1", "V2"])
contract("Landmarks", versions: ["V1", "V2", "V3", "V4"])
contract("ToDo", versions: ["V1"])

// Contracts that trap, hang, exit and eat memory: the worker's tests spawn this executable.
package.targets.append(
  .executableTarget(
    name: "hostile-contracts", dependencies: ["ContractKit", "DriftwatchCommand"],
    path: "Tests/Fixtures/HostileContracts"))
// Endpoints that are due every second or two, for the tests of the command and its scheduler.
package.targets.append(
  .executableTarget(
    name: "quick-contracts", dependencies: ["ContractKit", "DriftwatchCommand"], path: "Tests/Fixtures/QuickContracts"))
// One endpoint for each thing that the hostile server does.
package.targets.append(
  .executableTarget(
    name: "wild-contracts", dependencies: ["ContractKit", "DriftwatchCommand"], path: "Tests/Fixtures/WildContracts"))
// A thousand endpoints, for measurements of the scheduler under load.
package.targets.append(
  .executableTarget(
    name: "many-contracts", dependencies: ["ContractKit", "DriftwatchCommand"], path: "Tests/Fixtures/ManyContracts",
    exclude: ["load_server.py"]))
// One story of drift at each endpoint: what Tests/SideBySide and the tests of the command play.
package.targets.append(
  .executableTarget(
    name: "account-contracts", dependencies: ["ContractKit", "DriftwatchCommand"],
    path: "Tests/Fixtures/AccountContracts"))
// Chains, references and writes, for the tests of what is asked of a provider and how often.
package.targets += [
  .target(name: "PoliteContracts", dependencies: ["ContractKit"], path: "Tests/Fixtures/PoliteContracts"),
  .executableTarget(
    name: "polite-contracts", dependencies: ["PoliteContracts", "DriftwatchCommand"],
    path: "Tests/Fixtures/PoliteCommand"),
]
// A hostile server, certificates and processes, for every test that needs real ones.
package.targets.append(
  .target(
    name: "TestSupport", path: "Tests/TestSupport",
    exclude: ["hostile_server.py", "hostile_responses.py", "hostile_http2.py"]))

let contracts: [Target.Dependency] = ["PlatziStore", "PokeAPI", "OmgLol", "Landmarks", "ToDo"]
// The comparison of our decoder with Foundation's: a library for its tests, and a command for long runs.
package.targets += [
  .target(
    name: "DecoderTrials", dependencies: ["TracingDecoder", "JSONDocument", "ContractKit"] + contracts,
    path: "Tests/DecoderTrials"),
  .executableTarget(
    name: "decoder-trials", dependencies: ["DecoderTrials"], path: "Tests/DecoderTrialsCommand"),
  .executableTarget(
    name: "evidence-trials",
    dependencies: ["Monitoring", "StoreSQLite", "DriftModel", "DriftRules", "PayloadShape", "JSONDocument"],
    path: "Tests/EvidenceTrials"),
]
package.targets += [
  .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
  .testTarget(name: "SystemTests", dependencies: ["System"]),
  .testTarget(name: "JSONDocumentTests", dependencies: ["JSONDocument"]),
  .testTarget(name: "TracingDecoderTests", dependencies: ["TracingDecoder", "JSONDocument", "DecoderTrials"]),
  .testTarget(name: "PayloadShapeTests", dependencies: ["PayloadShape", "JSONDocument"]),
  .testTarget(name: "ContractKitTests", dependencies: ["ContractKit"]),
  .testTarget(name: "DriftRulesTests", dependencies: ["DriftModel", "DriftRules", "PayloadShape", "JSONDocument"]),
  .testTarget(
    name: "ExaminationTests",
    dependencies: [
      "Examination", "ContractKit", "DriftModel", "DriftRules", "JSONDocument", "PayloadShape", "hostile-contracts",
      "TestSupport",
      "driftwatch",
    ] + contracts),
  .testTarget(name: "FetchingTests", dependencies: ["Fetching", "TestSupport"]),
  .testTarget(
    name: "StoreSQLiteTests",
    dependencies: [
      "StoreSQLite", "TestSupport", "DriftModel", "DriftRules", "PayloadShape", "JSONDocument", "System", "CSQLite",
    ]),
  .testTarget(
    name: "MonitoringTests",
    dependencies: [
      "Monitoring", "Examination", "Fetching", "StoreSQLite", "ContractKit", "DriftModel", "DriftRules", "driftwatch",
      "hostile-contracts", "PoliteContracts", "polite-contracts", "System", "TestSupport",
    ]
      + contracts),
  .testTarget(
    name: "BacktestTests",
    dependencies: [
      "Monitoring", "Examination", "StoreSQLite", "ContractKit", "DriftModel", "DriftRules", "PayloadShape",
      "JSONDocument",
      "TestSupport", "driftwatch",
    ]),
  .testTarget(
    name: "ReportingTests", dependencies: ["Reporting", "TestSupport", "DriftModel", "DriftRules"],
    exclude: ["Golden", "junit.xsd"]),
  .testTarget(name: "ContractsTests", dependencies: ["ContractKit"] + contracts),
  .testTarget(
    name: "DriftwatchCommandTests",
    dependencies: [
      "DriftwatchCommand", "ContractKit", "DriftModel", "DriftRules", "StoreSQLite", "driftwatch", "hostile-contracts",
      "quick-contracts", "many-contracts", "account-contracts", "polite-contracts", "wild-contracts", "TestSupport",
    ]),
]

// The app's own files in Contracts/<API>/V* keep the app's settings: language mode 5, warnings allowed.
for target in package.targets where target.type != .system {
  if target.path?.contains("/V") == true {
    target.swiftSettings = [.swiftLanguageMode(.v5)]
  } else {
    let upcoming = [
      "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
    ]
    target.swiftSettings = upcoming.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]
  }
}
