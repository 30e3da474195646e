// swift-tools-version: 6.2
import PackageDescription

// Which module may import which: Tests/ArchitectureTests holds the table against this manifest and every `import` line.
let package = Package(
  name: "driftwatch",
  products: [
    .library(name: "ContractKit", targets: ["ContractKit"]),
    .library(name: "DriftwatchCommand", targets: ["DriftwatchCommand"]),
    .library(name: "DriftwatchTesting", targets: ["DriftwatchTesting"]),
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
    .target(name: "Store", dependencies: ["DriftModel", "PayloadShape"]),
    .target(name: "StoreSQL", dependencies: ["Store", "DriftModel", "PayloadShape", "System"]),
    // Not a system library: libpq is loaded when a ledger on a server is opened.
    .target(name: "CPostgreSQL"),
    .target(name: "StorePostgreSQL", dependencies: ["StoreSQL", "Store", "System", "CPostgreSQL"]),
    .target(name: "StoreSQLite", dependencies: ["StoreSQL", "Store", "System", "CSQLite"]),
    .target(
      name: "Monitoring",
      dependencies: [
        "Examination", "Fetching", "Store", "Recording", "ContractKit", "DriftModel", "DriftRules", "JSONDocument",
        "PayloadShape", "System",
      ]),
    .target(name: "Recording", dependencies: ["JSONDocument", "PayloadShape", "DriftModel", "System"]),
    .target(
      name: "Gating", dependencies: ["Monitoring", "Recording", "Examination", "ContractKit", "DriftModel", "System"]),
    .target(
      name: "DriftwatchTesting",
      dependencies: ["Gating", "Monitoring", "Recording", "Examination", "ContractKit", "DriftModel"]),
    .target(name: "Reporting", dependencies: ["DriftModel", "System"]),
    .target(name: "Scaffolding", dependencies: ["JSONDocument", "PayloadShape", "System"]),
    .target(
      name: "Remedies",
      dependencies: ["Monitoring", "Recording", "Examination", "ContractKit", "DriftModel", "JSONDocument", "System"]),
    .target(
      name: "DriftwatchCommand",
      dependencies: [
        "ContractKit", "DriftModel", "DriftRules", "Examination", "Fetching", "Gating", "JSONDocument", "Monitoring",
        "PayloadShape", "Recording", "Remedies", "Reporting", "Scaffolding", "Store", "StorePostgreSQL", "StoreSQL",
        "StoreSQLite", "System", "TracingDecoder",
      ]),
    .executableTarget(
      name: "driftwatch", dependencies: ["DriftwatchCommand", "PlatziStore", "PokeAPI", "OmgLol", "Landmarks", "ToDo"]),
  ],
  swiftLanguageModes: [.v6])

// Contracts: one target per API and release (the app's own files), one that composes them.
// `types` are packages of DTOs that the first release shares with others.
@MainActor func contract(_ name: String, versions: [String], types: [String] = []) {
  for module in types { package.targets.append(.target(name: module, path: "Contracts/\(name)/\(module)")) }
  for version in versions {
    let shared: [Target.Dependency] = version == "V1" ? types.map { .init(stringLiteral: $0) } : []
    package.targets.append(
      .target(name: name + version, dependencies: ["ContractKit"] + shared, path: "Contracts/\(name)/\(version)"))
  }
  package.targets.append(
    .target(
      name: name, dependencies: ["ContractKit"] + versions.map { .init(stringLiteral: name + $0) },
      path: "Contracts/\(name)", exclude: versions + types + ["Recordings", "gate.lock.json"],
      sources: ["Contract.swift"]))
}
contract("PlatziStore", versions: ["V1", "V2", "V3"])
contract("PokeAPI", versions: ["V1"])
contract("OmgLol", versions: ["V1", "V2"], types: ["OMGAPI"])
contract("Landmarks", versions: ["V1", "V2", "V3", "V4", "V5"])
contract("ToDo", versions: ["V1", "V2"])

// The command with made-up contracts, of which a test names a group: Tests/Fixtures/FixtureGroup.swift has the list.
package.targets += [
  // Two releases that use one mapping module.
  .target(name: "CatalogMapping", path: "Tests/Fixtures/MappedContracts/CatalogMapping"),
  .target(
    name: "CatalogV1", dependencies: ["ContractKit", "CatalogMapping"], path: "Tests/Fixtures/MappedContracts/V1"),
  .target(
    name: "CatalogV2", dependencies: ["ContractKit", "CatalogMapping"], path: "Tests/Fixtures/MappedContracts/V2"),
  .target(name: "BrokenContracts", dependencies: ["ContractKit"], path: "Tests/Fixtures/BrokenContracts"),
  .target(name: "PoliteContracts", dependencies: ["ContractKit"], path: "Tests/Fixtures/PoliteContracts"),
  .target(name: "RecordedContracts", dependencies: ["ContractKit"], path: "Tests/Fixtures/RecordedContracts"),
  .executableTarget(
    name: "fixture-contracts",
    dependencies: [
      "BrokenContracts", "CatalogV1", "CatalogV2", "ContractKit", "DriftwatchCommand", "PoliteContracts",
      "RecordedContracts",
    ],
    path: "Tests/Fixtures",
    exclude: [
      "BrokenContracts", "MappedContracts/CatalogMapping", "MappedContracts/V1", "MappedContracts/V2",
      "PoliteContracts", "RecordedContracts", "ManyContracts/load_server.py",
    ]),
]
// A hostile server, certificates and processes, for every test that needs real ones.
package.targets.append(
  .target(
    name: "TestSupport", path: "Tests/TestSupport",
    exclude: ["hostile_server.py", "hostile_responses.py", "hostile_http2.py", "page_reader.py"]))

// Values of the model with something in every part, and what the tests of all stores ask of one.
package.targets.append(
  .target(
    name: "StoreSamples", dependencies: ["Store", "DriftModel", "PayloadShape", "JSONDocument", "System"],
    path: "Tests/StoreSamples"))
// A disk and a memory beneath SQLite that fail, and power that goes out.
package.targets.append(.target(name: "FaultInjection", dependencies: ["CSQLite"], path: "Tests/FaultInjection"))
// Counts what the tests' process takes from the heap.
package.targets.append(.target(name: "AllocationMeter", path: "Tests/AllocationMeter"))

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
    dependencies: ["Store", "DriftModel", "DriftRules", "PayloadShape", "JSONDocument"],
    path: "Tests/EvidenceTrials"),
]
package.targets += [
  .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
  // What work on foreign bytes costs, over all modules.
  .testTarget(
    name: "CostTests",
    dependencies: [
      "ContractKit", "DriftModel", "DriftRules", "DriftwatchCommand", "Examination", "Fetching", "JSONDocument",
      "PayloadShape", "Reporting", "StoreSQL", "StoreSQLite", "System", "TracingDecoder", "AllocationMeter",
      "Monitoring", "Recording", "Scaffolding",
    ]),
  .testTarget(name: "SystemTests", dependencies: ["System", "CZlib"]),
  .testTarget(name: "JSONDocumentTests", dependencies: ["JSONDocument"]),
  .testTarget(name: "TracingDecoderTests", dependencies: ["TracingDecoder", "JSONDocument", "DecoderTrials"]),
  .testTarget(name: "PayloadShapeTests", dependencies: ["PayloadShape", "JSONDocument"]),
  .testTarget(name: "ContractKitTests", dependencies: ["ContractKit"]),
  .testTarget(name: "RemediesTests", dependencies: ["Remedies", "DriftModel", "TestSupport"]),
  .testTarget(name: "ScaffoldingTests", dependencies: ["Scaffolding", "JSONDocument"]),
  .testTarget(name: "DriftRulesTests", dependencies: ["DriftModel", "DriftRules", "PayloadShape", "JSONDocument"]),
  .testTarget(
    name: "ExaminationTests",
    dependencies: [
      "Examination", "ContractKit", "DriftModel", "DriftRules", "JSONDocument", "PayloadShape", "fixture-contracts",
      "TestSupport", "driftwatch",
    ] + contracts),
  .testTarget(name: "FetchingTests", dependencies: ["Fetching", "TestSupport"]),
  .testTarget(
    name: "StoreTests",
    dependencies: [
      "Store", "StorePostgreSQL", "StoreSQL", "StoreSQLite", "StoreSamples", "DriftModel", "PayloadShape",
      "JSONDocument", "System",
      "TestSupport",
    ]),
  .testTarget(
    name: "StorePostgreSQLTests",
    dependencies: ["Store", "StoreSQL", "StorePostgreSQL", "StoreSQLite", "StoreSamples", "DriftModel", "TestSupport"]),
  .testTarget(
    name: "StoreSQLiteTests",
    dependencies: [
      "Store", "StoreSQL", "StoreSQLite", "StoreSamples", "TestSupport", "DriftModel", "PayloadShape", "System",
      "CSQLite",
      "FaultInjection",
    ]),
  .testTarget(
    name: "MonitoringTests",
    dependencies: [
      "Monitoring", "Examination", "Fetching", "Store", "StoreSQL", "StoreSQLite", "ContractKit", "DriftModel",
      "DriftRules",
      "driftwatch", "fixture-contracts", "PoliteContracts", "Recording", "JSONDocument", "PayloadShape", "System",
      "TestSupport",
    ] + contracts),
  .testTarget(
    name: "BacktestTests",
    dependencies: [
      "Monitoring", "Examination", "Store", "StoreSQL", "StoreSQLite", "ContractKit", "DriftModel", "DriftRules",
      "PayloadShape",
      "JSONDocument", "TestSupport", "driftwatch",
    ]),
  .testTarget(
    name: "DriftwatchTestingTests",
    dependencies: ["DriftwatchTesting", "RecordedContracts", "fixture-contracts", "TestSupport"]),
  .testTarget(name: "RecordingTests", dependencies: ["Recording", "JSONDocument", "PayloadShape", "TestSupport"]),
  .testTarget(
    name: "ReportingTests", dependencies: ["Reporting", "TestSupport", "DriftModel", "DriftRules", "PayloadShape"],
    exclude: ["Golden", "Reports", "junit.xsd"]),
  .testTarget(name: "ContractsTests", dependencies: ["ContractKit", "ToDoV2"] + contracts),
  .testTarget(
    name: "DriftwatchCommandTests",
    dependencies: [
      "DriftwatchCommand", "ContractKit", "DriftModel", "DriftRules", "Monitoring", "PayloadShape", "Store",
      "StoreSQL", "StoreSQLite", "StoreSamples", "driftwatch", "fixture-contracts", "TestSupport",
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

// `deploy/test` builds what computes with optimization: the tests then take half of their time, and the build a third longer. And all code
// names generic types by code in place of names that the runtime looks up at the start of each process, as in `deploy/driftwatch`. A package
// with such options cannot be another's dependency, so that only that script asks for it.
if Context.environment["DRIFTWATCH_OPTIMIZED_TESTS"] != nil {
  let computing: Set = ["JSONDocument", "PayloadShape", "TracingDecoder", "DriftModel", "DriftRules", "Examination"]
  // One compiler for a module costs less than one for each half of it and one for its interface. The largest module uses both cores.
  // What is left from an earlier build is no part of the new one: with some files compiled anew and others not, a link may fail.
  let whole = [
    "-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo", "-Xfrontend",
    "-disable-incremental-llvm-codegen",
  ]
  let quickStart = ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]
  // The compiler holds its own output against LLVM's rules, which takes it a tenth of its time.
  let unverified = ["-Xfrontend", "-disable-llvm-verify"]
  for target in package.targets where target.type != .system {
    let options =
      (target.type == .test ? [] : quickStart) + unverified + (computing.contains(target.name) ? ["-O"] : [])
      + (target.name == "DriftwatchCommandTests" ? [] : whole)
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(options)]
  }
}

// And then it links the two programs that tests call thousands of times anew, with the runtime and Foundation inside and at a fixed address:
// a start costs a third less. In the same step as the tests it cannot be had, since what is linked to a program is linked to its tests.
if Context.environment["DRIFTWATCH_STATIC_PROGRAMS"] != nil {
  let libraries = [
    "CoreFoundation", "_FoundationICU", "_FoundationCShims", "_FoundationCollections", "dispatch", "BlocksRuntime",
  ]
  let inside =
    ["-static-stdlib", "-Xlinker", "--start-group"] + libraries.map { "-l\($0)" } + ["-Xlinker", "--end-group"]
  for target in package.targets where ["driftwatch", "fixture-contracts"].contains(target.name) {
    target.linkerSettings = [.unsafeFlags(inside + ["-lstdc++", "-lm", "-Xclang-linker", "-no-pie"])]
  }
}
