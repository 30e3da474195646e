import Testing

@testable import Examination

@Suite("A page in place of JSON")
struct HTMLPageTests {
  @Test(
    "It is one by how it begins, in any letter case, after a byte order mark and white space",
    arguments: [
      ("<!doctype html>", true), ("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", true), ("<html", true),
      ("<HTML lang=\"en\">", true), ("\u{FEFF}<html>", true), (" \t\r\n\u{C}<Html>", true),
      ("\u{FEFF}\n<!DocType Html>", true), ("", false), ("<", false), ("<!doctype htm", false), ("<htm>", false),
      ("<htmlx>", false), ("<!doctype htmlx>", false), ("<?xml version=\"1.0\"?><html>", false), ("<rss>", false),
      ("\"<html>\"", false), ("not found: <html>", false), ("[\"<html>\"]", false), ("<h1>502</h1>", false),
      ("\u{A0}<html>", false),
    ] as [(String, Bool)])
  func begins(_ text: String, _ isPage: Bool) {
    #expect(HTMLPage.isOne(Array(text.utf8)) == isPage)
  }
}
