import Testing

@testable import Fetching

@Suite("Header fields of a response")
struct HeaderFieldsTests {
  private static let fields = [
    HeaderField(name: "Date", value: "Sat, 21 Nov 2026 12:00:00 GMT"), HeaderField(name: "ETag", value: #""a:b""#),
    HeaderField(name: "Vary", value: "Accept, , Origin"), HeaderField(name: "vary", value: "Cookie"),
    HeaderField(name: "X-Empty", value: ""), HeaderField(name: "X-Ümlaut", value: "größer"),
  ]

  @Test("They come back as they were given, in their order, however often they are asked for")
  func order() {
    let headers = HeaderFields(Self.fields)
    #expect(Array(headers) == Self.fields && Array(headers) == Self.fields)
    #expect(!headers.isEmpty && HeaderFields().isEmpty && Array(HeaderFields()).isEmpty)
  }

  @Test(
    "The first field of a name is found in any letter case, and none by a part of a name or by a value",
    arguments: [
      ("etag", #""a:b""#), ("VARY", "Accept, , Origin"), ("X-EMPTY", ""), ("X-Ümlaut", "größer"), ("a", nil),
      ("eta", nil), ("etags", nil), ("", nil), ("Sat, 21 Nov 2026 12", nil), ("cookie", nil), ("\n", nil),
    ] as [(String, String?)])
  func lookup(_ name: String, _ value: String?) {
    let headers = HeaderFields(Self.fields)
    #expect(headers.first(name) == value)
    #expect(headers.contains(name) == (value != nil))
  }

  @Test("A list joins all fields of its name and leaves empty members out")
  func list() {
    #expect(HeaderFields(Self.fields).list("Vary") == ["Accept", "Origin", "Cookie"])
    #expect(HeaderFields(Self.fields).list("X-Empty") == [])
    #expect(HeaderFields(Self.fields).list("X-Absent") == [])
  }

  @Test("A line break in a value cannot become a field of its own")
  func lineBreak() {
    let headers = HeaderFields([HeaderField(name: "A", value: "1\nB: 2")])
    #expect(Array(headers) == [HeaderField(name: "A", value: "1 B: 2")])
    #expect(!headers.contains("B"))
  }

  @Test("Names longer than sixty-three bytes are told apart as well")
  func longNames() {
    let names = [63, 64, 200].map { String(repeating: "n", count: $0) }
    let headers = HeaderFields(names.dropLast().map { HeaderField(name: $0, value: "\($0.utf8.count)") })
    #expect(names.map(headers.first) == ["63", "64", nil])
  }

  @Test("Lines as they come lose the blanks around their value and keep those inside; folded ones are joined")
  func lines() {
    var sink = ResponseSink(policy: FetchPolicy())
    sink.restart(method: "GET", isEncrypted: false)
    let lines = [
      "HTTP/1.1 200 OK\r\n", "A:1\r\n", "B: \t two  words \t\r\n", "C:\r\n", "D: one \r\n", "\t two\r\n",
      ": nameless\r\n",
      "no colon\r\n", "E:\u{0}\r x\n", "\r\n",
    ]
    for line in lines {
      #expect(Array(line.utf8).withUnsafeBufferPointer { sink.takeHeader($0) })
    }
    let expected = [("A", "1"), ("B", "two  words"), ("C", ""), ("D", "one two"), ("E", "\u{0}\r x")]
    #expect(sink.headers.map { "\($0.name)=\($0.value)" } == expected.map { "\($0)=\($1)" })
    #expect(sink.headerIsComplete && sink.status == 200)
  }
}
