/// A response that an endpoint of the contract `broken` was read with, and one that breaks it.
struct BreakCase: Sendable {
  let endpoint: String
  /// The rule that says so.
  let rule: String
  let old: String
  let new: String
  /// Whether a change of the response helps: a value that a release shows as unknown has no better form.
  let hasTransform: Bool

  init(_ endpoint: String, _ rule: String, _ old: String, _ new: String, hasTransform: Bool = true) {
    (self.endpoint, self.rule, self.old, self.new, self.hasTransform) = (endpoint, rule, old, new, hasTransform)
  }

  /// Three for each rule of decoding and loss.
  static let all = [
    BreakCase(
      "key-renamed", "decode-key-not-found", #"[{"id":1,"title":"Lamp"},{"id":2,"title":"Rug"}]"#,
      #"[{"id":1,"headline":"Lamp"},{"id":2,"headline":"Rug"}]"#),
    BreakCase(
      "key-removed", "decode-key-not-found", #"[{"id":1,"title":"Lamp"},{"id":2,"title":"Rug"}]"#,
      #"[{"id":1},{"id":2,"title":"Rug"}]"#),
    BreakCase(
      "key-moved", "decode-key-not-found", #"[{"id":1,"headline":"Lamp"}]"#,
      #"[{"id":1,"text":{"headline":"Lamp","lead":"A lamp"}}]"#),
    BreakCase(
      "value-text", "decode-value-not-found", #"[{"id":1,"title":"Lamp"}]"#,
      #"[{"id":1,"title":null},{"id":2,"title":"Rug"}]"#),
    BreakCase("value-list", "decode-value-not-found", #"[{"id":1,"tags":["b","a"]}]"#, #"[{"id":1,"tags":null}]"#),
    BreakCase(
      "value-object", "decode-value-not-found", #"{"items":[{"id":1,"owner":{"name":"Ann"}}]}"#,
      #"{"items":[{"id":1,"owner":{"name":"Ann"}},{"id":2,"owner":null}]}"#),
    BreakCase(
      "type-quoted", "decode-type-mismatch", #"[{"id":1,"count":4}]"#, #"[{"id":1,"count":"4"},{"id":2,"count":"17"}]"#),
    BreakCase(
      "type-object", "decode-type-mismatch", #"[{"id":1,"price":4.5}]"#,
      #"[{"id":1,"price":{"amount":4.5,"currency":"EUR"}}]"#),
    BreakCase(
      "type-single", "decode-type-mismatch", #"[{"id":1,"tags":["a","b"]}]"#,
      #"[{"id":1,"tags":"a"},{"id":2,"tags":["b"]}]"#),
    BreakCase(
      "data-address", "decode-data-corrupted", #"[{"id":1,"link":"https://example.com/1"}]"#,
      #"[{"id":1,"link":"https://example.com/1"},{"id":2,"link":""}]"#),
    BreakCase(
      "data-id", "decode-data-corrupted", #"[{"id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff"}]"#,
      #"[{"id":"6f9619ff8b86d011b42d00cf4fc964ff"}]"#),
    BreakCase(
      "data-list", "decode-data-corrupted", #"[{"id":1,"pictures":["https://example.com/1.png"]}]"#,
      #"[{"id":1,"pictures":["https://example.com/1.png",""]}]"#),
    BreakCase(
      "number-fraction", "decode-number-out-of-range", #"[{"id":1,"count":4}]"#,
      #"[{"id":1,"count":4.5},{"id":2,"count":3}]"#),
    BreakCase(
      "number-large", "decode-number-out-of-range", #"[{"id":1,"count":4}]"#, #"[{"id":1,"count":3000000000}]"#),
    BreakCase(
      "number-negative", "decode-number-out-of-range", #"[{"id":1,"count":4}]"#,
      #"[{"id":1,"count":-1},{"id":2,"count":7}]"#),
    BreakCase(
      "date-day", "decode-date-unparsable", #"[{"id":1,"day":"2026-01-31T10:00:00Z"}]"#,
      #"[{"id":1,"day":"2026-02-01"}]"#),
    BreakCase(
      "date-spaced", "decode-date-unparsable", #"[{"id":1,"day":"2026-01-31T10:00:00Z"}]"#,
      #"[{"id":1,"day":"2026-02-01 08:30:00"}]"#),
    BreakCase(
      "date-mail", "decode-date-unparsable", #"[{"id":1,"day":"2026-01-31T10:00:00Z"},{"id":2}]"#,
      #"[{"id":1,"day":"Sun, 01 Feb 2026 08:30:00 GMT"}]"#),
    BreakCase(
      "enum-plain", "decode-enum-unknown-value", #"[{"id":1,"kind":"lake"}]"#,
      #"[{"id":1,"kind":"lake"},{"id":2,"kind":"Salt Desert"}]"#),
    BreakCase(
      "enum-switched", "decode-enum-unknown-value", #"[{"id":1,"terrain":"flat"}]"#, #"[{"id":1,"terrain":"steep"}]"#),
    BreakCase(
      "enum-listed", "decode-enum-unknown-value", #"[{"id":1,"tags":["new"]}]"#,
      #"[{"id":1,"tags":["new","refurbished"]}]"#),
    BreakCase(
      "swallowed-number", "loss-error-swallowed", #"[{"id":1,"count":4}]"#,
      #"[{"id":1,"count":"4"},{"id":2,"count":"5"}]"#),
    BreakCase("swallowed-list", "loss-error-swallowed", #"[{"id":1,"tags":["a"]}]"#, #"[{"id":1,"tags":"a"}]"#),
    BreakCase(
      "swallowed-object", "loss-error-swallowed", #"[{"id":1,"price":4.5}]"#, #"[{"id":1,"price":{"amount":4.5}}]"#),
    BreakCase(
      "fallback-plain", "loss-enum-fallback", #"[{"id":1,"weather":"sun"}]"#,
      #"[{"id":1,"weather":"sun"},{"id":2,"weather":"snow"}]"#, hasTransform: false),
    BreakCase(
      "fallback-switched", "loss-enum-fallback", #"[{"id":1,"season":"summer"}]"#,
      #"[{"id":1,"season":"winter"},{"id":2,"season":"spring"}]"#, hasTransform: false),
    BreakCase(
      "fallback-listed", "loss-enum-fallback", #"[{"id":1,"days":["sun","rain"]}]"#,
      #"[{"id":1,"days":["sun","light fog"]}]"#, hasTransform: false),
    BreakCase(
      "dropped-number", "loss-element-dropped", #"{"items":[{"id":1,"count":4}]}"#,
      #"{"items":[{"id":1,"count":4},{"id":2,"count":"5"}]}"#),
    BreakCase(
      "dropped-null", "loss-element-dropped", #"{"items":[{"id":1,"title":"Lamp"}]}"#,
      #"{"items":[{"id":1,"title":"Lamp"},{"id":2,"title":null}]}"#),
    BreakCase(
      "dropped-renamed", "loss-element-dropped", #"{"items":[{"id":1,"title":"Lamp"}]}"#,
      #"{"items":[{"id":1,"title":"Lamp"},{"id":2,"name":"Rug"}]}"#),
  ]
}
