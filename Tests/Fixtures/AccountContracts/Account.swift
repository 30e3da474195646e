import Foundation

/// One account as the app decodes it; made up.
///
/// Every member can break the decoding in a way of its own: a width, a closed set, a date, a URL, a member that may be missing.
struct AccountDTO: Decodable {
  enum Status: String, Decodable {
    case active
    case pastDue = "past_due"
  }

  let id: Int
  let name: String
  let phone: String
  let balance: Int
  let status: Status
  let at: Date
  let home: URL
  let note: String?
}

/// What the app shows of it.
struct Account {
  let id: Int
  let name: String
  let phone: String
  let balance: Decimal
  let isPastDue: Bool
  let at: Date
  let home: URL
  let note: String?

  init(_ dto: AccountDTO) {
    (id, name, phone) = (dto.id, dto.name, dto.phone)
    balance = Decimal(dto.balance) / 100
    isPastDue = dto.status == .pastDue
    (at, home, note) = (dto.at, dto.home, dto.note)
  }
}

/// The same account in a list of which the app leaves out what it cannot call.
struct ContactDTO: Decodable {
  let id: Int
  let name: String
  let phone: String?
}

/// Somebody who can be called.
struct Contact {
  let id: Int
  let name: String
  let phone: String

  init?(_ dto: ContactDTO) {
    guard let phone = dto.phone else { return nil }
    (id, name, self.phone) = (dto.id, dto.name, phone)
  }
}

/// Rates of exchange by currency code: the keys are data.
struct RatesDTO: Decodable {
  let base: String
  let rates: [String: Double]
}

/// A moment in seconds since 1970.
struct TickDTO: Decodable {
  let id: Int
  let at: Date
}
