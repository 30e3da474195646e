import Testing

@testable import DriftwatchCommand

struct WrongConfiguration: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let words: [String]

  init(_ testDescription: String, _ text: String, _ words: String...) {
    (self.testDescription, self.text, self.words) = (testDescription, text, words)
  }
}

/// Configuration files that are taken, and such that are refused, for what reads them and for the schema.
enum ConfigurationExamples {
  /// Every key, with comments.
  static var whole: String {
    // Options that come and go with the rest of the command.
    let later = [
      ("limits.retries", "1"), ("limits.http2", "true"), ("limits.allowPrivateAddresses", "false"),
      ("limits.allowMetadataAddresses", "false"), ("limits.codeMemory", "512"), ("limits.bodiesInMemory", "\"16MiB\""),
      ("metrics", #""driftwatch.prom""#), ("logFormat", #""json""#),
    ].filter { Setting.named($0.0) != nil }
    let more = later.filter { $0.0.hasPrefix("limits.") }.map { #""\#($0.0.dropFirst(7))": \#($0.1), "# }
    let top = later.filter { !$0.0.hasPrefix("limits.") }.map { #", "\#($0.0)": \#($0.1)"# }
    return #"""
      // how this machine checks
      {
        "schemaVersion": 1,
        "perspective": "eu-west", "environment": "staging", /* not
        production */ "db": "state/ledger.sqlite",
        "contracts": "/srv/Contracts", "recordings": "/srv/recordings", "record": true, "failOn": "warning", "candidate": "fail", "format": "json", "quiet": true,
        "colour": "never", "deadline": "2m", "maxAge": 900, "repeatAfter": "12h", "blindAfter": "1h", "blindChecks": 3,
        "limits": {
          "timeout": 2.5, "connectTimeout": "1s", "codeTimeout": 20, "bodyBytes": "2MiB", "headerBytes": 4096,
          "shapeBytes": "512KiB", "recordingFiles": 50, "recordingBytes": "1MiB",
          "headerLines": 100, "redirects": 0, "inFlight": 8, "inFlightPerHost": 1, "caFile": "ca.pem",\#(more.joined())
        },
        "baseURLs": {"staging": {"shop": "https://staging.example.com/v1"}},  // no slash
        "intervals": {"*": "1h", "shop": "30m", "shop/list": 90},
        "credentials": {"shop": {"file": "token"}},
        "installs": {"shop": {"date": "2026-11-01", "v1": 31.5}},
        "levels": {"*": {"field-added": "none"}, "shop/list": {"field-removed": "breaking"}},
        "suppressions": ["more.json"]\#(top.joined())
      }
      """#
  }

  /// What is refused, with what is said.
  static let wrong: [WrongConfiguration] = [
    WrongConfiguration(
      "a slip", "{\n  \"enviroment\": \"x\"}", #"unknown member "enviroment""#, #"did you mean "environment"?"#,
      "line 2, column"),
    WrongConfiguration(
      "a slip in a section", #"{"limits": {"timout": 3}}"#, #"limits has an unknown member "timout""#, #""timeout""#),
    WrongConfiguration("a key in the wrong section", #"{"caFile": "x"}"#, #"did you mean "limits.caFile"?"#),
    WrongConfiguration("twice", #"{"quiet": true, "quiet": false}"#, #"has "quiet" twice"#),
    WrongConfiguration("twice in a table", #"{"intervals": {"shop": 60, "shop": 90}}"#, #"intervals has "shop" twice"#),
    WrongConfiguration("a wrong type", #"{"quiet": "yes"}"#, "quiet is \"yes\", not true or false"),
    WrongConfiguration(
      "an object for a number", #"{"limits": {"timeout": {}}}"#,
      "limits.timeout is an object, not a number of seconds"),
    WrongConfiguration(
      "an environment that is no name", #"{"environment": "x/y"}"#,
      #"environment is "x/y", not a name of up to 100 characters without /"#, "line 1, column"),
    WrongConfiguration(
      "the perspective of recordings", "{\n  \"perspective\": \"recorded\"}",
      #"perspective is "recorded", not a name of up to 40 letters"#, "line 2, column"),
    WrongConfiguration(
      "a perspective in two words", #"{"perspective": "eu west!"}"#, #"perspective is "eu west!", not a name"#),
    WrongConfiguration(
      "a shape without room", #"{"limits": {"shapeBytes": "1KiB"}}"#,
      #"limits.shapeBytes is "1KiB", not a whole number of bytes from 64 KiB to 1 GiB"#),
    WrongConfiguration(
      "a shape a byte too small", #"{"limits": {"shapeBytes": 65535}}"#, "limits.shapeBytes is 65535, not"),
    WrongConfiguration(
      "a shape a byte too small, as a text", #"{"limits": {"shapeBytes": "65535"}}"#, "limits.shapeBytes is"),
    WrongConfiguration(
      "another database", #"{"db": "mysql://ann:x@db.example.com/d"}"#,
      "db names no ledger: a ledger is a file, or lies",
      "line 1, column"),
    WrongConfiguration("below zero", #"{"limits": {"timeout": -1}}"#, "limits.timeout is -1, not"),
    WrongConfiguration(
      "not whole", #"{"limits": {"redirects": 1.5}}"#, "limits.redirects is 1.5, not a whole number from 0 to 50"),
    WrongConfiguration("too many", #"{"limits": {"inFlight": 1001}}"#, "a whole number from 1 to 1000"),
    WrongConfiguration("an unknown unit", #"{"limits": {"bodyBytes": "8MB"}}"#, "limits.bodyBytes", "64KiB"),
    WrongConfiguration("an overflow", #"{"limits": {"bodyBytes": "99999999999GiB"}}"#, "limits.bodyBytes"),
    WrongConfiguration("a huge number", #"{"maxAge": 1e999}"#, "maxAge"),
    WrongConfiguration(
      "a wrong word", #"{"failOn": "braking"}"#, "failOn is \"braking\", not breaking, warning",
      "did you mean breaking?"),
    WrongConfiguration("an empty text", #"{"environment": ""}"#, "environment is empty"),
    WrongConfiguration(
      "a base URL with a query", #"{"baseURLs": {"staging": {"shop": "https://a.example/v1?key=1"}}}"#, "has a query"),
    WrongConfiguration("half of a surrogate pair", #"{"environment": "\ud800"}"#, "environment is no valid text"),
    WrongConfiguration("a list for a text", #"{"environment": ["a"]}"#, "environment is a list, not a text"),
    WrongConfiguration("no object", "[]", "the file is a list, not an object"),
    WrongConfiguration("an empty file", "", "driftwatch.json"),
    WrongConfiguration("half a file", "{\"quiet\": ", "driftwatch.json"),
    WrongConfiguration("a comment without end", "{} \n /* for ever", "has no */ (line 2, column 2)"),
    WrongConfiguration("another version", #"{"schemaVersion": 2}"#, "schemaVersion is not 1"),
    WrongConfiguration(
      "an unknown contract", #"{"intervals": {"shopp": "5m"}}"#, #"names no contract: "shopp"; did you mean shop?"#),
    WrongConfiguration(
      "an unknown endpoint", #"{"intervals": {"shop/lst": "5m"}}"#,
      #"no endpoint of shop: "lst"; did you mean shop/list?"#),
    WrongConfiguration(
      "an interval of nothing", #"{"intervals": {"shop": 0}}"#, "intervals.shop is 0, not a time of a second or more"),
    WrongConfiguration(
      "an unknown version", #"{"installs": {"shop": {"v3": 5}}}"#, #"no version of shop: "v3"; did you mean v1?"#),
    WrongConfiguration(
      "a share over all", #"{"installs": {"shop": {"v1": 101}}}"#, "installs.shop.v1 is 101, not a share in percent"),
    WrongConfiguration(
      "a share as a text", #"{"installs": {"shop": {"v1": "31"}}}"#, "installs.shop.v1 is \"31\", not a share"),
    WrongConfiguration(
      "shares over all", #"{"installs": {"shop": {"v1": 80, "v2": 40}}}"#, "installs.shop adds up to more than 100 %"),
    WrongConfiguration(
      "a day that is none", #"{"installs": {"shop": {"date": "2026-1-1"}}}"#,
      "installs.shop.date is \"2026-1-1\", not a day such as"),
    WrongConfiguration(
      "shares in two places", #"{"installs": {"shop": {"file": "a.json", "command": ["b"]}}}"#,
      "installs.shop has a file and a command; leave one of them"),
    WrongConfiguration(
      "a command for shares as a text", #"{"installs": {"shop": {"command": "fetch --all"}}}"#,
      "installs.shop.command is a text, not a list with a program"),
    WrongConfiguration(
      "a file of shares that is not there", #"{"installs": {"shop": {"file": "none.json"}}}"#,
      "installs.shop.file is no file"),
    WrongConfiguration(
      "an unknown rule", #"{"levels": {"*": {"field-remove": "info"}}}"#,
      #"names no rule: "field-remove"; did you mean field-removed?"#),
    WrongConfiguration(
      "a rule without a scope", #"{"levels": {"field-removed": "info"}}"#, #"write {"*": {"field-removed": …}}"#),
    WrongConfiguration(
      "an unknown level", #"{"levels": {"*": {"field-removed": "inof"}}}"#, "levels.*.field-removed is \"inof\"",
      "did you mean info?"),
    WrongConfiguration("no URL", #"{"baseURLs": {"staging": {"shop": "ftp://x"}}}"#, "no http or https URL"),
    WrongConfiguration(
      "a URL of nobody", #"{"baseURLs": {"staging": {"other": "https://x.example"}}}"#, "names no contract"),
    WrongConfiguration("a file that is not there", #"{"suppressions": ["none.json"]}"#, "suppressions[0] is no file"),
    WrongConfiguration(
      "a credential without a way", #"{"credentials": {"shop": {}}}"#, "credentials.shop needs one of"),
    WrongConfiguration("two ways", #"{"credentials": {"shop": {"file": "a", "environment": "B"}}}"#, "needs one of"),
    WrongConfiguration(
      "a command as a text", #"{"credentials": {"shop": {"command": "pass show x"}}}"#, "not a list with a program"),
    WrongConfiguration(
      "a credential that nobody sends", #"{"credentials": {"plain": {"file": "a"}}}"#,
      "the contract sends no credential"),
  ]

  /// Secrets where none belongs.
  static let secrets = [
    #"{"credentials": {"shop": "s3cr3t-value"}}"#, #"{"credentials": {"shop": {"value": "s3cr3t-value"}}}"#,
    #"{"credentials": {"shop": {"environment": "s3cr3t-value"}}}"#,
    #"{"baseURLs": {"staging": {"shop": "https://ann:s3cr3t-value@shop.example.com"}}}"#,
  ]
}
