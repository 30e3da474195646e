/// One pass over a UTF-8 text, without recursion: checks the structure and writes the tape.
///
/// Accepts what Foundation's scanner accepts (swift-foundation 6.3.1, `JSONScanner`): trailing commas, any spelling of a
/// number made of digits and `.+-eE`, any escape, any byte in a string. What is inside scalars is checked on access.
///
/// A scan can stop for want of room and go on where it was with more of it. Between scans the state is kept here; while
/// scanning it is in locals, as few as there are registers, since a struct behind a pointer is stored at every step.
struct TapeScanner {
  enum State {
    case unfinished, finished
    case failed(Expectation)
  }

  /// Words that one step can write at most: a container or long scalar, then a long name.
  static let wordsPerStep = 4
  /// In place of the index of a container around the root.
  private static let nothing = 0xFFFF_FFFF

  private(set) var state = State.unfinished
  /// The next byte to scan, in the end what was not expected.
  private(set) var index: Int
  /// Words written.
  private(set) var written = 0
  private(set) var trailingCommas: (first: Int, count: Int) = (0, 0)
  /// Containers that may still be opened inside the innermost open one.
  private var depthLeft: Int
  /// Index of the innermost open container's first word. Until it is closed, its second word holds the index of the
  /// container around it (upper 32 bits) and the number of its children that are followed by a comma.
  private var open = Self.nothing
  /// The flag of that container's children: ``TapeWord/member`` in an object.
  private var membership: UInt64 = 0

  init(start: Int, maximumDepth: Int) {
    index = start
    depthLeft = maximumDepth
  }

  /// Scans `bytes` until their end, a failure, or until `tape` has no room for a further step.
  ///
  /// `tape` is the one of the scan before or a longer one that begins with the same ``written`` words; it is written below
  /// its count only: a step begins at or below `tape.count - wordsPerStep`. `room` is for ``StopWindow``.
  mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, into tape: UnsafeMutableBufferPointer<TapeWord>,
    room: UnsafeMutableRawPointer
  ) {
    guard let base = bytes.baseAddress, let words = tape.baseAddress else { return fail(.value, at: 0) }
    let text = ScannedText(base: base, count: bytes.count)
    let end = bytes.count
    let lastStep = tape.count &- Self.wordsPerStep
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
      guard _fastPath(index < end) else {
        let isFirst = open != Self.nothing && words[open &+ 1].bits & 0xFFFF_FFFF == 0
        return fail(membership == 0 && isFirst ? .valueOrBracket : .value, at: index)
      }
      let byte = text[index]
      // The first word of the value that is complete, when one is.
      var last = out
      if byte == UInt8(ascii: "\"") {
        let content = index &+ 1
        if _slowPath(content >= window.end), content &+ 1 < end {
          window = StopWindow.make(from: content, of: text, in: room)
        }
        let stop = content < window.end ? content &+ window.plainLength(from: content) : content
        if _fastPath(stop < end && text[stop] == UInt8(ascii: "\"")) {
          words[out] = TapeWord(.string, flags: membership, offset: index, length: stop &- content)
          out = out &+ 1
          index = stop &+ 1
        } else {
          let string = text.oddStringEnd(from: content)
          if let failure = string.failure { return fail(failure, at: string.index) }
          let length = string.index &- content
          out = Self.write(.string, string.flags | membership, from: index, length: length, at: out, of: words)
          index = string.index &+ 1
        }
      } else if byte == UInt8(ascii: "{") {
        guard _fastPath(depthLeft > 0) else { return fail(.lessDepth, at: index) }
        depthLeft = depthLeft &- 1
        words[out] = TapeWord(.object, flags: membership, offset: index, length: 0)
        words[out &+ 1] = TapeWord(bits: UInt64(truncatingIfNeeded: open) << 32)
        open = out
        membership = TapeWord.member
        out = out &+ 2
        index = index &+ 1
      } else {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          let number = text.numberEnd(from: index)
          let length = number.index &- index
          out = Self.write(.number, number.flags | membership, from: index, length: length, at: out, of: words)
          index = number.index
        case UInt8(ascii: "["):
          guard _fastPath(depthLeft > 0) else { return fail(.lessDepth, at: index) }
          depthLeft = depthLeft &- 1
          words[out] = TapeWord(.array, flags: membership, offset: index, length: 0)
          words[out &+ 1] = TapeWord(bits: UInt64(truncatingIfNeeded: open) << 32)
          open = out
          membership = 0
          out = out &+ 2
          index = index &+ 1
          continue step
        case UInt8(ascii: "t"):
          guard _fastPath(index &+ 4 <= end && text.fourBytes(at: index) == 0x6575_7274) else {
            return fail(.true, at: text.literalEnd("true", from: index))
          }
          words[out] = TapeWord(.true, flags: membership, offset: index, length: 4)
          out = out &+ 1
          index = index &+ 4
        case UInt8(ascii: "f"):
          guard _fastPath(index &+ 5 <= end && text.fourBytes(at: index &+ 1) == 0x6573_6C61) else {
            return fail(.false, at: text.literalEnd("false", from: index))
          }
          words[out] = TapeWord(.false, flags: membership, offset: index, length: 5)
          out = out &+ 1
          index = index &+ 5
        case UInt8(ascii: "n"):
          guard _fastPath(index &+ 4 <= end && text.fourBytes(at: index) == 0x6C6C_756E) else {
            return fail(.null, at: text.literalEnd("null", from: index))
          }
          words[out] = TapeWord(.null, flags: membership, offset: index, length: 4)
          out = out &+ 1
          index = index &+ 4
        case 0x20, 0x0A, 0x0D, 0x09:
          index = text.blankEnd(from: index)
          continue step
        case UInt8(ascii: "]"):
          // An empty array, or a trailing comma.
          guard open != Self.nothing, membership == 0 else { return fail(.value, at: index) }
          if words[open &+ 1].bits & 0xFFFF_FFFF > 0 {
            noteTrailingComma(before: index, in: text, open: open, out: out, of: words)
          }
          last = open
          open = Self.close(open, furtherChildren: 0, at: index, out: out, of: words)
          index = index &+ 1
          depthLeft = depthLeft &+ 1
          if open == Self.nothing {
            words[last].bits |= TapeWord.last
            break step
          }
          membership = words[open].is(.object) ? TapeWord.member : 0
        default:
          return fail(.value, at: index)
        }
      }

      // Either an object has just been opened, or a value that began at word `last` is complete; then so may be containers
      // around it. What comes next in the end is the name of a member or, by way of `continue`, an element.
      var isOpened = byte == UInt8(ascii: "{")
      member: while true {
        afterValue: while !isOpened {
          if membership != 0 {
            guard _fastPath(index < end) else { return fail(.commaOrBrace, at: index) }
            let byte = text[index]
            if byte == UInt8(ascii: ",") {
              words[open &+ 1].bits &+= 1
              index = index &+ 1
              break afterValue
            }
            if _slowPath(byte != UInt8(ascii: "}")) {
              let next = text.blankEnd(from: index)
              guard next > index else { return fail(.commaOrBrace, at: index) }
              index = next
              continue afterValue
            }
          } else {
            if _slowPath(open == Self.nothing) {
              words[last].bits |= TapeWord.last
              break step
            }
            guard _fastPath(index < end) else { return fail(.commaOrBracket, at: index) }
            let byte = text[index]
            if byte == UInt8(ascii: ",") {
              words[open &+ 1].bits &+= 1
              index = index &+ 1
              continue step
            }
            if _slowPath(byte != UInt8(ascii: "]")) {
              let next = text.blankEnd(from: index)
              guard next > index else { return fail(.commaOrBracket, at: index) }
              index = next
              continue afterValue
            }
          }
          words[last].bits |= TapeWord.last
          last = open
          open = Self.close(open, furtherChildren: 1, at: index, out: out, of: words)
          index = index &+ 1
          depthLeft = depthLeft &+ 1
          if _slowPath(open == Self.nothing) {
            words[last].bits |= TapeWord.last
            break step
          }
          membership = words[open].is(.object) ? TapeWord.member : 0
        }

        if _slowPath(index >= end || text[index] != UInt8(ascii: "\"")) {
          index = text.blankEnd(from: index)
          guard index < end else { return fail(isOpened ? .nameOrBrace : .name, at: index) }
          if text[index] != UInt8(ascii: "\"") {
            // An empty object, or a trailing comma.
            guard text[index] == UInt8(ascii: "}") else { return fail(.nameInQuotes, at: index) }
            if !isOpened { noteTrailingComma(before: index, in: text, open: open, out: out, of: words) }
            isOpened = false
            last = open
            open = Self.close(open, furtherChildren: 0, at: index, out: out, of: words)
            index = index &+ 1
            depthLeft = depthLeft &+ 1
            if open == Self.nothing {
              words[last].bits |= TapeWord.last
              break step
            }
            membership = words[open].is(.object) ? TapeWord.member : 0
            continue member
          }
        }
        let content = index &+ 1
        if _slowPath(content >= window.end), content &+ 1 < end {
          window = StopWindow.make(from: content, of: text, in: room)
        }
        let stop = content < window.end ? content &+ window.plainLength(from: content) : content
        if _fastPath(stop < end && text[stop] == UInt8(ascii: "\"")) {
          words[out] = TapeWord(.key, flags: 0, offset: index, length: stop &- content)
          out = out &+ 1
          index = stop &+ 1
        } else {
          let name = text.oddStringEnd(from: content)
          if let failure = name.failure { return fail(failure, at: name.index) }
          if name.flags != 0 { words[open].bits |= TapeWord.oddNames }
          out = Self.write(.key, name.flags, from: index, length: name.index &- content, at: out, of: words)
          index = name.index &+ 1
        }
        if _slowPath(index >= end || text[index] != UInt8(ascii: ":")) {
          index = text.blankEnd(from: index)
          guard index < end, text[index] == UInt8(ascii: ":") else { return fail(.colon, at: index) }
        }
        index = index &+ 1
        continue step
      }
    }
    written = out
    index = text.blankEnd(from: index)
    guard index == end else { return fail(.end, at: index) }
    self.index = index
    state = .finished
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
    // Each container is walked once at most, when it is closed.
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

  /// Completes the container at `open`, whose closing bracket is at `offset` and which has as many children as were
  /// followed by a comma and `furtherChildren`; returns the container around it.
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
