import Testing

@testable import Examination

@Test(
  "What looks like a secret does not leave the worker, and what people need does",
  arguments: [
    ("\"deserts\"", "\"deserts\""), ("42.5", "42.5"), ("{amount, currency}", "{amount, currency}"),
    ("\"2025-09-25T20:31:07.000Z\"", "\"2025-09-25T20:31:07.000Z\""),
    ("\"https://i.imgur.com/1twoaDy.jpeg\"", "\"https://i.imgur.com/1twoaDy.jpeg\""),
    ("\"https://a.test/x?key=abc&b=1\" and more", "\"https://a.test/x?…\" and more"),
    ("\"Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln\"", "\"Bearer …(41 characters)\""),
    ("6F9619FF-8B86-D011-B42D-00CF4FC964FF", "…(36 characters)"),
    ("what is this? really", "what is this? really"), ("antidisestablishmentarianism", "antidisestablishmentarianism"),
    ("", ""),
  ])
func secretsAreMasked(_ text: String, _ expected: String) { #expect(masked(text) == expected) }
