/// Runs a ``TapeScanner`` and enlarges the array that it writes to as needed.
struct TapeBuilder {
  private let text: [UInt8]
  private let start: Int
  private let maximumDepth: Int
  private(set) var tape: [TapeWord] = []
  private(set) var trailingCommas: (first: Int, count: Int) = (0, 0)

  /// The most words that are reserved at first, so that a hostile text cannot reserve memory in proportion to its
  /// length. Documents need a word for every 7 to 14 bytes.
  private static let mostFirstWords = 1 << 22

  init(text: [UInt8], start: Int, maximumDepth: Int) {
    self.text = text
    self.start = start
    self.maximumDepth = maximumDepth
  }

  mutating func build() throws(JSONSyntaxError) {
    var scanner = TapeScanner(start: start, maximumDepth: maximumDepth)
    var capacity = min(text.count / 6, Self.mostFirstWords) + 4 * TapeScanner.wordsPerStep
    while true {
      let known = tape
      tape = Array(unsafeUninitializedCapacity: capacity) { room, count in
        // The words of the earlier scan are initialized here, the others by the scanner. Only these are counted.
        _ = room.initialize(fromContentsOf: known)
        text.withUnsafeBufferPointer { text in
          withUnsafeTemporaryAllocation(byteCount: StopWindow.room, alignment: 16) { bits in
            guard let bits = bits.baseAddress else { return }
            scanner.scan(text, into: room, room: bits)
          }
        }
        count = scanner.written
      }
      switch scanner.state {
      case .finished:
        trailingCommas = scanner.trailingCommas
        return
      case .failed(let expected):
        throw unexpected(expected, at: scanner.index)
      case .unfinished:
        // The capacity that is needed if the rest is like the part that was read, but at most twice the present one.
        let share = Double(scanner.index - start + 1) / Double(text.count - start + 1)
        let projected = 1.125 * Double(capacity) / share
        capacity += max(capacity / 4, Int(min(projected, Double(2 * capacity))) - capacity)
      }
    }
  }

  private func unexpected(_ expected: Expectation, at index: Int) -> JSONSyntaxError {
    JSONSyntaxError(
      at: TextPosition(of: index, in: text, from: start), expected: expected.text(maximumDepth: maximumDepth),
      found: found(at: index))
  }

  /// The byte or character at `index`, for a message.
  private func found(at index: Int) -> String {
    guard index < text.count else { return "the end of the text" }
    let byte = text[index]
    guard byte >= 0x21, byte < 0x7F else { return "byte 0x" + String(byte, radix: 16, uppercase: true) }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }
}
