public import ContractKit
import Foundation

/// Customers with the personal data that real ones have, for the tests of recordings; made up, no such API exists.
///
/// `customers` responses a list whose `url` leads to each customer's `orders`; `balances` a dictionary by account; `receipts` numbers with
/// a check digit, which redacted ones do not have.
///
/// `change` names what a pull request makes of the candidate v3, or of v1 after its release; without it v3 is as v2.
public func crm(change: String?) -> Contract {
  Contract(
    "crm", authorization: .bearer(.environment("CRM_TOKEN")), owner: "CRM team",
    versions: [change == "v1" ? crmV1Edited : change == "v1id" ? crmV1Retyped : crmV1, crmV2, crmV3(change)]
  ) {
    Endpoint("customers", get: "/customers", query: ["limit": "20"])
      .recording(keep: ["$[*].currency"], redact: ["$[*].plan"])
    Endpoint("orders", following: "$[*].url", of: "customers")
    Endpoint("balances", get: "/balances")
    Endpoint("receipts", get: "/receipts")
  }
}

enum CustomerStatus: String, Decodable, CaseIterable { case active, paused, left }

struct CustomerV1: Decodable {
  let id: Int
  let name: String
  let email: String?
  let status: CustomerStatus
}

struct CustomerV2: Decodable {
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

struct Customer {
  let id: Int
  let name: String
  let email: String?
  let status: CustomerStatus
}

struct OrderDTO: Decodable {
  let id: String
  let total: Double
}

struct ReceiptDTO: Decodable { let number: Int }

struct Receipt {
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

/// v1 as somebody made it after it had shipped.
enum Edited {
  struct CustomerV1: Decodable {
    let id: Int
    let name: String?
    let email: String?
    let status: CustomerStatus
  }
}

private let crmV1Edited = Version("v1", shippedIn: "1.0") {
  Reads("customers", as: [Edited.CustomerV1].self) {
    Mapping(
      "Customer", records: "$[*]", each: \.self,
      to: { Customer(id: $0.id, name: $0.name ?? "", email: $0.email, status: $0.status) }, identity: \.id)
  }
  Reads("orders", as: [OrderDTO].self)
  Reads("balances", as: [String: Double].self)
  Reads("receipts", as: [ReceiptDTO].self) {
    Mapping("Receipt", records: "$[*]", each: \.self, to: { Receipt($0.number) })
  }
}

private enum Retyped {
  struct CustomerV1: Decodable {
    let id: String
    let name: String
    let email: String?
    let status: CustomerStatus
  }
}

private let crmV1Retyped = Version("v1", shippedIn: "1.0") {
  Reads("customers", as: [Retyped.CustomerV1].self) {
    Mapping(
      "Customer", records: "$[*]", each: \.self,
      to: { Customer(id: Int($0.id) ?? 0, name: $0.name, email: $0.email, status: $0.status) }, identity: \.id)
  }
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

// MARK: - The candidate

enum NarrowStatus: String, Decodable { case active, paused }

/// As v2.
struct CustomerV3: Decodable {
  let id: Int
  let name: String
  let email: String
  let phone: String?
  let birthday: Date
  let status: CustomerStatus
}

/// An optional became required.
struct NarrowedCustomer: Decodable {
  let id: Int
  let name: String
  let email: String
  let phone: String
  let birthday: Date
  let status: CustomerStatus
}

/// A coding key is another one.
struct RenamedCustomer: Decodable {
  let id: Int
  let name: String
  let email: String
  let birthday: Date
  let status: CustomerStatus

  enum CodingKeys: String, CodingKey {
    case id, email, birthday, status
    case name = "fullName"
  }
}

/// A case of the enum is gone.
struct EnumCustomer: Decodable {
  let id: Int
  let name: String
  let email: String
  let birthday: Date
  let status: NarrowStatus
}

/// Only a member more, which may be missing.
struct WiderCustomer: Decodable {
  let id: Int
  let name: String
  let email: String
  let birthday: Date
  let status: CustomerStatus
  let plan: String?
}

private func crmV3(_ change: String?) -> Version {
  Version("v3", shippedIn: "3.0 beta", status: .candidate) {
    switch change {
    case "narrow":
      Reads("customers", as: [NarrowedCustomer].self, using: decoder()) {
        Mapping(
          "Customer", records: "$[*]", each: \.self,
          to: { Customer(id: $0.id, name: $0.name, email: $0.email, status: $0.status) }, identity: \.id)
      }
    case "rename":
      Reads("customers", as: [RenamedCustomer].self, using: decoder()) {
        Mapping(
          "Customer", records: "$[*]", each: \.self,
          to: { Customer(id: $0.id, name: $0.name, email: $0.email, status: $0.status) }, identity: \.id)
      }
    case "date":
      Reads("customers", as: [CustomerV3].self) {
        Mapping(
          "Customer", records: "$[*]", each: \.self,
          to: { Customer(id: $0.id, name: $0.name, email: $0.email, status: $0.status) }, identity: \.id)
      }
    case "enum":
      Reads("customers", as: [EnumCustomer].self, using: decoder()) {
        Mapping(
          "Customer", records: "$[*]", each: \.self,
          to: { Customer(id: $0.id, name: $0.name, email: $0.email, status: $0.status == .paused ? .paused : .active) },
          identity: \.id)
      }
    case "mapping":
      Reads("customers", as: [CustomerV3].self, using: decoder()) {
        Mapping(
          "Customer", records: "$[*]", each: \.self,
          to: { Customer(id: $0.id, name: $0.name, email: nil, status: $0.status) }, identity: \.id)
      }
    case "field":
      Reads("customers", as: [WiderCustomer].self, using: decoder()) {
        Mapping(
          "Customer", records: "$[*]", each: \.self,
          to: { Customer(id: $0.id, name: $0.name, email: $0.email, status: $0.status) }, identity: \.id)
      }
    default:
      Reads("customers", as: [CustomerV3].self, using: decoder()) {
        Mapping(
          "Customer", records: "$[*]", each: \.self,
          to: { Customer(id: $0.id, name: $0.name, email: $0.email, status: $0.status) }, identity: \.id)
      }
    }
  }
}
