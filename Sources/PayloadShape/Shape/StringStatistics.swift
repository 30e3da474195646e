/// What is known of the strings at one path.
struct StringStatistics: Equatable, Sendable {
  /// With more distinct values than this, a set counts as open.
  static let maximumValues = 64
  /// The longest value that is kept, in bytes of UTF-8.
  static let maximumValueLength = 40
  /// From this many strings at one path of one document on, their repetition is evidence for a closed set.
  static let leastForRepetition = 4

  var count = 0
  /// Observations by index in `StringFormat.allCases`; empty before the first string.
  private(set) var formats: [Int] = []
  /// Short plain values with their counts; empty if ``isOpen``.
  private(set) var values: [String: Int] = [:]
  /// Whether more distinct values were seen than are kept.
  private(set) var isOpen = false
  /// Strings in documents with several strings at this path, and the distinct ones within each document.
  ///
  /// If the same titles are received a thousand times, they look like a closed set by their number, but not inside one
  /// list.
  private(set) var listed = 0
  private(set) var listedDistinct = 0
  private(set) var sketch = ValueSketch()
  /// How the kept values came and went; of a baseline only.
  private(set) var courses = WordCourses()

  init() {}

  /// Must be called once after the last string of a document, or of several that are one response.
  mutating func finishDocument() {
    guard count >= Self.leastForRepetition else { return }
    listed = count
    listedDistinct = isOpen ? count : values.count + unkept
  }

  mutating func merge(_ other: StringStatistics) {
    guard other.count > 0 else { return }
    count = Tally.sum(count, other.count)
    for (format, number) in zip(StringFormat.allCases, other.formats) { add(number, to: format) }
    listed = Tally.sum(listed, other.listed)
    listedDistinct = Tally.sum(listedDistinct, other.listedDistinct)
    sketch.merge(other.sketch)
    if other.isOpen { open() }
    guard !isOpen else { return }
    courses.merge(other.courses)
    values.merge(other.values, uniquingKeysWith: Tally.sum)
    if values.count > Self.maximumValues { open() }
  }

  func observations(of format: StringFormat) -> Int {
    format.position < formats.count ? formats[format.position] : 0
  }

  var seenFormats: [StringFormat] { StringFormat.allCases.filter { observations(of: $0) > 0 } }

  func observations(of formats: [StringFormat]) -> Int { formats.reduce(0) { $0 + observations(of: $1) } }

  /// The number of values that are not kept: long ones, and those that look like an id, URL, date or other data.
  var unkept: Int { isOpen ? count : max(0, count - values.values.reduce(0, Tally.sum)) }

  /// Whether the values look like a fixed vocabulary: few, repeated, short and plain. A single value does not, because
  /// a version, a name or a message may stay the same for months and then change.
  var checksClosed: Bool { unkept == 0 && isOfFewValues }

  private var isOfFewValues: Bool {
    !isOpen && count >= 20 && values.count > 1 && values.count <= 32 && values.count <= count / 4
      && listedDistinct <= listed / 2
  }

  /// One in so many texts that is no word, such as a code in the place of a status, leaves the rest a vocabulary.
  private static let rareUnkept = 50

  /// Whether the values look like a fixed vocabulary, are known to recur and do not replace each other, so that another one is news.
  var isClosed: Bool {
    isOfFewValues && Self.rareUnkept * unkept <= count && 2 * courses.recurrences >= 3 * values.count
      && !courses.turnOver(among: values.count)
  }

  /// Notes which of the kept values `seen` has, after it was merged into `known`. Linear in its values.
  mutating func noteWords(of seen: StringStatistics, after known: StringStatistics) {
    guard !isOpen, seen.count > 0, count > known.count else { return }
    courses.note(seen.values.keys)
  }

  /// Counts the words of the last response as standing side by side, which they do where paths were joined.
  mutating func noteWordsSideBySide() {
    if !isOpen { courses.noteSideBySide() }
  }

  /// Leaves the kept values out, so that the set counts as open.
  mutating func leaveOutValues() {
    if !values.isEmpty { open() }
  }

  private mutating func open() {
    isOpen = true
    values = [:]
    courses = WordCourses()
  }

  private mutating func add(_ number: Int, to format: StringFormat) {
    if formats.isEmpty { formats = Array(repeating: 0, count: StringFormat.positions) }
    formats[format.position] = Tally.sum(formats[format.position], number)
  }

  /// Takes texts with a date and a time for texts of every form that they may have had, each as frequent as the others, since they
  /// were counted together: none of the forms is news then.
  mutating func takeDatesForEveryForm() {
    for known in [StringFormat.dateTime, .dateTimeFraction] where observations(of: known) > 0 {
      let number = observations(of: known)
      for format in StringFormat.allCases
      where format != known && format.dateTimeForm?.isFractional == known.dateTimeForm?.isFractional {
        add(number, to: format)
      }
    }
  }

  /// Takes what looks like a vocabulary for one whose words recur, since nobody noted whether they do.
  mutating func takeForRecurring() {
    if checksClosed { courses = WordCourses(ofRecurring: values.count) }
  }

  /// Applies `replace` to every kept value.
  mutating func replaceValues(_ replace: (String) -> String) {
    guard values.keys.contains(where: { replace($0) != $0 }) else { return }
    values = Dictionary(values.map { (replace($0.key), $0.value) }, uniquingKeysWith: Tally.sum)
  }

  @inline(__always)
  static func isKept(_ bytes: UnsafeBufferPointer<UInt8>, _ format: StringFormat) -> Bool {
    format == .empty || format == .text && mayBeVocabulary(bytes)
  }

  /// Whether a text may belong to a fixed vocabulary: it is short and printable, and no word in it looks like an id,
  /// that is, is very long or a mixture of letters and digits.
  private static func mayBeVocabulary(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= maximumValueLength else { return false }
    var word = 0
    var digits = 0
    for byte in bytes {
      guard byte >= 0x20, byte != 0x7F else { return false }
      if byte == 0x20 {
        (word, digits) = (0, 0)
        continue
      }
      word += 1
      if byte &- 0x30 < 10 { digits += 1 }
      if digits > 2 && word >= 12 || word > 32 { return false }
    }
    return true
  }
}

extension StringStatistics {
  /// What was learned from one document: observations by index in `StringFormat.allCases`, and the distinct values, nil
  /// where there were too many.
  init(formats: [Int], values: [String: Int]?, sketch: ValueSketch) {
    self.formats = formats
    count = formats.reduce(0, Tally.sum)
    self.values = values ?? [:]
    isOpen = values == nil
    self.sketch = sketch
  }

  /// Nil if the stored parts contradict each other.
  init?(
    count: Int, formats: [(StringFormat, Int)], values: [String: Int]?, listed: Int, listedDistinct: Int,
    sketch: ValueSketch?
  ) {
    guard values?.count ?? 0 <= Self.maximumValues else { return nil }
    self.init()
    self.count = count
    for (format, number) in formats { add(number, to: format) }
    self.values = values ?? [:]
    isOpen = values == nil
    (self.listed, self.listedDistinct) = (listed, listedDistinct)
    self.sketch = sketch ?? Self.sketch(of: self.values.keys)
  }

  /// Puts back what was stored of the order of responses.
  mutating func restore(_ courses: WordCourses) { self.courses = courses }

  /// The sketch if every value is kept. It need not be stored then.
  static func sketch(of values: some Sequence<String>) -> ValueSketch {
    var sketch = ValueSketch()
    for value in values {
      var value = value
      sketch.insert(value.withUTF8 { ValueSketch.hash($0) })
    }
    return sketch
  }
}
