// swift-tools-version: 6.2
import PackageDescription

// Nested, so that the root package needs no simdjson (Debian: libsimdjson-dev). See docs/performance.md.
let upcoming = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
]
let package = Package(
  name: "driftwatch-benchmarks",
  dependencies: [.package(name: "driftwatch", path: "../..")],
  targets: [
    .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CSimdjson",
        .product(name: "JSONDocument", package: "driftwatch"),
        .product(name: "TracingDecoder", package: "driftwatch"),
        .product(name: "PayloadShape", package: "driftwatch"),
      ],
      swiftSettings: upcoming.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]),
    // The fetcher against a bare libcurl loop; needs no simdjson: docs/performance.md.
    .target(name: "CBareCurl", linkerSettings: [.linkedLibrary("curl")]),
    .executableTarget(
      name: "fetching", dependencies: ["CBareCurl", .product(name: "Fetching", package: "driftwatch")],
      swiftSettings: upcoming.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]),
    // Ten thousand endpoints; needs no simdjson either.
    .executableTarget(
      name: "crowd",
      dependencies: [
        .product(name: "ContractKit", package: "driftwatch"),
        .product(name: "DriftwatchCommand", package: "driftwatch"),
      ],
      swiftSettings: upcoming.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17)
