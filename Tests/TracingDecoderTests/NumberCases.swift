import Foundation
import Testing

@testable import DecoderTrials

private let malformedNumbers = [
  "01", "-", "1.", "1.e1", "1+1", "1e5.5", "--1", "1e", "1e+", "-01", "1..2", "1-", "00", "-a",
]

@Suite("Numbers")
struct NumberCases {
  @Test("An integer may be spelled with a fraction of zeros or an exponent, but not have a fraction")
  func spelledIntegers() {
    #expect(agreed(Int.self, "1.0").value == "1")
    #expect(agreed(Int.self, "1e2").value == "100")
    #expect(agreed(Int.self, "1E+2").value == "100")
    #expect(agreed(Int.self, "1.5").isLost)
    #expect(agreed([Int].self, "[1,2.5]").isLost)
    #expect(agreed(Double.self, "1.5").value == "1.5")
    #expect(agreed(Decimal.self, "1e2").value == "100")
  }

  private func ends<T: FixedWidthInteger & Decodable>(_ type: T.Type) {
    let (most, least) = ("\(T.max)", "\(T.min)")
    // The last digit is 7 or 5, so one more carries nothing; of the least 8 or 0.
    let more = most.dropLast() + (most.last == "7" ? "8" : "6")
    let less = T.isSigned ? least.dropLast() + "9" : "-1"
    #expect(agreed(T.self, most).value == most)
    #expect(agreed(T.self, least).value == least)
    #expect(agreed(T.self, String(more)).isLost, "\(T.self) \(more)")
    #expect(agreed(T.self, String(less)).isLost, "\(T.self) \(less)")
    for text in [most + ".0", least + ".0", more + ".0", most + "e0", "\(more)e0", most + "0e-1", least + "e1"] {
      agreed(T.self, text)
      agreed(T?.self, text)
      agreed([T].self, "[\(text)]")
    }
  }

  @Test("The ends of all twelve integer widths are read, one beyond is refused")
  func widths() {
    ends(Int8.self)
    ends(Int16.self)
    ends(Int32.self)
    ends(Int64.self)
    ends(Int128.self)
    ends(Int.self)
    ends(UInt8.self)
    ends(UInt16.self)
    ends(UInt32.self)
    ends(UInt64.self)
    ends(UInt128.self)
    ends(UInt.self)
  }

  @Test("A fraction beyond the precision of Double is read as an integer")
  func nearlyOne() {
    #expect(agreed(Int.self, "0.99999999999999999999").value == "1")
    #expect(agreed(Int.self, "1.0000000000000001").value == "1")
    #expect(agreed(UInt8.self, "0.99999999999999999999").value == "1")
    #expect(agreed(Decimal.self, "0.99999999999999999999").value == "0.99999999999999999999")
  }

  @Test("From two to the power of 53 on, the fraction of an integer is cut off")
  func largeFractions() {
    #expect(agreed(Int.self, "9007199254740993.5").value == "9007199254740993")
    #expect(agreed(Int.self, "9007199254740993.0").value == "9007199254740993")
    #expect(agreed(Int.self, "12345678901234567.5e1").value == "123456789012345675")
    #expect(agreed(Int.self, "4503599627370495.5").isLost)
  }

  @Test("Too large, too small, and zero with an exponent, as each kind of number")
  func exponents() {
    for text in ["1e400", "-1e400"] {
      #expect(agreed(Int.self, text).isLost)
      #expect(agreed(Double.self, text).isLost)
      #expect(agreed(Float.self, text).isLost)
      #expect(agreed(Decimal.self, text).isLost)
    }
    #expect(agreed(Int.self, "1e-400").value == "0")
    #expect(agreed(Double.self, "1e-400").isLost)
    #expect(agreed(Float.self, "1e-400").isLost)
    #expect(agreed(Decimal.self, "1e-400").isLost)
    #expect(agreed(Int.self, "0e-400").value == "0")
    #expect(agreed(Double.self, "0e-400").value == "0.0")
    #expect(agreed(Float.self, "0e-400").value == "0.0")
    #expect(agreed(Decimal.self, "0e-400").isLost)
  }

  @Test("Minus zero is zero for integers and keeps its sign for floating point")
  func minusZero() {
    for text in ["-0", "-0.0"] {
      #expect(agreed(Int.self, text).value == "0")
      #expect(agreed(UInt8.self, text).value == "0")
      #expect(agreed(Double.self, text).value == "-0.0")
      #expect(agreed(Float.self, text).value == "-0.0")
      #expect(agreed(Decimal.self, text).value == "0")
    }
  }

  @Test("A malformed number fails where it is read, and only there", arguments: malformedNumbers)
  func malformed(_ number: String) {
    for text in [
      "[7,\(number),8]", "[\(number)]", "[\(number) ]", #"{"x":\#(number)}"#, #"{"y":\#(number),"x":1}"#, number,
    ] {
      agreed([Int].self, text)
      agreed([Double].self, text)
      agreed([Float?].self, text)
      agreed([Decimal].self, text)
      agreed([Date].self, text)
      agreed(Inner.self, text)
      agreed([Skip].self, text)
      agreed(Int.self, text)
    }
    agreed(Maybe<Int>.self, #"{"w":\#(number),"v":1}"#)
    agreed([Loose].self, "[\(number)]")
  }

  @Test("Decimals have exponents to 127 and about 38 digits; more digits are dropped silently")
  func decimals() {
    #expect(agreed(Decimal.self, "1e127").value?.count == 128)
    #expect(agreed(Decimal.self, "1e128").isLost)
    #expect(agreed(Decimal.self, "1234567890123456789012345678901234567890123").value != nil)
    #expect(agreed(Decimal.self, "-0.1").value == "-0.1")
  }

  @Test("A number that does not fit is not a DecodingError inside an initialiser")
  func notCaught() {
    #expect(agreed(CatchesOnly.self, #"{"n":1.5}"#).isLost)
    #expect(agreed(CatchesOnly.self, #"{"n":1e400}"#).isLost)
    #expect(agreed(CatchesOnly.self, #"{"n":01}"#).isLost)
    #expect(agreed(CatchesOnly.self, #"{"n":"x"}"#).value == #"CatchesOnly(text:"caught at 0")"#)
    #expect(agreed([CatchesOnly].self, "[{}]").value == #"Array<CatchesOnly>(:CatchesOnly(text:"caught at 1"))"#)
    #expect(
      agreed(Witness.self, #"{"n":1.5,"inner":null,"list":[300]}"#).value?.contains("not a DecodingError") == true)
  }

  @Test("Dates that are numbers: out of range, and as a text")
  func numericDates() {
    for strategy in [JSONDecoder.DateDecodingStrategy.secondsSince1970, .millisecondsSince1970, .deferredToDate] {
      #expect(agreed(Date.self, "1e400") { $0.dateDecodingStrategy = strategy }.isLost)
      #expect(
        agreed([Date].self, #"["5"]"#) { $0.dateDecodingStrategy = strategy }.brief == "typeMismatch(Double) at Index 0"
      )
      #expect(agreed(Date.self, "5") { $0.dateDecodingStrategy = strategy }.value?.hasPrefix("Date(") == true)
      agreed([Date?].self, "[null,-0.0,1e-400]") { $0.dateDecodingStrategy = strategy }
    }
  }

  static let numbers =
    malformedNumbers + [
      "0", "-0", "1", "1.0", "1e2", "1E+2", "1.5", "-0.0", "0.99999999999999999999", "1.0000000000000001",
      "9007199254740993.5", "9007199254740993.0", "9007199254740992.0", "12345678901234567.5e1", "9223372036854775807",
      "9223372036854775808", "9223372036854774784.0", "-9223372036854775808", "-9223372036854775808.0",
      "-9223372036854775809", "18446744073709551615", "18446744073709551616", "18446744073709549568.0", "1e19", "1e18",
      "1e400", "-1e400", "1e-400", "0e-400", "0e5", "0e400", "0.0e1", "0.00e12", "-0e1", "0.000e1", "0e12", "1e127",
      "1e128", "1e38", "1e39", "1234567890123456789012345678901234567890123", "127", "128", "-128", "-129", "255",
      "256", "-1", "32767", "32768", "65535", "65536", "2147483648", "4294967295", "4294967296", "3.4e38", "3.5e38",
      "1e-45", "1e-46", "5e-324", "2e-324", "340282366920938463463374607431768211455",
      "340282366920938463463374607431768211456", "170141183460469231731687303715884105728",
      "170141183460469231731687303715884105727.0", "0.1", "123456.789e-3", "100e-2", "1e0", "1e-1", "10e-1",
      "1.7976931348623157e308", "1.7976931348623159e308", "179769313486231580793e289",
      "0.000000000000000000000000000000000000000000000000001e51",
    ]

  @Test("Every number, as every numeric type", arguments: Setting.all.prefix(3))
  func all(_ setting: Setting) {
    let types: [Target] = [
      Target([Int].self), Target([Int8].self), Target([Int16].self), Target([Int32].self), Target([Int64].self),
      Target([Int128].self), Target([UInt].self), Target([UInt8].self), Target([UInt16].self), Target([UInt32].self),
      Target([UInt64].self), Target([UInt128].self), Target([Double].self), Target([Float].self),
      Target([Decimal].self), Target([Date].self), Target([Int?].self), Target([Double?].self), Target([Skip].self),
      Target([Level].self), Target([RealCode].self), Target([Float16].self), Target([Flags].self),
    ]
    for type in types {
      for number in Self.numbers {
        for text in ["[\(number)]", "[7,\(number) ,8]"] {
          if let difference = type.difference(text, setting.make()) { Issue.record("\(type): \(difference)") }
        }
      }
    }
  }
}
