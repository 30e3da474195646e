import DriftModel
import DriftRules
import Foundation

extension SampleReport {
  /// A report with everything that people see first: a break, a silent loss, one still open, one resolved, one not
  /// checked, additions.
  static func makeTwoIncidents() -> RoundReport {
    let (products, landmarks) = (key("platzi-store", "products"), key("landmarks", "list"))
    let price = belonging(
      [
        Finding(
          rule: .fieldTypeChanged, level: .warning, key: products, path: "$[*].price",
          versions: [
            AffectedVersion(version: "v1", shippedIn: "1.0 to 1.4", property: "ProductDTO.price: Double"),
            AffectedVersion(version: "v2", shippedIn: "1.5", property: "ProductDTO.price: PriceDTO"),
          ], message: "$[*].price was number and is object {amount, currency}."
        ) {
          ($0.expected, $0.actual, $0.count, $0.total) = ("number", "object {amount, currency}", 20, 20)
        },
        Finding(
          rule: .decodeTypeMismatch, level: .breaking, key: products, path: "$[*].price",
          versions: [
            AffectedVersion(
              version: "v1", shippedIn: "1.0 to 1.4", property: "ProductDTO.price: Double", losesResponse: true)
          ], message: "ProductDTO.price expects Double and gets object {amount, currency}."
        ) {
          $0.example = Finding.Example(
            pointer: "/0/price", line: 1, column: 96, excerpt: #"{"amount":44,"currency":"USD"}"#)
          ($0.expected, $0.actual, $0.count, $0.total) = ("Double", "object {amount, currency}", 20, 20)
        },
      ], to: "7f3a000000000001")
    let category = belonging(
      [
        Finding(
          rule: .fieldEnumValueAdded, level: .warning, key: landmarks, path: "$[*].category",
          versions: [AffectedVersion(version: "v2", shippedIn: "2.0", property: "LandmarkDTO.category: Category")],
          message: #"$[*].category has a new value "Deserts"."#
        ) {
          ($0.expected, $0.actual) = (#"one of "Lakes", "Mountains", "Rivers""#, #"new value "Deserts""#)
          ($0.count, $0.total) = (3, 40)
        },
        Finding(
          rule: .mappingRecordDropped, level: .warning, key: landmarks, path: "$[*].category",
          versions: [AffectedVersion(version: "v2", shippedIn: "2.0")],
          message: "3 of 40 records are lost in Landmark, at most 0 % before; the app shows no error."
        ) {
          $0.example = Finding.Example(pointer: "/17")
          ($0.expected, $0.actual, $0.count, $0.total) = ("40 Landmark", "37", 3, 40)
          $0.mappings = [AffectedMapping(version: "v2", mapping: "Landmark", recordsIn: 40, recordsOut: 37)]
        },
        Finding(
          rule: .lossEnumFallback, level: .warning, key: landmarks, path: "$[*].category",
          versions: [AffectedVersion(version: "v2", shippedIn: "2.0", property: "LandmarkDTO.category: Category")],
          message: #"LandmarkDTO.category falls back for "Deserts"."#
        ) {
          $0.example = Finding.Example(pointer: "/17/category", line: 204, column: 19, excerpt: #""Deserts""#)
          ($0.expected, $0.actual, $0.count, $0.total) = ("Category", "unknown value", 3, 40)
        },
      ], to: "91c0000000000002")
    let counter = incident(
      "2b7e000000000003", key("omg-lol", "purls"), subject: "$.response.purls[*].counter",
      "counter is text, v1 expects Int", openedAt: ago(3_000), lastGoodAt: ago(3_015))
    var species = incident(
      "5d10000000000004", key("pokeapi", "species"), subject: "$.names", "app 1.0 cannot load species",
      openedAt: ago(130), lastGoodAt: ago(145))
    (species.state, species.resolvedAt) = (.resolved, now)
    let additions = (1...6).map { number in
      Finding(
        rule: .fieldAdded, level: .info, key: products, path: "$[*].extra\(number)",
        message: "$[*].extra\(number) is new: string; read by no version."
      ) { ($0.expected, $0.actual, $0.count, $0.total) = ("absent", "string", 20, 20) }
    }
    var report = report(
      [
        endpoint(
          "platzi-store", "products", .drift,
          versions: [
            version(
              "v1", "1.0 to 1.4", installs: 31, "[ProductDTO]", .fails,
              mappings: [mapping("Product", 20, 0, ran: false)]),
            version("v2", "1.5", installs: 64, "[ProductDTO]", mappings: [mapping("Product", 20, 20)]),
          ]),
        endpoint(
          "landmarks", "list", .drift,
          versions: [
            version("v1", "1.x", "[LandmarkDTO]", mappings: [mapping("Landmark", 40, 40)]),
            version("v2", "2.0", "[LandmarkDTO]", mappings: [mapping("Landmark", 40, 37)]),
          ]),
        endpoint("omg-lol", "purls", .drift, versions: [version("v1", "1.0", "PURLResponse", .fails)]),
        endpoint("pokeapi", "species"), endpoint("todo", "items", .auth, reason: "401, token TODO_TOKEN refused"),
      ], findings: price + category + additions,
      incidents: [
        IncidentReport(
          incident: incident(
            "7f3a000000000001", products, subject: "$[*].price", "app 1.0 to 1.4 cannot load products", openedAt: now,
            lastGoodAt: ago(15), responsesBefore: 2_880, findings: price), transition: .opened, shortID: "7F3A"),
        IncidentReport(
          incident: incident(
            "91c0000000000002", landmarks, subject: "$[*].category", level: .warning,
            "3 of 40 Landmark are missing in v2",
            openedAt: now, lastGoodAt: ago(15), responsesBefore: 61, versions: ["v2"], findings: category),
          transition: .opened, shortID: "91C0"),
        IncidentReport(incident: counter, transition: nil, shortID: "2B7E"),
        IncidentReport(incident: species, transition: .resolved, shortID: "5D10"),
      ], exitCode: 1,
      reasons: ["2 breaking findings", "1 of 11 endpoints could not be checked"])
    (report.summary.endpoints, report.summary.checked) = (11, 10)
    return report
  }

  static func makeAdditions() -> RoundReport {
    let detail = key("pokeapi", "detail")
    var findings = (1...312).map { number in
      Finding(
        rule: .fieldAdded, level: .info, key: detail, path: "$.sprites.versions.generation_\(number).animated",
        message: "$.sprites.versions.generation_\(number).animated is new: object; read by no version."
      ) { ($0.expected, $0.actual, $0.count, $0.total) = ("absent", "object", 13, 13) }
    }
    findings.append(
      Finding(
        rule: .fieldBecameNullable, level: .info, key: detail, path: "$.base_experience",
        message: "$.base_experience can be null now; read by no version."
      ) { ($0.expected, $0.actual, $0.count, $0.total) = ("number", "null", 2, 13) })
    findings += (1...4).map { number in
      Finding(
        rule: .evidenceNeverSeen, level: .info, key: key("landmarks", "items"), path: "$.items[*].note\(number)",
        versions: [AffectedVersion(version: "v4", property: "LandmarkDTO.note\(number): String?")],
        message: "LandmarkDTO.note\(number) was never there.", subject: "v4"
      ) { ($0.expected, $0.actual, $0.count, $0.total) = ("String?", "nothing", 24, 24) }
    }
    return report(
      [
        endpoint(
          "pokeapi", "detail", versions: [version("v1", "1.0", "PokemonDTO", mappings: [mapping("Pokemon", 13, 13)])]),
        endpoint(
          "landmarks", "items",
          versions: [version("v4", "4.0", "[LandmarkDTO]", mappings: [mapping("Landmark", 24, 22)])]),
        endpoint("todo", "items", .notDue),
      ], findings: findings)
  }

  /// A provider, a file name and an error text that try to forge lines, colours and reading direction.
  static func makeHostile() -> RoundReport {
    let evil =
      "\u{1B}[2J\u{1B}]0;owned\u{07}\n::error title=forged::line\r\n\u{202E}gnp.exe\u{2066}\u{0}\u{9B}31m</testcase>&"
    let here = key("platzi-store", "products")
    let deep = "$" + (1...40).map { ".level_number_\($0)" }.joined()
    let findings = belonging(
      [
        Finding(
          rule: .decodeTypeMismatch, level: .breaking, key: here, path: "$['\(evil)']",
          versions: [
            AffectedVersion(version: "v1", shippedIn: "1.0\n2.0", property: "DTO.\(evil): Int", losesResponse: true)
          ], message: "DTO.\(evil) expects Int."
        ) {
          $0.paths = [deep]
          $0.example = Finding.Example(
            pointer: "/\(evil)", line: 1, column: 1, excerpt: String(repeating: "漢字🙂", count: 60) + evil)
          ($0.expected, $0.actual, $0.count, $0.total) = ("Int\(evil)", evil, 1_234_567, 1_234_567)
          $0.hint = "try % of 100%, or: \(evil)"
        },
        Finding(
          rule: .decodeKeyNotFound, level: .breaking, key: here, path: deep,
          versions: [AffectedVersion(version: "v1", losesResponse: true)],
          message: "\(deep) is required and is not there. e\(String(repeating: "\u{301}", count: 90))"
        ) { ($0.expected, $0.actual, $0.count, $0.total) = ("String", "nothing", 1, 1) },
      ], to: "0bad000000000001")
    return report(
      [
        endpoint(
          "platzi-store", "products", .drift,
          versions: [
            version("v1", "1.0\n2.0", "Type<\(evil)>", .fails, mappings: [mapping("Map\(evil)", 0, 0, ran: false)])
          ]),
        endpoint("todo", "items", .transport, reason: "could not resolve \(evil)"),
        endpoint("todo", "列表", .requestError, reason: "拒否されました 👩‍👩‍👧‍👦 " + String(repeating: "長", count: 90)),
      ], findings: findings,
      incidents: [
        IncidentReport(
          incident: incident(
            "0bad000000000001", here, subject: "$", "app \(evil) cannot load products", openedAt: now,
            lastGoodAt: Date(timeIntervalSince1970: .infinity), responsesBefore: 1, findings: findings),
          transition: .opened, shortID: "0BAD")
      ], exitCode: 1, reasons: ["drift in \(evil)"], round: round(1, seconds: .infinity))
  }

  /// One cause with many consequences, a crash, a prediction, and versions by the dozen.
  static func makeManyFindings() -> RoundReport {
    let (products, list) = (key("platzi-store", "products"), key("todo", "items"))
    let names = ["title", "price", "images", "category", "slug", "description", "creationAt", "updatedAt"]
    let lost = belonging(
      [
        Finding(
          rule: .fieldRemoved, level: .warning, key: products, path: "$[*].details",
          message: "$[*].details is gone; it was object."
        ) {
          $0.paths = (1...9).map { "$[*].related[*].item\($0).details" }
          ($0.expected, $0.actual, $0.count, $0.total) = ("object", "absent", 50, 50)
          ($0.confidence, $0.hint) = (0.8, "perhaps renamed to \"info\"")
        }
      ]
        + names.map { name in
          Finding(
            rule: .decodeKeyNotFound, level: .breaking, key: products, path: "$[*].details.\(name)",
            versions: [AffectedVersion(version: "v1", property: "DetailsDTO.\(name): String", losesResponse: true)],
            message: "DetailsDTO.\(name) is required and is not there."
          ) {
            $0.example = Finding.Example(pointer: "/0/details/\(name)")
            ($0.expected, $0.actual, $0.count, $0.total) = ("String", "nothing", 50, 50)
          }
        }, to: "aa00000000000001")
    let crash = belonging(
      [
        Finding(
          rule: .mappingCrash, level: .breaking, key: list,
          versions: [AffectedVersion(version: "current", losesResponse: true)],
          message: "Mapping CategoryAndItems crashes the app: Index out of range.", subject: "CategoryAndItems"
        ) {
          $0.actual = "Index out of range"
          ($0.count, $0.total) = (1, 1)
          $0.mappings = [AffectedMapping(version: "current", mapping: "CategoryAndItems")]
        }
      ], to: "bb00000000000002")
    let risk = belonging(
      [
        Finding(
          rule: .fieldBecameNullable, level: .warning, key: list, path: "$.data.items[*].title",
          versions: [AffectedVersion(version: "current", property: "ToDoItem.title: String")],
          message: "$.data.items[*].title can be null now."
        ) {
          ($0.expected, $0.actual, $0.count, $0.total) = ("string", "null", 1, 50)
          $0.isPrediction = true
        }
      ], to: "cc00000000000003")
    return report(
      [
        endpoint(
          "platzi-store", "products", .drift,
          versions: [
            version("v1", installs: 4, "[ProductDTO]", .fails, mappings: [mapping("Product", 0, 0, ran: false)])
          ]
            + (2...12).map {
              version("v\($0)", "\($0).0", installs: 8, "[ProductDTO]", mappings: [mapping("Product", 50, 50)])
            }),
        endpoint(
          "todo", "items", .drift,
          versions: [
            version("current", nil, "ItemsResponse", mappings: [mapping("CategoryAndItems", 0, 0, ran: false)])
          ]),
      ], findings: lost + crash + risk,
      incidents: [
        IncidentReport(
          incident: incident(
            "aa00000000000001", products, subject: "$[*].details", "v1 cannot load products",
            openedAt: Date(timeIntervalSince1970: 1_795_132_800),
            lastGoodAt: Date(timeIntervalSince1970: 1_792_454_400),
            responsesBefore: 1, findings: lost), transition: .opened, shortID: "AA00"),
        IncidentReport(
          incident: incident(
            "bb00000000000002", list, subject: "mapping CategoryAndItems", "current crashes on items", openedAt: now,
            lastGoodAt: nil, versions: ["current"], findings: crash), transition: .opened, shortID: "BB00"),
        IncidentReport(
          incident: incident(
            "cc00000000000003", list, subject: "$.data.items[*].title", level: .warning,
            "$.data.items[*].title can be null now.", openedAt: now, lastGoodAt: ago(20), responsesBefore: 20,
            versions: ["current"], findings: risk), transition: .opened, shortID: "CC00"),
      ], exitCode: 1, reasons: ["2 breaking findings"])
  }
}
