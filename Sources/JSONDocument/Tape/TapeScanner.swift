/// Checks the structure of a UTF-8 text and writes the tape, in one pass and without recursion.
///
/// It accepts what Foundation's scanner accepts (swift-foundation 6.3.1, `JSONScanner`): trailing commas, any spelling
/// of a number made of digits and `.+-eE`, any escape, any byte in a string. The content of scalars is checked when it
/// is read.
///
/// If the tape is full, a scan stops and can continue later with a longer one. Between scans the state is kept in this
/// struct. During a scan it is in local variables, which fit into registers; a struct behind a pointer would be stored
/// at every step.
struct TapeScanner {
  enum State {
    case unfinished, finished
    case failed(Expectation)
  }

  /// The most words that one step can write: a container or long scalar, then a long name.
  static let wordsPerStep = 4
  /// The index of the container around the root, which does not exist.
  private static let nothing = 0xFFFF_FFFF

  private(set) var state = State.unfinished
  /// The next byte to scan; after a failure, the unexpected byte.
  private(set) var index: Int
  /// Words written.
  private(set) var written = 0
  private(set) var trailingCommas: (first: Int, count: Int) = (0, 0)
  private let maximumDepth: Int
  /// Open containers.
  private var depth = 0
  /// The number of spaces for each level of indentation, learned from the first line break of the text. It is only a
  /// guess, which is confirmed at each use.
  private var indentation = 0
  /// Index of the innermost open container's first word. Until the container is closed, its second word has the index
  /// of the container around it (upper 32 bits) and the number of its children that are followed by a comma.
  private var open = Self.nothing
  /// The flag of that container's children: ``TapeWord/member`` in an object.
  private var membership: UInt64 = 0

  init(start: Int, maximumDepth: Int) {
    index = start
    self.maximumDepth = maximumDepth
  }

  /// Scans `bytes` until their end, a failure, or until `tape` has no room for another step.
  ///
  /// `tape` must begin with the ``written`` words of the scan before. It is never written beyond its count, because a
  /// step begins at or below `tape.count - wordsPerStep`. `room` is memory for ``StopWindow``.
  mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, into tape: UnsafeMutableBufferPointer<TapeWord>,
    room: UnsafeMutableRawPointer
  ) {
    guard let base = bytes.baseAddress, let words = tape.baseAddress else { return fail(.value, at: 0) }
    let text = ScannedText(base: base, count: bytes.count)
    if open == Self.nothing {
      index = text.blankEnd(from: index)
      guard index < text.count, text[index] == UInt8(ascii: "{") || text[index] == UInt8(ascii: "[") else {
        return scanScalarRoot(text, into: words)
      }
    }
    // The function is compiled twice, because the checks that `isClosed` avoids are a tenth of the work.
    let lastStep = tape.count &- Self.wordsPerStep
    if text.endsWithBracket {
      scan(text, into: words, lastStep: lastStep, room: room, isClosed: true)
    } else {
      scan(text, into: words, lastStep: lastStep, room: room, isClosed: false)
    }
  }

  /// Scans a text whose root is a container.
  ///
  /// Every byte that is read here is within the text. If the text `isClosed`, its last byte that is not white space is
  /// a closing bracket, so the index can only reach the end after a closing bracket, where it is compared. Otherwise it
  /// is compared before each read.
  @inline(__always)
  private mutating func scan(
    _ text: ScannedText, into words: UnsafeMutablePointer<TapeWord>, lastStep: Int, room: UnsafeMutableRawPointer,
    isClosed: Bool
  ) {
    let end = text.count
    var window = StopWindow.none(room)
    var index = self.index
    var out = written
    var open = self.open
    var membership = self.membership

    step: while true {
      // A value is next; white space may come first.
      guard _fastPath(out <= lastStep) else {
        self.index = index
        written = out
        self.open = open
        self.membership = membership
        return
      }
      guard isClosed || index < end else {
        let isFirst = membership == 0 && words[open &+ 1].bits & 0xFFFF_FFFF == 0
        return fail(isFirst ? .valueOrBracket : .value, at: index)
      }
      let byte = text[index]
      // The first word of the value that this step completes.
      var last = out
      if byte == UInt8(ascii: "\"") {
        let content = index &+ 1
        var stop = content
        string: do {
          if _fastPath(content < window.end) {
            stop = content &+ window.plainLength(from: content)
            if _fastPath(text[stop] == UInt8(ascii: "\"")) {
              words[out] = TapeWord(.string, flags: membership, offset: index, length: stop &- content)
              out = out &+ 1
              index = stop &+ 1
              break string
            }
          } else if content &+ 1 < end {
            window = StopWindow.make(from: content, of: text, in: room)
            continue step
          }
          let string = text.oddStringEnd(from: stop)
          if let failure = string.failure { return fail(failure, at: string.index) }
          let length = string.index &- content
          out = Self.write(.string, string.flags | membership, from: index, length: length, at: out, of: words)
          index = string.index &+ 1
        }
      } else if byte == UInt8(ascii: "{") {
        guard _fastPath(depth < maximumDepth) else { return fail(.lessDepth, at: index) }
        depth = depth &+ 1
        words[out] = TapeWord(.object, flags: membership, offset: index, length: 0)
        words[out &+ 1] = TapeWord(bits: UInt64(truncatingIfNeeded: open) << 32)
        open = out
        membership = TapeWord.member
        out = out &+ 2
        index = index &+ 1
        if _slowPath(!(isClosed || index < end) || text[index] != UInt8(ascii: "\"")) {
          if depth == 1 { learnIndentation(of: text, at: index) }
          index = text.blankEnd(from: index, indentation: indentation &* depth)
          guard index < end else { return fail(.nameOrBrace, at: index) }
        }
        if _fastPath(text[index] == UInt8(ascii: "\"")) {
          guard scanName(in: text, from: &index, to: &out, of: words, open, &window, room, isClosed) else { return }
          continue step
        }
        guard text[index] == UInt8(ascii: "}") else { return fail(.nameInQuotes, at: index) }
        last = open
        open = Self.close(open, furtherChildren: 0, at: index, out: out, of: words)
        index = index &+ 1
        depth = depth &- 1
        if open == Self.nothing { return finish(root: last, at: index, of: text, out: out, words) }
        membership = words[open].is(.object) ? TapeWord.member : 0
        guard index < end else { return fail(membership == 0 ? .commaOrBracket : .commaOrBrace, at: index) }
      } else {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          let number = text.numberEnd(from: index)
          let length = number.index &- index
          out = Self.write(.number, number.flags | membership, from: index, length: length, at: out, of: words)
          index = number.index
        case UInt8(ascii: "["):
          guard _fastPath(depth < maximumDepth) else { return fail(.lessDepth, at: index) }
          depth = depth &+ 1
          words[out] = TapeWord(.array, flags: membership, offset: index, length: 0)
          words[out &+ 1] = TapeWord(bits: UInt64(truncatingIfNeeded: open) << 32)
          open = out
          membership = 0
          out = out &+ 2
          index = index &+ 1
          continue step
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
          let literal = text.literal(at: index)
          if let failure = literal.failure { return fail(failure, at: literal.index) }
          words[out] = TapeWord(literal.tag, flags: membership, offset: index, length: literal.index &- index)
          out = out &+ 1
          index = literal.index
        case 0x20, 0x0A, 0x0D, 0x09:
          if index &+ 1 < end, text[index &+ 1] > 0x20 {
            index = index &+ 1
            continue step
          }
          if depth == 1, indentation == 0 { learnIndentation(of: text, at: index) }
          index = text.blankEnd(from: index, indentation: indentation &* depth)
          continue step
        case UInt8(ascii: "]"):
          // An empty array, or a trailing comma.
          guard membership == 0 else { return fail(.value, at: index) }
          if words[open &+ 1].bits & 0xFFFF_FFFF > 0 {
            noteTrailingComma(before: index, in: text, open: open, out: out, of: words)
          }
          last = open
          open = Self.close(open, furtherChildren: 0, at: index, out: out, of: words)
          index = index &+ 1
          depth = depth &- 1
          if open == Self.nothing { return finish(root: last, at: index, of: text, out: out, words) }
          membership = words[open].is(.object) ? TapeWord.member : 0
          guard index < end else { return fail(membership == 0 ? .commaOrBracket : .commaOrBrace, at: index) }
        default:
          return fail(.value, at: index)
        }
      }

      // The value that began at word `last` is complete, and containers around it may be complete too.
      while true {
        guard isClosed || index < end else {
          return fail(membership == 0 ? .commaOrBracket : .commaOrBrace, at: index)
        }
        let byte = text[index]
        if byte == UInt8(ascii: ",") {
          words[open &+ 1].bits &+= 1
          index = index &+ 1
          if membership == 0 { continue step }
          if _slowPath(!(isClosed || index < end) || text[index] != UInt8(ascii: "\"")) {
            index = text.blankEnd(from: index, indentation: indentation &* depth)
            guard index < end else { return fail(.name, at: index) }
          }
          if _fastPath(text[index] == UInt8(ascii: "\"")) {
            guard scanName(in: text, from: &index, to: &out, of: words, open, &window, room, isClosed) else { return }
            continue step
          }
          guard text[index] == UInt8(ascii: "}") else { return fail(.nameInQuotes, at: index) }
          noteTrailingComma(before: index, in: text, open: open, out: out, of: words)
          words[open &+ 1].bits &-= 1
        } else if _slowPath(byte != (membership == 0 ? UInt8(ascii: "]") : UInt8(ascii: "}"))) {
          let next = text.blankEnd(from: index, indentation: indentation &* (depth &- 1))
          guard next > index else { return fail(membership == 0 ? .commaOrBracket : .commaOrBrace, at: index) }
          index = next
          // Only a text that is not closed can end here.
          guard index < end else {
            return fail(membership == 0 ? .commaOrBracket : .commaOrBrace, at: index)
          }
          continue
        }
        words[last].bits |= TapeWord.last
        last = open
        open = Self.close(open, furtherChildren: 1, at: index, out: out, of: words)
        index = index &+ 1
        depth = depth &- 1
        if _slowPath(open == Self.nothing) { return finish(root: last, at: index, of: text, out: out, words) }
        membership = words[open].is(.object) ? TapeWord.member : 0
        guard _fastPath(index < end) else {
          return fail(membership == 0 ? .commaOrBracket : .commaOrBrace, at: index)
        }
      }
    }
  }

  /// Learns by how much the first child of the root is indented, if a line's end comes before it.
  @inline(never)
  private mutating func learnIndentation(of text: ScannedText, at index: Int) {
    guard index < text.count, text[index] == UInt8(ascii: "\n") else { return }
    indentation = text.blankEnd(from: index) &- index &- 1
  }

  /// Scans the member name whose opening quote is at `index`, and the colon; false if that failed.
  @inline(__always)
  private mutating func scanName(
    in text: ScannedText, from index: inout Int, to out: inout Int, of words: UnsafeMutablePointer<TapeWord>,
    _ open: Int, _ window: inout StopWindow, _ room: UnsafeMutableRawPointer, _ isClosed: Bool
  ) -> Bool {
    let end = text.count
    let content = index &+ 1
    var stop = content
    name: do {
      if _slowPath(content >= window.end) {
        if content &+ 1 < end { window = StopWindow.make(from: content, of: text, in: room) }
      }
      if _fastPath(content < window.end) {
        stop = content &+ window.plainLength(from: content)
        if _fastPath(text[stop] == UInt8(ascii: "\"")) {
          words[out] = TapeWord(.key, flags: 0, offset: index, length: stop &- content)
          out = out &+ 1
          index = stop &+ 1
          break name
        }
      }
      let name = text.oddStringEnd(from: stop)
      if let failure = name.failure {
        fail(failure, at: name.index)
        return false
      }
      if name.flags != 0 { words[open].bits |= TapeWord.oddNames }
      out = Self.write(.key, name.flags, from: index, length: name.index &- content, at: out, of: words)
      index = name.index &+ 1
    }
    if _slowPath(!(isClosed || index < end) || text[index] != UInt8(ascii: ":")) {
      index = text.blankEnd(from: index)
      guard index < end, text[index] == UInt8(ascii: ":") else {
        fail(.colon, at: index)
        return false
      }
    }
    index = index &+ 1
    return true
  }

  /// Ends the scan after the root, which ends before `index`. Only white space may follow.
  @inline(never)
  private mutating func finish(
    root: Int, at index: Int, of text: ScannedText, out: Int, _ words: UnsafeMutablePointer<TapeWord>
  ) {
    words[root].bits |= TapeWord.last
    written = out
    self.index = text.blankEnd(from: index)
    state = self.index == text.count ? .finished : .failed(.end)
  }

  /// Scans a text whose root, at ``index``, is not a container.
  private mutating func scanScalarRoot(_ text: ScannedText, into words: UnsafeMutablePointer<TapeWord>) {
    guard index < text.count else { return fail(.value, at: index) }
    let start = index
    var out = 0
    var next = 0
    switch text[start] {
    case UInt8(ascii: "\""):
      let string = text.oddStringEnd(from: start &+ 1)
      if let failure = string.failure { return fail(failure, at: string.index) }
      out = Self.write(.string, string.flags, from: start, length: string.index - start - 1, at: 0, of: words)
      next = string.index &+ 1
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = text.numberEnd(from: start)
      out = Self.write(.number, number.flags, from: start, length: number.index - start, at: 0, of: words)
      next = number.index
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      let literal = text.literal(at: start)
      if let failure = literal.failure { return fail(failure, at: literal.index) }
      out = Self.write(literal.tag, 0, from: start, length: literal.index - start, at: 0, of: words)
      next = literal.index
    default:
      return fail(.value, at: start)
    }
    finish(root: 0, at: next, of: text, out: out, words)
  }

  private mutating func fail(_ expected: Expectation, at index: Int) {
    self.index = index
    state = .failed(expected)
  }

  /// Counts the comma before the closing bracket at `index`, and flags the last child of the container at `open`.
  @inline(never)
  private mutating func noteTrailingComma(
    before index: Int, in text: ScannedText, open: Int, out: Int, of words: UnsafeMutablePointer<TapeWord>
  ) {
    if trailingCommas.count == 0 {
      trailingCommas.first = index &- 1
      while text[trailingCommas.first] != UInt8(ascii: ",") { trailingCommas.first -= 1 }
    }
    trailingCommas.count += 1
    // Each container is walked at most once, when it is closed.
    var last = open
    var next = open &+ 2
    while next < out {
      if words[next].is(.key) { next += words[next].length == TapeWord.lengthMark ? 2 : 1 }
      last = next
      if words[next].isContainer {
        next = words[next &+ 1].upperHalf
      } else {
        next += words[next].length == TapeWord.lengthMark ? 2 : 1
      }
    }
    words[last].bits |= TapeWord.last
  }

  /// Writes a scalar or name, in two words if it is long; returns the index after it.
  @inline(__always)
  private static func write(
    _ tag: TapeWord.Tag, _ flags: UInt64, from offset: Int, length: Int, at out: Int,
    of words: UnsafeMutablePointer<TapeWord>
  ) -> Int {
    guard _slowPath(length >= TapeWord.lengthMark) else {
      words[out] = TapeWord(tag, flags: flags, offset: offset, length: length)
      return out &+ 1
    }
    words[out] = TapeWord(tag, flags: flags, offset: offset, length: TapeWord.lengthMark)
    words[out &+ 1] = TapeWord(
      bits: UInt64(TapeWord.Tag.extension.rawValue) << 60 | UInt64(truncatingIfNeeded: length))
    return out &+ 2
  }

  /// Completes the container at `open`, whose closing bracket is at `offset`, and returns the container around it. Its
  /// children are those that were followed by a comma, plus `furtherChildren`.
  @inline(__always)
  private static func close(
    _ open: Int, furtherChildren: UInt64, at offset: Int, out: Int, of words: UnsafeMutablePointer<TapeWord>
  ) -> Int {
    let scanned = words[open &+ 1].bits
    words[open].bits |= min(scanned & 0xFFFF_FFFF &+ furtherChildren, UInt64(TapeWord.lengthMark)) << 32
    words[open &+ 1] = TapeWord(bits: UInt64(truncatingIfNeeded: out) << 32 | UInt64(truncatingIfNeeded: offset))
    return Int(truncatingIfNeeded: scanned >> 32)
  }
}
