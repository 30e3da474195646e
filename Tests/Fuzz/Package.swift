// swift-tools-version: 6.2
import PackageDescription

// Nested, since libFuzzer's flags are unsafe flags, which the root package does without. `run` builds it: coverage is
// counted only in modules that are compiled with `-sanitize=fuzzer`, and those of the root package get it from there.
let upcoming = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault",
]
let package = Package(
  name: "driftwatch-fuzz",
  dependencies: [.package(name: "driftwatch", path: "../..")],
  targets: [
    .systemLibrary(name: "CLibFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CLibFuzzer",
        .product(name: "JSONDocument", package: "driftwatch"),
        .product(name: "TracingDecoder", package: "driftwatch"),
        .product(name: "PayloadShape", package: "driftwatch"),
        // Brings every other module of the program along.
        .product(name: "DriftwatchCommand", package: "driftwatch"),
      ],
      swiftSettings: upcoming.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)],
      // lld, since gold of binutils 2.40 stops at the debug information of the fuzzer's runtime.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ],
  swiftLanguageModes: [.v6])
