import CSimdjson

/// simdjson's DOM parser with texts that it has loaded; parses on one thread and frees both at its end.
final class Simdjson {
  private let parser: OpaquePointer
  private let texts: [OpaquePointer]

  /// Copies every document into a padded string.
  init(_ documents: [Document]) throws(BenchmarkError) {
    guard let parser = simdjson_parser_create() else { throw .failed("simdjson", "no memory") }
    let texts = documents.compactMap { document in
      document.bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.flatMap { simdjson_text_create($0, bytes.count) }
      }
    }
    self.parser = parser
    self.texts = texts
    guard texts.count == documents.count else { throw .failed("simdjson", "a document is empty, or no memory") }
  }

  deinit {
    simdjson_parser_destroy(parser)
    for text in texts { simdjson_text_destroy(text) }
  }

  /// Parses every document; the number of those.
  func parse() throws(BenchmarkError) -> Int {
    for text in texts {
      let code = simdjson_parse(parser, text)
      guard code == 0 else { throw .failed("simdjson", String(cString: simdjson_error_text(code))) }
    }
    return texts.count
  }

  /// Values in each document, member names not counted; -1 for one that does not parse.
  func valueCounts() -> [Int] { texts.map { Int(simdjson_count_values(parser, $0)) } }

  /// The instruction set that simdjson chose for this processor.
  static var kernel: String { String(cString: simdjson_kernel()) }
}
