/// The newest date among the texts at one path.
struct LearnedDate: BitwiseCopyable {
  /// Milliseconds since 1970 in UTC; `Int.min` before the first date.
  private var milliseconds = Int.min
  /// The first 16 bytes of the greatest text in UTC, by which a text of an earlier minute is passed over without being read.
  private var minute: (UInt64, UInt64) = (0, 0)

  init() {}

  /// The newest date in milliseconds since 1970; `nil` before the first.
  var newest: Int? { milliseconds == .min ? nil : milliseconds }

  /// Takes in a text whose format is a date.
  @inline(__always)
  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard let bytes = text.baseAddress else { return }
    guard text.count >= 16, bytes[text.count - 1] | 0x20 == UInt8(ascii: "z") else {
      milliseconds = max(milliseconds, Self.milliseconds(bytes, text.count))
      return
    }
    // The byte between day and time may be a space or a `T` in either case.
    let (day, time) = (TextBytes.word(bytes).byteSwapped, TextBytes.word(bytes + 8).byteSwapped | 0x74 << 40)
    guard (day, time) >= minute else { return }
    minute = (day, time)
    milliseconds = max(milliseconds, Self.milliseconds(bytes, text.count))
  }

  mutating func merge(_ other: LearnedDate) {
    milliseconds = max(milliseconds, other.milliseconds)
    if other.minute > minute { minute = other.minute }
  }

  /// Milliseconds since 1970 of a text in one of the formats of dates; without an offset it counts as UTC.
  static func milliseconds(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    func pair(_ index: Int) -> Int { Int(bytes[index] &- 0x30) * 10 + Int(bytes[index + 1] &- 0x30) }
    let seconds = 86_400 * days(year: 100 * pair(0) + pair(2), month: pair(5), day: pair(8))
    guard count > 10 else { return 1000 * seconds }
    var time = 3600 * pair(11) + 60 * pair(14)
    var (index, thousandths) = (16, 0)
    if count > 16, bytes[16] == UInt8(ascii: ":") {
      time += pair(17)
      index = 19
      if count > 19, bytes[19] == UInt8(ascii: ".") || bytes[19] == UInt8(ascii: ",") {
        index = 20
        var unit = 100
        while index < count, bytes[index] &- 0x30 < 10 {
          thousandths += unit * Int(bytes[index] &- 0x30)
          unit /= 10
          index += 1
        }
      }
    }
    if count >= index + 3 {
      let minutes = count == index + 3 ? 0 : pair(count - 2)
      let offset = 3600 * pair(index + 1) + 60 * minutes
      time -= bytes[index] == UInt8(ascii: "-") ? -offset : offset
    }
    return 1000 * (seconds + time) + thousandths
  }

  /// Days since 1970-01-01 in the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - 400 * era
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return 146_097 * era + 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
