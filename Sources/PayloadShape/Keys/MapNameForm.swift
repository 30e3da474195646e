/// Forms of names that are codes or identifiers. If all names of an object have the same form and its values are of one
/// kind, the object is a map and its names are data.
enum MapNameForm: CaseIterable, Sendable {
  /// UUIDs, ISO 8601 dates and random words.
  case certain
  /// Years from 1000 to 2999.
  case year
  /// ISO 639-1, with a script or region or both, as in `de`, `pt-BR`, `zh-Hans`, `es_419`.
  case language
  /// ISO 3166-1 alpha-2, and the codes in use for the European Union, the United Kingdom and Kosovo.
  case country
  /// Three capital letters, as in ISO 4217 and for what is traded like currencies.
  case currency
  /// Currencies in three to five small letters.
  case smallCurrency

  /// The least number of names. It is smaller for forms that names rarely have by chance.
  var least: Int {
    switch self {
    case .certain: 2
    case .year, .language, .country, .currency: 4
    case .smallCurrency: 8
    }
  }

  /// The forms that a name may have, by a quick check. Most names have none.
  static func candidates(_ name: String) -> [MapNameForm] {
    var name = name
    return name.withUTF8 { bytes in
      switch bytes.count {
      case 0, 1: return []
      case 2: return [.language, .country]
      case 3: return [.currency, .smallCurrency]
      case 4 where bytes.allSatisfy(isDigit): return [.year]
      case 4: return [.smallCurrency]
      default:
        var forms: [MapNameForm] = bytes[2] == UInt8(ascii: "-") || bytes[2] == UInt8(ascii: "_") ? [.language] : []
        if bytes.count == 5 { forms.append(.smallCurrency) }
        if bytes.count >= 10, bytes.contains(where: isDigit) { forms.append(.certain) }
        return forms
      }
    }
  }

  func matches(_ name: String) -> Bool {
    let bytes = Array(name.utf8.prefix(65))
    switch self {
    case .certain: return DataName.isCertainlyData(name)
    case .year: return bytes.count == 4 && bytes.allSatisfy(Self.isDigit) && (bytes[0] == 0x31 || bytes[0] == 0x32)
    case .language: return Self.isLanguage(name)
    case .country: return bytes.count == 2 && Self.countries.contains(name)
    case .currency: return bytes.count == 3 && bytes.allSatisfy(Self.isCapital)
    case .smallCurrency: return bytes.count >= 3 && bytes.count <= 5 && bytes.allSatisfy(Self.isSmall)
    }
  }

  /// Whether all names have this form, and there are enough of them.
  func matchesAll(_ names: Set<String>) -> Bool {
    guard names.count >= least, names.allSatisfy(matches) else { return false }
    switch self {
    case .language:
      // Short words such as `id`, `no`, `to` and `is` are codes too.
      return names.count >= 8 || names.contains { Self.frequentLanguages.contains(String($0.prefix(2))) }
    case .currency:
      // Abbreviations are three capital letters too, so half of the names must be real currencies unless there are many
      // names.
      return names.count >= 8 || 2 * names.count(where: Self.currencies.contains) >= names.count
    case .smallCurrency: return 2 * names.count { Self.currencies.contains($0.uppercased()) } >= names.count
    default: return true
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
  private static func isSmall(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
  private static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte | 0x20) }

  private static func isLanguage(_ name: String) -> Bool {
    let parts = name.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard let first = parts.first, parts.count <= 3, languages.contains(String(Substring(first))) else { return false }
    return parts.dropFirst().allSatisfy { part in
      (part.count == 2 || part.count == 4) && part.allSatisfy(isLetter) || part.count == 3 && part.allSatisfy(isDigit)
    }
  }

  private static func codes(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  private static let languages = codes(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
      + "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja "
      + "jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb "
      + "nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq "
      + "sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu")

  private static let frequentLanguages = codes("en de fr es it pt ja zh ru nl pl ko ar tr sv")

  private static let countries = codes(
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA "
      + "CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET EU FI FJ FK FM FO "
      + "FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE "
      + "JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO "
      + "MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW "
      + "PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM "
      + "TN TO TR TT TV TW TZ UA UG UK UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW")

  private static let currencies = codes(
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF "
      + "CLP CNH CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GGP GHS GIP GMD GNF GTQ "
      + "GYD HKD HNL HRK HTG HUF IDR ILS IMP INR IQD IRR ISK JEP JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK "
      + "LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB "
      + "PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL "
      + "THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XAG XAU XCD XDR XOF XPD XPF XPT "
      + "YER ZAR ZMW ZWL BTC ETH LTC XRP BCH BNB DOT ADA SOL TRX")
}
