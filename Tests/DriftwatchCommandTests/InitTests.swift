import Foundation
import TestSupport
import Testing

@Suite("A package of a team's own, through the command")
struct InitTests {
  let driftwatch: Driftwatch
  let server: HostileServer
  var package: String { driftwatch.place.path("shop-drift") }

  init() throws {
    driftwatch = try Driftwatch()
    server = try HostileServer(files: driftwatch.place.path("files"))
    try driftwatch.place.write(
      #"[{"id": 7, "title": "Ada's lamp", "price": 3.5, "updatedAt": "2026-11-01T10:00:00Z"}, {"id": 1, "title": "Rug", "price": 8}]"#,
      to: "files/products.json")
    try driftwatch.place.write(#"{"data": [{"id": "a", "total": 3}]}"#, to: "files/orders.json")
  }

  private func call(_ arguments: [String], environment: [String: String] = [:]) async throws -> Program.Ending {
    try await driftwatch.call(
      ["init", "shop-drift"] + arguments,
      environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
        .merging(environment) { $1 }, folder: driftwatch.place.url.path)
  }

  private func files() throws -> [String: String] {
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: package) {
      found[path] = try? String(contentsOfFile: "\(package)/\(path)", encoding: .utf8)
    }
    return found
  }

  @Test(
    "It has a contract, types, redacted recordings, settings, units and a workflow, and no secret; it overwrites nothing"
  )
  func written() async throws {
    let urls = [
      "--url", server.url("/files/products.json"), "--url", server.url("/files/orders.json?key=\(Driftwatch.canary)"),
    ]
    let ending = try await call(urls + ["--query-env", "key=SHOP_KEY"], environment: ["SHOP_KEY": Driftwatch.canary])
    #expect(ending.code == 0, "\(ending)")
    #expect(ending.text.hasPrefix("shop-drift: 13 files in shop-drift\n"), "\(ending.text)")
    #expect(ending.text.contains("2 endpoints, 2 responses recorded, redacted"), "\(ending.text)")
    let files = try files()
    for path in [
      "Package.swift", "README.md", ".gitignore", "driftwatch.json", "Sources/shop-drift/main.swift", "deploy/crontab",
      "deploy/shop-drift.service", "deploy/shop-drift.timer", ".github/workflows/shop-drift.yml", "Dockerfile",
      ".dockerignore",
      "Contracts/Shop/V1/Types.swift", "Contracts/Shop/V1/Adapter.swift",
    ] { #expect(files[path] != nil, "\(path)") }
    let recordings = files.filter { $0.key.contains("/Recordings/") && !$0.key.hasSuffix(".meta.json") }
    #expect(recordings.count == 2 && !recordings.values.contains { $0.contains("Ada") })
    #expect(!files.values.contains { $0.contains(Driftwatch.canary) })
    #expect(files["deploy/crontab"]?.contains("/usr/local/bin/shop-drift check --only-due") == true)
    #expect(files["deploy/shop-drift.service"]?.contains("/usr/local/bin/driftwatch") == false)
    #expect(files[".github/workflows/shop-drift.yml"]?.contains("deploy/driftwatch") == false)
    let again = try await call(urls)
    #expect(again.code == 2 && again.errors.contains("is there already, and init overwrites nothing"), "\(again)")
    #expect(try self.files() == files)
  }

  @Test("No person's address is a member in the code, and a recording keeps the names that the code asks for")
  func namesOfPeople() async throws {
    try driftwatch.place.write(
      #"{"First Name": "Ada", "votes": {"Berlin": 1, "anna.schmidt@mail.example": 2}, "one": {"count": 1, "ben@mail.example": []}}"#,
      to: "files/profile.json")
    let ending = try await call(["--url", server.url("/files/profile.json")])
    #expect(ending.code == 0, "\(ending)")
    let files = try files()
    let types = try #require(files["Contracts/Shop/V1/Types.swift"])
    #expect(types.contains("let votes: [String: Int]") && types.contains("\"First Name\""), "\(types)")
    #expect(!files.contains { $0.value.contains("mail.example") || $0.key.contains("mail.example") })
    let recording = try #require(
      files.first { $0.key.contains("/Recordings/") && !$0.key.hasSuffix(".meta.json") && $0.value.contains("votes") })
    #expect(recording.value.contains("First Name") && recording.value.contains("count"), "\(recording.value)")
  }

  @Test("Its image is built from files that are there, has its own program, and only what the builder gets")
  func image() async throws {
    let ending = try await call(
      ["--url", server.url("/files/products.json"), "--query-env", "key=SHOP_KEY"], environment: ["SHOP_KEY": "k"])
    #expect(ending.code == 0, "\(ending)")
    let files = try files()
    let text = try #require(files["Dockerfile"])
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let sources = Driftwatch.repository.path
    func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
    let allowed = (files[".dockerignore"] ?? "").split(separator: "\n").filter { $0.hasPrefix("!") }.map {
      $0.dropFirst()
    }
    var copied = 0
    for line in lines where line.hasPrefix("COPY ") && !line.contains("--from=build") && !line.contains("--from=system")
    {
      let words = line.split(separator: " ").map(String.init)
      if words[1] == "--from=driftwatch" {
        #expect(isThere("\(sources)/\(words[2])") && words[3] == "\(sources)/\(words[2])", "\(line)")
      } else {
        #expect(allowed.contains { $0 == words[1] }, "\(line)")
        #expect(isThere("\(package)/\(words[1].replacing(".*", with: ".swift"))"), "\(line)")
      }
      copied += 1
    }
    #expect(copied == 8, "\(lines)")
    // The manifest leads to the folder into which the sources go, and has the program.
    #expect(files["Package.swift"]?.contains(#"path: "\#(sources)")"#) == true)
    #expect(files["Package.swift"]?.contains(#".executableTarget(name: "shop-drift""#) == true)
    for part in [
      "swift build -c release --static-swift-stdlib --product shop-drift", "strip /out/shop-drift",
      "COPY --from=build /out/shop-drift /usr/local/bin/shop-drift", "USER 65532:65532", #"ENTRYPOINT ["shop-drift"]"#,
      #"CMD ["shop-drift", "status", "--alive", "--quiet"]"#, "STATE_DIRECTORY=/var/lib/shop-drift",
      "DRIFTWATCH_CONTRACTS=/usr/share/shop-drift/Contracts", "COPY Contracts /usr/share/shop-drift/Contracts",
      "-e SHOP_KEY shop-drift", "--build-context driftwatch=\(sources) -t shop-drift .",
    ] { #expect(text.contains(part), "\(part)") }
    // All else that is called driftwatch is the sources and the file of settings.
    let rest = text.replacing(sources, with: "").replacing("driftwatch.json", with: "")
      .replacing("--from=driftwatch", with: "").replacing("--build-context driftwatch=", with: "")
    #expect(!rest.contains("driftwatch"), "\(rest)")
  }

  @Test(
    "What it writes compiles, whatever things are called",
    arguments: [
      [
        "versions": #"[{"id": 1}]"#, "contracts": #"{"id": 1}"#, "endpoints": "[]", "mappings": "[1]",
        "strings": #"["a"]"#,
      ],
      [
        "items": #"[{"id": 1, "mapping": {"e": 1}, "reads": {"f": 1}, "version": {"v": 1}}]"#, "a/items": #"{"id": 2}"#,
      ],
      [
        "urls": #"[{"calendar": {"a": 1}, "result": {"b": 1}, "process": {"c": 1}, "ids": ["x"]}]"#,
        "results": #"{"data": {"unit": {"locale": {"d": 1}}, "set": [{"e": 1}]}}"#,
        "timer": #"{"next": 1, "items": [{"f": 1}]}"#,
      ],
      ["product": #"[{"product_response": {"id": 1}}]"#, "class": #"{"init": {"self": 1}}"#],
    ])
  func compiles(_ files: [String: String]) async throws {
    for (name, text) in files { try driftwatch.place.write(text, to: "files/odd/\(name).json") }
    let ending = try await call(files.keys.sorted().flatMap { ["--url", server.url("/odd/\($0)")] })
    try #require(ending.code == 0, "\(ending)")
    try await typecheck()
  }

  /// Whether the compiler takes the types and the adapter.
  private func typecheck() async throws {
    let folder = "\(package)/Contracts/Shop/V1"
    let modules = Program.products.appending(path: "Modules").path
    let checked = try await Program(
      "/usr/bin/env",
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-I", modules, "\(folder)/Types.swift",
        "\(folder)/Adapter.swift",
      ], environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
    ).end()
    #expect(checked.code == 0, "\(checked.errors)")
  }

  @Test(
    "Words of closed sets that a program made stay in recordings, and are enums; what may be of people does neither")
  func words() async throws {
    let people = ["ada", "bob", "eve"]
    let records = (0..<24).map { number in
      """
      {"id": \(number), "status": "\(["active", "on-hold"][number % 2])", "currency": "\(["EUR", "USD"][number % 2])",
       "customer": {"name": "\(people[number % 3])", "city": "\(["BERLIN", "ROME"][number % 2])", "role": "\(["admin", "guest"][number % 2])"},
       "author": "\(people[number % 3])", "kin": "\(["Zoe", "Tim"][number % 2])", "tags": ["new", "hot"],
       "rare": "\(number == 3 ? "once" : ["often", "rarely"][number % 2])"}
      """
    }
    try driftwatch.place.write("[\(records.joined(separator: ","))]", to: "files/products/index.json")
    try driftwatch.place.write(
      #"{"id": 7, "status": "on-hold", "other": {"status": "eve"}}"#, to: "files/products/7.json")
    let ending = try await call(["--url", server.url("/files/products"), "--url", server.url("/files/products/7")])
    #expect(ending.code == 0, "\(ending)")
    #expect(ending.text.contains("  words of closed sets stay: products $[*].currency, "), "\(ending.text)")
    let files = try files()
    let adapter = files["Contracts/Shop/V1/Adapter.swift"] ?? ""
    for line in [
      #".recording(keep: ["$[*].currency", "$[*].customer.role", "$[*].status", "$[*].tags[*]"])"#,
      #".recording(keep: ["$.status"])"#,
    ] { #expect(adapter.contains(line), "\(adapter)") }
    let types = files["Contracts/Shop/V1/Types.swift"] ?? ""
    #expect(
      types.contains("enum Status: String, Decodable {") && types.contains(#"case onHold = "on-hold""#), "\(types)")
    #expect(types.contains("case unknown = \"\""), "\(types)")
    try await typecheck()
    let recordings = files.filter { $0.key.contains("/Recordings/") && !$0.key.hasSuffix(".meta.json") }.values
    #expect(recordings.count == 2)
    for word in ["active", "on-hold", "EUR", "USD", "admin", "guest", "new", "hot"] {
      #expect(recordings.contains { $0.contains("\"\(word)\"") }, "\(word)")
    }
    #expect(recordings.allSatisfy { $0.contains("\"on-hold\"") })
    for word in people + ["BERLIN", "ROME", "Zoe", "Tim", "once", "often"] {
      #expect(!files.values.contains { $0.contains("\"\(word)\"") }, "\(word)")
    }
  }

  @Test("What tells kinds of objects apart stays, unless it is somebody's name", arguments: ["type", "author"])
  func kinds(_ member: String) async throws {
    let blocks = (0..<24).map { number in
      #"{"\#(member)": "\#(["alpha", "omega"][number % 2])", "\#(["body", "width"][number % 2])": 1, "\#(["lang", "height"][number % 2])": 2}"#
    }
    try driftwatch.place.write("[\(blocks.joined(separator: ","))]", to: "files/blocks.json")
    let ending = try await call(["--url", server.url("/files/blocks")])
    #expect(ending.code == 0, "\(ending)")
    let files = try files()
    let holding = files.filter { $0.value.contains("alpha") || $0.value.contains("omega") }.keys
    if member == "type" {
      #expect(files["Contracts/Shop/V1/Adapter.swift"]?.contains(#".recording(keep: ["$[*].type"])"#) == true)
      #expect(files["Contracts/Shop/V1/Types.swift"]?.contains(#"case "alpha": self = .alpha("#) == true)
      #expect(holding.count == 2, "\(holding)")
    } else {
      #expect(holding.isEmpty, "\(holding)")
    }
  }

  @Test("Of an envelope all members are read, and its records are named after what the URL is about")
  func envelope() async throws {
    try driftwatch.place.write(
      #"{"count": 2, "next": "https://shop.example.com/orders?page=2", "results": [{"id": 7, "total": 3, "calendar": {"x": 1}}]}"#,
      to: "files/orders.json")
    try driftwatch.place.write(
      #"{"products": [{"id": 7}], "page": {"number": 1}, "isLast": true}"#, to: "files/products.json")
    let ending = try await call(["orders", "products"].flatMap { ["--url", server.url("/files/\($0)")] })
    #expect(ending.code == 0, "\(ending)")
    let files = try files()
    let adapter = files["Contracts/Shop/V1/Adapter.swift"] ?? ""
    let types = files["Contracts/Shop/V1/Types.swift"] ?? ""
    for line in [
      #"Reads("orders", as: OrderResponseDTO.self) {"#,
      #"Mapping("Order", records: "$.results[*]", each: \.results, to: { Order($0) }, identity: \.id)"#,
      #"Reads("products", as: ProductResponseDTO.self) {"#,
      #"Mapping("Product", records: "$.products[*]", each: \.products, to: { Product($0) }, identity: \.id)"#,
    ] { #expect(adapter.contains(line), "\(adapter)") }
    for lines in [
      "  let calendar: OrderCalendarDTO\n",
      "struct OrderResponseDTO: Decodable {\n  let count: Int\n  let next: URL\n  let results: [OrderDTO]\n}",
      "struct ProductResponseDTO: Decodable {\n  let products: [ProductDTO]\n  let page: PageDTO\n  let isLast: Bool\n}",
    ] { #expect(types.contains(lines), "\(types)") }
  }

  @Test("A secret that would stand in a file, or go to two hosts, is refused before anything is written or sent")
  func secrets() async throws {
    let secret = "SECRETSECRET1"
    try driftwatch.place.write(#"{"\#(secret)": 1}"#, to: "files/echo.json")
    for url in ["/files/products.json?x=\(secret)", "/files/echo.json"] {
      let ending = try await call(
        ["--url", server.url(url), "--query-env", "key=SHOP"], environment: ["SHOP": secret])
      #expect(ending.code == 2 && ending.errors.contains("would stand in"), "\(ending)")
      #expect(!FileManager.default.fileExists(atPath: package))
    }
    let other = try HostileServer(files: driftwatch.place.path("files"))
    let two = try await call(
      ["--url", server.url("/files/orders.json"), "--url", other.url("/files/orders.json"), "--bearer-env", "SHOP"],
      environment: ["SHOP": secret])
    #expect(two.code == 2 && two.errors.contains("belongs to one of them"), "\(two)")
    #expect(try other.requests(under: "/files").isEmpty)
  }

  /// Files that may be no longer than some KiB stand for a disk that is full; all tools are away, so that only the command writes.
  private func limited(_ kilobytes: Int, _ path: String) async throws -> Program.Ending {
    try await Program(
      "/bin/bash",
      [
        "-c",
        "ulimit -f \(kilobytes); PATH=/nonexistent exec \(driftwatch.shellWords) init shop-drift --url \(server.url(path))",
      ], folder: driftwatch.place.url.path
    ).end()
  }

  @Test(
    "A write that fails in the middle leaves nothing, so that the next call can begin again",
    arguments: [(2, "orders.json", "cannot be written; is space left?"), (40, "long.json", "it could not be recorded")])
  func unwritable(_ kilobytes: Int, _ file: String, _ words: String) async throws {
    let records = (0..<2000).map { #"{"id": \#($0), "title": "\#(String(repeating: "x", count: 40))"}"# }
    try driftwatch.place.write("[\(records.joined(separator: ","))]", to: "files/long.json")
    let before = try FileManager.default.contentsOfDirectory(atPath: driftwatch.place.url.path)
    for isThere in [false, true] {
      if isThere { try driftwatch.place.write("mine", to: "shop-drift/NOTES") }
      let ending = try await limited(kilobytes, "/files/\(file)")
      #expect(ending.code == 4 && ending.errors.contains(words), "\(ending)")
      #expect(ending.errors.split(separator: "\n").last?.contains("othing was left there") == true, "\(ending)")
      let after = try FileManager.default.contentsOfDirectory(atPath: driftwatch.place.url.path)
      #expect(Set(after) == Set(before + (isThere ? ["shop-drift"] : [])))
      if isThere { #expect(try files() == ["NOTES": "mine"]) }
    }
    let again = try await call(["--url", server.url("/files/\(file)")])
    #expect(again.code == 0, "\(again)")
    #expect(try files()["NOTES"] == "mine" && files()["Contracts/Shop/V1/Types.swift"] != nil)
  }

  @Test("What is in the way of a folder is left as it is, and nothing is put beside it")
  func inTheWay() async throws {
    try driftwatch.place.write("mine", to: "shop-drift/Sources")
    let ending = try await call(["--url", server.url("/files/orders.json")])
    #expect(ending.code == 2 && ending.errors.contains("Sources is there already"), "\(ending)")
    #expect(try files() == ["Sources": "mine"])
  }

  @Test("A URL that gives no response is named, and the package is made of the others")
  func partly() async throws {
    let secret = "SECRETSECRET1"
    let urls = [
      "/status/503?key=\(secret)", "/files/orders.json", "/html", "/files/none.json", "/files/products.json",
    ]
    let ending = try await call(
      urls.flatMap { ["--url", server.url($0)] } + ["--query-env", "key=SHOP"], environment: ["SHOP": secret])
    #expect(ending.code == 0 && ending.text.contains("2 endpoints, 2 responses recorded"), "\(ending)")
    for words in ["the status is 503; it is left out", "/html: the response is no JSON; it is", "status is 404; it is"]
    {
      #expect(ending.errors.contains(words), "\(ending)")
    }
    #expect(!(ending.text + ending.errors).contains(secret))
    // What operates it names the variable of the credential.
    let files = try files()
    #expect(files["deploy/crontab"]?.contains("\n# SHOP=…\n") == true)
    #expect(
      files["deploy/shop-drift.service"]?.contains("write SHOP=… into /etc/shop-drift/environment") == true)
    #expect(files[".github/workflows/shop-drift.yml"]?.contains("SHOP: ${{ secrets.SHOP }}") == true)
    #expect(!files.values.contains { $0.contains(secret) })
  }

  @Test(
    "Queries of one path are one endpoint if the responses are of one kind, which is said, and else endpoints of their own"
  )
  func queries() async throws {
    let (items, shops) = ("https://shop.example.com/v1/items", "https://shop.example.com/v1/shops")
    let exchanges = [
      ("\(shops)", #"[{\"id\": 1}]"#), ("\(shops)?page=2", #"[{\"id\": 2}, {\"id\": null}]"#),
      ("\(items)?page=1&appid=k3y", #"[{\"id\": 1, \"name\": \"a\"}]"#),
      ("\(items)?page=2&appid=k3y", #"[{\"id\": 2, \"name\": null}]"#),
      ("\(items)?page=3&appid=k3y", "[]"),
      ("\(items)?page=1&appid=k3y&kind=Special%20offer", #"{\"offers\": [{\"until\": 3}]}"#),
    ]
    let entries = exchanges.enumerated().map { index, exchange in
      #"{"startedDateTime": "2026-11-0\#(index + 1)T10:00:00Z", "request": {"method": "GET", "url": "\#(exchange.0)"}, "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "text": "\#(exchange.1)"}}}"#
    }
    let file = try driftwatch.place.write(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#, to: "a.har")
    let ending = try await call(["--har", file])
    #expect(ending.code == 0 && ending.text.contains("  shops, items, items-special-offer\n"), "\(ending)")
    #expect(ending.text.contains("  items: 3 URLs that differ in page are one endpoint, since"), "\(ending.text)")
    #expect(
      ending.errors.contains("the value of the query item appid stands in the contract; if it is a secret"), "\(ending)"
    )
    #expect(!ending.errors.contains("k3y") && !ending.text.contains("k3y"))
    let files = try files()
    let adapter = files["Contracts/Example/V1/Adapter.swift"] ?? ""
    for line in [
      #"Endpoint("items", get: "/items", query: ["page": "1", "appid": "k3y"], every: .minutes(15))"#,
      #"Endpoint("items-special-offer", get: "/items", query: ["page": "1", "appid": "k3y", "kind": "Special offer"], every"#,
      #"Reads("items-special-offer", as: SpecialOfferItemDTO.self"#,
    ] { #expect(adapter.contains(line), "\(adapter)") }
    // Each recording is of the endpoint whose query it was sent with.
    let recorded = files.filter { $0.key.contains("/Recordings/") && $0.key.hasSuffix(".meta.json") }
    #expect(recorded.count == 3, "\(recorded.keys)")
    for (path, meta) in recorded {
      let isOffer = files[path.replacing(".meta.json", with: ".json")]?.contains("offers") ?? false
      let endpoint = isOffer ? "items-special-offer" : path.contains("/shops/") ? "shops" : "items"
      #expect(meta.contains(#""endpoint" : "\#(endpoint)""#), "\(meta)")
    }
  }

  @Test("A command that is not known is told with the program's own name")
  func ownName() async throws {
    let link = driftwatch.place.path("shop-drift")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: Program.products.appending(path: "driftwatch").path)
    let ending = try await Program(link, ["chek"]).end()
    #expect(ending.code == 2 && ending.errors.contains("did you mean check?; see shop-drift --help"), "\(ending)")
  }

  @Test("Archives give what a host responded, and nothing of others")
  func archive() async throws {
    let entries = [("https://shop.example.com/v1/items", "[{\\\"id\\\": 1}]"), ("https://ads.example.org/x", "{}")].map
    {
      #"{"startedDateTime": "2026-11-01T10:00:00Z", "request": {"method": "GET", "url": "\#($0.0)"}, "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "text": "\#($0.1)"}}}"#
    }
    let file = try driftwatch.place.write(#"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#, to: "a.har")
    let ending = try await call(["--har", file, "--host", "shop.example.com"])
    #expect(ending.code == 0 && ending.text.contains("example  https://shop.example.com/v1  items"), "\(ending)")
    #expect(!ending.text.contains("ads"), "\(ending.text)")
  }

  @Test(
    "What it lacks is one line, and nothing is written",
    arguments: [
      ([], 2, "init needs responses"),
      (["--url", "https://x.invalid/", "--bearer-env", "to ken"], 2, "the name of a variable"),
      (["--url", "https://x.invalid/", "--query-env", "key"], 2, "needs NAME=VARIABLE"),
      (["--url", "/status/503"], 3, "the status is 503"), (["--har", "none.har"], 2, "cannot be read"),
      (["--url", "/html"], 3, "the response is no JSON"), (["--har", "empty.har"], 2, "no response was seen"),
      (["--url", "/html", "--url", "/status/503"], 3, "the response is no JSON"),
      (["--url", "/files/orders.json", "--name", "My Shop"], 2, "is no name for a package"),
      (["--url", "/files/orders.json", "--driftwatch", "/tmp"], 2, "is not the folder of Driftwatch's package"),
    ] as [([String], Int32, String)])
  func wrong(_ arguments: [String], _ code: Int32, _ words: String) async throws {
    try driftwatch.place.write(#"{"log": {"entries": []}}"#, to: "empty.har")
    let ending = try await call(arguments.map { $0.hasPrefix("/") && $0 != "/tmp" ? server.url($0) : $0 })
    #expect(ending.code == code && ending.errors.contains(words), "\(ending)")
    #expect(!FileManager.default.fileExists(atPath: package))
  }

  @Test(
    "It builds and runs at once, and a change of the API is an alarm",
    .enabled(if: ProcessInfo.processInfo.environment["DRIFTWATCH_TEST_PACKAGE"] != nil), .timeLimit(.minutes(30)))
  func builds() async throws {
    let urls = ["--url", server.url("/files/products.json"), "--url", server.url("/files/orders.json")]
    #expect(try await call(urls).code == 0)
    let environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("SWIFT") && !$0.key.hasPrefix("DRIFTWATCH")
    }
    func run(_ words: [String]) async throws -> Program.Ending {
      try await Program("/usr/bin/env", ["--chdir=" + package] + words, environment: environment).end(within: 1700)
    }
    let built = try await run(["swift", "build"])
    try #require(built.code == 0, "\(built.text.suffix(3000))")
    let recorded = try await run([".build/debug/shop-drift", "check", "--from", "recordings"])
    #expect(recorded.code == 0 && recorded.text.hasPrefix("OK  1 API, 2 endpoints, 2 version checks"), "\(recorded)")
    let check = [".build/debug/shop-drift", "check", "--db", driftwatch.ledger]
    #expect(try await run(check).code == 0)
    try driftwatch.place.write(#"[{"id": 7, "title": "Lamp", "price": "3.5"}]"#, to: "files/products.json")
    let changed = try await run(check)
    #expect(changed.code == 1 && changed.text.hasPrefix("BREAKING: app 1.0 cannot load products"), "\(changed)")
  }
}
