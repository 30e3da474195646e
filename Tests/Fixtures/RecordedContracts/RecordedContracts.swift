import ContractKit
import Foundation

/// What `FixtureGroup.recorded` watches.
let recordedContracts = [crm]

/// Customers with the personal data that real ones have, for the tests of recordings; made up, no such API exists.
///
/// `customers` responses a list whose `url` leads to each customer's `orders`; `balances` a dictionary by account; `receipts` numbers with
/// a check digit, which redacted ones do not have.
let crm = Contract(
  "crm", authorization: .bearer(.environment("CRM_TOKEN")), owner: "CRM team", versions: [crmV1, crmV2]
) {
  Endpoint("customers", get: "/customers", query: ["limit": "20"])
    .recording(keep: ["$[*].currency"], redact: ["$[*].plan"])
  Endpoint("orders", following: "$[*].url", of: "customers")
  Endpoint("balances", get: "/balances")
  Endpoint("receipts", get: "/receipts")
}

enum CustomerStatus: String, Decodable, CaseIterable { case active, paused, left }

private struct CustomerV1: Decodable {
  let id: Int
  let name: String
  let email: String?
  let status: CustomerStatus
}

private struct CustomerV2: Decodable {
  let id: Int
  let name: String
  let email: String
  let phone: String?
  let birthday: Date
  let status: CustomerStatus
  let tags: [String]
  let address: Address

  struct Address: Decodable {
    let city: String
    let latitude: Double?
  }
}

private struct Customer {
  let id: Int
  let name: String
  let email: String?
  let status: CustomerStatus
}

private struct OrderDTO: Decodable {
  let id: String
  let total: Double
}

private struct ReceiptDTO: Decodable { let number: Int }

private struct Receipt {
  let number: Int

  /// Nothing for a number whose last digit is not the sum of the others modulo ten.
  init?(_ number: Int) {
    let digits = String(number).compactMap(\.wholeNumberValue)
    guard let last = digits.last, digits.dropLast().reduce(0, +) % 10 == last else { return nil }
    self.number = number
  }
}

private let crmV1 = Version("v1", shippedIn: "1.0") {
  Reads("customers", as: [CustomerV1].self) {
    Mapping(
      "Customer", records: "$[*]", each: \.self,
      to: { Customer(id: $0.id, name: $0.name, email: $0.email, status: $0.status) }, identity: \.id)
  }
  Reads("orders", as: [OrderDTO].self)
  Reads("balances", as: [String: Double].self)
  Reads("receipts", as: [ReceiptDTO].self) {
    Mapping("Receipt", records: "$[*]", each: \.self, to: { Receipt($0.number) })
  }
}

private let decoder: @Sendable () -> JSONDecoder = {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  return decoder
}

private let crmV2 = Version("v2", shippedIn: "2.0") {
  Reads("customers", as: [CustomerV2].self, using: decoder()) {
    Mapping(
      "Customer", records: "$[*]", each: \.self,
      to: { dto -> Customer? in
        dto.address.city.isEmpty ? nil : Customer(id: dto.id, name: dto.name, email: dto.email, status: dto.status)
      }, identity: \.id)
  }
}
