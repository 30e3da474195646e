import Foundation

/// How the words at one path came and went over the responses that a baseline learned.
///
/// A vocabulary recurs, or its words stand side by side. A version or a season comes, stays for a while and never returns; then the
/// next one is no news, though old and new stood beside each other for some time.
struct WordCourses: Equatable, Sendable {
  /// When one word was there, in responses counted from 1.
  struct Course: Equatable, Sendable {
    var responses: Int
    var first: Int
    var last: Int
  }

  /// With fewer responses nobody knows whether a word stays.
  private static let leastResponses = 3
  /// How improbable it is that a word which is still in use stays away for so long.
  private static let improbabilityOfAbsence = 0.001

  /// How often a word came back after a response without it, or stood beside others.
  private(set) var recurrences = 0
  /// Responses with texts here that were learned.
  private(set) var learned = 0
  private(set) var words: [String: Course] = [:]

  init() {}

  /// Of so many words that recur, of whose responses nothing is known.
  init(ofRecurring count: Int) { (recurrences, learned) = (Self.worth(ofWordsSideBySide: count), 1) }

  /// Nil if the parts contradict each other.
  init?(recurrences: Int, learned: Int, words: [String: Course]) {
    guard recurrences >= 0, learned >= 0,
      words.values.allSatisfy({
        $0.responses > 0 && $0.first > 0 && $0.first <= $0.last && $0.last <= learned
          && $0.responses <= $0.last - $0.first + 1
      })
    else { return nil }
    (self.recurrences, self.learned, self.words) = (recurrences, learned, words)
  }

  /// Takes in the words of one more response.
  mutating func note(_ seen: some Collection<String>) {
    learned = Tally.sum(learned, 1)
    var returned = 0
    for word in seen {
      guard var course = words[word] else {
        words[word] = Course(responses: 1, first: learned, last: learned)
        continue
      }
      if course.last < learned - 1 { returned += 1 }
      course.responses = min(Tally.sum(course.responses, 1), learned - course.first + 1)
      course.last = learned
      words[word] = course
    }
    recurrences = Tally.sum(recurrences, Tally.sum(returned, Self.worth(ofWordsSideBySide: seen.count)))
  }

  /// Counts the words of the last response as standing side by side.
  mutating func noteSideBySide() {
    let present = words.values.count { $0.last == learned }
    recurrences = Tally.sum(recurrences, Self.worth(ofWordsSideBySide: present))
  }

  /// All words of a vocabulary side by side are enough.
  private static func worth(ofWordsSideBySide count: Int) -> Int { count > 1 ? (3 * count + 1) / 2 : 0 }

  /// Takes in the words of another path of the same responses, up to the last one; one of the two may have come later.
  mutating func merge(_ other: WordCourses) {
    var other = other
    recurrences = Tally.sum(recurrences, other.recurrences)
    let all = max(learned, other.learned)
    moveOn(to: all)
    other.moveOn(to: all)
    words.merge(other.words) { left, right in
      Course(
        responses: max(left.responses, right.responses), first: min(left.first, right.first),
        last: max(left.last, right.last))
    }
  }

  /// Counts the responses from before this path was there.
  private mutating func moveOn(to count: Int) {
    let missed = count - learned
    guard missed > 0 else { return }
    learned = count
    for (word, course) in words {
      words[word] = Course(responses: course.responses, first: course.first + missed, last: course.last + missed)
    }
  }

  /// Whether words are gone for good and others came in their place, so that one more is how this always was: twice or more often, and
  /// as many as a fourth of those that stay; or all but one are gone. A word that has another spelling once is none. Linear in the words.
  func turnOver(among count: Int) -> Bool {
    var (left, gone, came, both) = (0, 0, 0, 0)
    for course in words.values {
      let rate = Double(course.responses) / Double(course.last - course.first + 2)
      func isAbsence(_ responses: Int) -> Bool { pow(1 - rate, Double(responses)) < Self.improbabilityOfAbsence }
      let isGone = isAbsence(learned - course.last)
      if isGone { left += 1 }
      // Of what was there only once or twice nobody knows whether it came to stay.
      guard course.responses >= Self.leastResponses else { continue }
      switch (isGone, isAbsence(course.first - 1)) {
      case (true, true): both += 1
      case (true, false): gone += 1
      case (false, true): came += 1
      case (false, false): break
      }
    }
    if left > 0, count - left <= 1 { return true }
    let exchanges = min(gone, came) + both
    return exchanges > 1 && 4 * exchanges >= count - gone - came - both
  }
}

extension WordCourses {
  /// The stored form: recurrences, responses, then three numbers for each of the kept values in UTF-8 order, zeros for one without a
  /// course.
  func numbers(of values: some Sequence<String>) -> [Int] {
    [recurrences, learned]
      + Self.sorted(values).flatMap { word in
        words[word].map { [$0.responses, $0.first, $0.last] } ?? [0, 0, 0]
      }
  }

  /// Reads the stored form; nil unless it is valid for these values. No numbers: nothing was noted.
  init?(_ numbers: [Int], of values: some Collection<String>) {
    guard !numbers.isEmpty else {
      self.init()
      return
    }
    guard numbers.count == 2 + 3 * values.count, numbers[1] > 0 else { return nil }
    var words: [String: Course] = [:]
    for (index, word) in Self.sorted(values).enumerated() {
      let place = 2 + 3 * index
      let course = Course(responses: numbers[place], first: numbers[place + 1], last: numbers[place + 2])
      if course != Course(responses: 0, first: 0, last: 0) { words[word] = course }
    }
    self.init(recurrences: numbers[0], learned: numbers[1], words: words)
  }

  private static func sorted(_ values: some Sequence<String>) -> [String] {
    values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
