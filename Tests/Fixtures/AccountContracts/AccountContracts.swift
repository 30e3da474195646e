import ContractKit
import Foundation

/// What `FixtureGroup.account` watches.
let accountContracts = [accounts]

/// One endpoint for each story that the side-by-side comparison plays, so that no story's responses are another's baseline.
///
/// Made up; the responses come from `Tests/SideBySide` and from the tests of the command.
let accounts = Contract("accounts", versions: [current]) {
  for id in objects + lists + ["contacts", "rates", "clock"] { Endpoint(id, get: "/\(id)") }
}

/// Stories whose response is one account.
private let objects = [
  "none", "balance-string", "two-strings", "phone-absent", "phone-null", "status-new", "date-spelled", "id-large",
  "balance-fraction", "home-empty", "balance-whole", "field-added", "note-absent", "note-string",
  "status-503", "status-429", "status-401", "html",
  "break-fix-break", "flapping", "split", "storm", "outage-amid-break", "first-response", "unread-gone",
]

/// Stories whose response is a list of accounts.
private let lists = ["roll-out", "empty", "first-element", "rows-600", "rows-10000"]

private let current = Version("v1", shippedIn: "1.0") {
  for id in objects {
    Reads(id, as: AccountDTO.self, using: iso8601()) { Mapping("Account", to: Account.init) }
  }
  for id in lists {
    Reads(id, as: [AccountDTO].self, using: iso8601()) {
      Mapping("Account", records: "$[*]", each: \.self, to: Account.init, identity: \.id)
    }
  }
  Reads("contacts", as: [ContactDTO].self) {
    Mapping("Contact", records: "$[*]", each: \.self, to: Contact.init, identity: \.id)
  }
  Reads("rates", as: RatesDTO.self)
  Reads("clock", as: TickDTO.self, using: epoch())
}

private func iso8601() -> JSONDecoder {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return decoder
}

private func epoch() -> JSONDecoder {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .secondsSince1970
  return decoder
}
