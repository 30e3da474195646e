/// Writes one array of records such as a shop's or a directory's API sends; the same seed gives the same bytes.
struct RecordGenerator {
  private var random: SplitMix
  private var text: [UInt8] = []
  private var created = 0

  private static let words = [
    "harbour", "lantern", "copper", "meadow", "violet", "engine", "saddle", "quartz", "linen", "orchard", "Straße",
    "crème", "œuvre", "smörgås", "naïve", "東京", "добро", "señal", "☕️", "walnut", "ribbon", "compass", "tidal", "amber",
  ]
  private static let escapes = [
    #"\u00e9"#, #"\u2019"#, #"\n"#, #"\"quoted\""#, #"\ud83d\ude00"#, #"\u4e2d\u6587"#, #"\/"#,
  ]
  private static let statuses = ["draft", "in_review", "published", "archived"]
  private static let currencies = ["EUR", "USD", "GBP", "JPY"]
  private static let countries = ["DE", "FR", "SE", "JP", "US"]

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// An array of at least `bytes` bytes, longer by one record at most.
  mutating func array(ofBytes bytes: Int) -> [UInt8] {
    text.removeAll()
    text.reserveCapacity(bytes + 4096)
    text.append(UInt8(ascii: "["))
    repeat {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      writeRecord()
    } while text.count < bytes
    text.append(UInt8(ascii: "]"))
    return text
  }

  private mutating func writeRecord() {
    created += 1
    write(#"{"id":\#(1_000_000 + created),"external_id":"\#(uuid())","display_name":"\#(words(2))","#)
    write(#""is_active":\#(chance(80)),"status":"\#(pick(Self.statuses))","unit_price":\#(price()),"#)
    write(#""currency_code":"\#(pick(Self.currencies))","created_at":"\#(date())","#)
    write(#""updated_at":\#(chance(30) ? "null" : "\"\(date())\""),"#)
    write(#""home_page_url":\#(chance(10) ? "null" : "\"\(url())\""),"#)
    write(#""short_description":"\#(prose())","tag_names":[\#(list(0...5) { "\"\($0.words(1))\"" })],"#)
    write(#""postal_address":{"street_name":"\#(words(2))","house_number":\#(number(1...199)),"#)
    write(#""postal_code":"\#(number(10_000...99_999))","city_name":"\#(words(1))","#)
    write(#""country_code":"\#(pick(Self.countries))","geo_location":{"latitude_degrees":\#(degrees(90)),"#)
    write(#""longitude_degrees":\#(degrees(180))}},"#)
    write(#""rating_summary":{"average_score":\#(number(10...50) / 10).\#(number(0...9)),"#)
    write(#""review_count":\#(number(0...4_000))},"#)
    write(#""image_urls":[\#(list(1...3) { "\"\($0.url())\"" })],"#)
    write(#""parent_id":\#(chance(60) ? "null" : "\(number(1_000_000...1_020_000))"),"#)
    if chance(30) { write(#""discount_percent":\#(number(1...60)).5,"#) }
    write(#""line_items":[\#(list(0...3) { $0.lineItem() })],"unread_note":"\#(words(3))"}"#)
  }

  private mutating func lineItem() -> String {
    #"{"sku_code":"SKU-\#(number(1_000...9_999))","quantity":\#(number(1...12)),"line_total":\#(price())}"#
  }

  private mutating func write(_ part: String) { text.append(contentsOf: part.utf8) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

  private mutating func pick(_ texts: [String]) -> String { texts[number(0...(texts.count - 1))] }

  private mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in pick(Self.words) }.joined(separator: " ")
  }

  private mutating func prose() -> String {
    let parts = (0..<number(8...24)).map { _ in chance(8) ? pick(Self.escapes) : pick(Self.words) }
    return parts.joined(separator: " ")
  }

  private mutating func list(_ counts: ClosedRange<Int>, _ element: (inout RecordGenerator) -> String) -> String {
    (0..<number(counts)).map { _ in element(&self) }.joined(separator: ",")
  }

  private mutating func price() -> String { "\(number(0...999)).\(number(10...99))" }

  private mutating func degrees(_ limit: Int) -> String {
    "\(number(-limit + 1...limit - 1)).\(number(100_000...999_999))"
  }

  private mutating func padded(_ range: ClosedRange<Int>) -> String {
    let number = number(range)
    return number < 10 ? "0\(number)" : "\(number)"
  }

  private mutating func date() -> String {
    "\(number(2015...2026))-\(padded(1...12))-\(padded(1...28))T\(padded(0...23)):\(padded(0...59)):\(padded(0...59))Z"
  }

  private mutating func url() -> String {
    "https://static.example.com/media/\(number(1...999))/\(number(100_000...999_999)).jpg?width=\(number(1...9))00"
  }

  private mutating func uuid() -> String {
    func group(_ digits: Int, _ generator: inout SplitMix) -> String {
      (0..<digits).map { _ in String(Int.random(in: 0...15, using: &generator), radix: 16, uppercase: true) }.joined()
    }
    return [8, 4, 4, 4, 12].map { group($0, &random) }.joined(separator: "-")
  }
}

/// A small seeded generator (Steele, Lea, Flood 2014).
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
