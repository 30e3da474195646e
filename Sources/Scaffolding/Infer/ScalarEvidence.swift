import Foundation
import JSONDocument
import PayloadShape

/// Numbers of one place.
struct NumberEvidence {
  /// How many there were.
  private(set) var count = 0
  /// Whether each is a whole number that `Int` holds, written without fraction and exponent.
  private(set) var areInts = true

  mutating func add(_ node: JSONNode, of document: JSONDocument) {
    count += 1
    areInts = areInts && document.plainInteger(at: node, as: Int.self) != nil
  }

  mutating func merge(_ other: NumberEvidence) {
    count += other.count
    areInts = areInts && other.areInts
  }
}

/// Texts of one place.
struct StringEvidence {
  /// How many there were.
  private(set) var count = 0
  /// How many of them were in records that were not seen before.
  private(set) var newCount = 0
  /// Dates that `JSONDecoder.DateDecodingStrategy.iso8601` reads everywhere.
  private(set) var plainDates = 0
  /// Dates with fractions of a second, which it refuses on phones.
  private(set) var fractionDates = 0
  private(set) var urls = 0
  private(set) var uuids = 0
  /// Days without a time, and dates and times without a zone, which need a formatter of the app's own.
  private(set) var otherDates = 0
  /// In how many records each word was seen; `nil` once there were too many different ones, or too long ones.
  private(set) var words: [String: Int]? = [:]

  private static let mostWords = 16
  private static let longestWord = 40

  /// Adds a text; one that is no word stands for another one that was redacted. What a record has that `isAgain` there, as on a page that
  /// was loaded twice, does not show that others have it too.
  mutating func add(_ text: String, isWord: Bool = true, isAgain: Bool) {
    count += 1
    if !isAgain { newCount += 1 }
    if !isWord { words = nil }
    let format = StringFormat(of: text)
    switch format {
    case .uuid: if UUID(uuidString: text) != nil { uuids += 1 }
    case .urlAbsolute: if URL(string: text, encodingInvalidCharacters: false) != nil { urls += 1 }
    case .dateTime, .dateTimeOffset: if (try? Date(text, strategy: .iso8601)) != nil { plainDates += 1 }
    case .dateTimeFraction, .dateTimeOffsetFraction, .dateTimeLongFraction, .dateTimeOffsetLongFraction:
      if (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))) != nil {
        fractionDates += 1
      }
    case .date, .dateTimeLocal, .dateTimeLocalFraction, .dateTimeLocalLongFraction: otherDates += 1
    case .urlRelative, .email, .digits, .empty, .blank, .json, .text: break
    }
    guard words != nil else { return }
    if text.utf8.count > Self.longestWord || words?[text] == nil && words?.count == Self.mostWords {
      words = nil
    } else {
      words?[text, default: 0] += isAgain ? 0 : 1
    }
  }

  mutating func merge(_ other: StringEvidence) {
    count += other.count
    newCount += other.newCount
    plainDates += other.plainDates
    fractionDates += other.fractionDates
    otherDates += other.otherDates
    urls += other.urls
    uuids += other.uuids
    if let mine = words, let more = other.words {
      let all = mine.merging(more, uniquingKeysWith: +)
      words = all.count > Self.mostWords ? nil : all
    } else {
      words = nil
    }
  }

  /// The words of a closed set in order; `nil` where the texts are none: few different ones, most of them seen in several records.
  var closedWords: [String]? {
    guard let words, newCount >= 20, words.count >= 2, 4 * words.count <= newCount,
      5 * words.values.count(where: { $0 > 1 }) >= 4 * words.count, words.keys.allSatisfy(Self.isWord)
    else { return nil }
    return words.keys.sorted()
  }

  /// The same where they are a program's own: each was seen twice at least, so that hardly any is still to come, and each is written as
  /// programs write identifiers and people write no names: from a small letter on, or in capitals.
  var programWords: [String]? {
    guard let closedWords, let words, words.values.allSatisfy({ $0 > 1 }) else { return nil }
    return closedWords.allSatisfy(Self.isIdentifier) ? closedWords : nil
  }

  private static func isIdentifier(_ word: String) -> Bool {
    word.first?.isLowercase == true || !word.contains(where: \.isLowercase)
  }

  /// Whether a text begins with a letter and has no white space.
  private static func isWord(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isAlphabetic, first.isASCII else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-.".unicodeScalars.contains($0))
    }
  }
}
