import System
import Testing

@testable import Remedies

@Suite("Patches and paths")
struct UnifiedDiffTests {
  @Test("Changes that stand apart are hunks of their own, with three lines around each")
  func hunks() {
    let old = (1...20).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 2\n", with: "line two\n").replacing("line 18\n", with: "line 18\nline 18a\n")
    #expect(
      UnifiedDiff.patch(from: old, to: new, name: "A.swift") == """
        --- a/A.swift
        +++ b/A.swift
        @@ -1,5 +1,5 @@
         line 1
        -line 2
        +line two
         line 3
         line 4
         line 5
        @@ -16,5 +16,6 @@
         line 16
         line 17
         line 18
        +line 18a
         line 19
         line 20

        """)
    #expect(UnifiedDiff.changedLines(in: UnifiedDiff.patch(from: old, to: new, name: "A.swift")) == 3)
    #expect(UnifiedDiff.patch(from: old, to: old, name: "A.swift").isEmpty)
  }

  @Test("A file without a line feed at its end says so")
  func lastLine() {
    #expect(
      UnifiedDiff.patch(from: "a", to: "a\n", name: "A")
        == "--- a/A\n+++ b/A\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n")
  }

  @Test("Lines that end in carriage return and line feed are whole, and texts that look alike differ")
  func bytes() {
    #expect(
      UnifiedDiff.patch(from: "a\r\nb\r\n", to: "a\r\nc\r\n", name: "A")
        == "--- a/A\n+++ b/A\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n")
    #expect(UnifiedDiff.changedLines(in: UnifiedDiff.patch(from: "a\r\nb\r\n", to: "a\r\nc\r\n", name: "A")) == 2)
    #expect(
      UnifiedDiff.patch(from: "\u{E9}\n", to: "e\u{301}\n", name: "A")
        == "--- a/A\n+++ b/A\n@@ -1,1 +1,1 @@\n-\u{E9}\n+e\u{301}\n")
  }

  @Test("A file of which nothing is left, or that was empty, is counted from line 0")
  func empty() {
    #expect(UnifiedDiff.patch(from: "a\n", to: "", name: "A") == "--- a/A\n+++ b/A\n@@ -1,1 +0,0 @@\n-a\n")
    #expect(UnifiedDiff.patch(from: "", to: "a\n", name: "A") == "--- a/A\n+++ b/A\n@@ -0,0 +1,1 @@\n+a\n")
  }

  @Test(
    "Patches of one file are one, with what they share written once; one that changes a line otherwise is left out",
    arguments: [
      ("the same twice", ["b": "B"], ["b": "B"], "aBcdefghij", []),
      ("neighbours, one of them in both", ["b": "B"], ["b": "B", "c": "C"], "aBCdefghij", []),
      ("far apart", ["a": "A"], ["j": "J\nK"], "AbcdefghiJK", []),
      ("hunks that touch", ["b": "B"], ["h": ""], "aBcdefgij", []),
      ("more at one place", ["j": "j\nk"], ["j": "j\nk\nl"], "abcdefghijkl", []),
      ("a line otherwise", ["b": "B"], ["b": "X", "j": "J"], "aBcdefghij", [1]),
      ("other lines at one place", ["j": "j\nk"], ["j": "j\nl"], "abcdefghijk", [1]),
    ] as [(String, [String: String], [String: String], String, [Int])])
  func merged(
    _ name: String, _ one: [String: String], _ other: [String: String], _ result: String, _ left: [Int]
  ) {
    let lines = "abcdefghij".map(String.init)
    let old = lines.map { $0 + "\n" }.joined()
    func patch(_ changes: [String: String]) -> String {
      let new = lines.map { changes[$0] ?? $0 }.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
      return UnifiedDiff.patch(from: old, to: new, name: "A.swift")
    }
    let merged = UnifiedDiff.merged([patch(one), patch(other)])
    #expect(merged.left == left)
    #expect(merged.patch.ranges(of: "--- a/A.swift").count == 1)
    #expect(applied(merged.patch, to: lines).joined() == result, "\(name): \(merged)")
  }

  /// Lines with a patch applied.
  private func applied(_ patch: String, to old: [String]) -> [String] {
    var (lines, next): ([String], Int) = ([], 0)
    for line in patch.split(separator: "\n").dropFirst(2) {
      let text = String(line.dropFirst())
      switch line.first {
      case "@":
        let start = (text.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 1) - 1
        #expect(start >= next, "hunks overlap: \(patch)")
        lines += old[next..<max(next, start)]
        next = start
      case "+": lines.append(text)
      default:
        #expect(old[next] == text, "\(patch)")
        if line.first == " " { lines.append(text) }
        next += 1
      }
    }
    return lines + old[next...]
  }

  @Test(
    "A pattern and its steps are one",
    arguments: ["$", "$[*].price", "$.items[*].a.*", #"$["a b"][*]["c\"]"].d"#, "$.*[*]"])
  func steps(_ pattern: String) throws {
    #expect(PathStep.pattern(try #require(PathStep.steps(of: pattern))) == pattern)
  }

  @Test("What is no pattern has no steps", arguments: ["", "a", "$[0]", "$.", "$[\"a"])
  func noSteps(_ pattern: String) { #expect(PathStep.steps(of: pattern) == nil) }

  @Test("Edits at one place stand in their order; others do not move them")
  func edits() {
    let source = ["A": SourceText(path: "A", bytes: Array("let a = b".utf8))]
    let edits = [
      SourceEdit(file: "A", range: 9..<9, text: " ?? 0"), SourceEdit(file: "A", range: 8..<8, text: "("),
      SourceEdit(file: "A", range: 9..<9, text: ")"), SourceEdit(file: "A", range: 0..<3, text: "var"),
    ]
    #expect(
      SourceEdit.apply(edits, to: source)["A"].map { String(decoding: $0.bytes, as: UTF8.self) } == "var a = (b ?? 0)")
  }
}
