import ContractKit

/// A shop whose first release reads a plain price, and whose second one reads the coming form as well.
///
/// Made up; the tests of the round drift it, and look who breaks and who is spared.
let prices = Contract("prices", versions: [plainPrice, moneyPrice]) {
  Endpoint("products", get: "/products")
}

private struct PlainProduct: Decodable {
  let id: Int
  let price: Double
}

private struct MoneyProduct: Decodable {
  let id: Int
  let price: Price
}

/// A number, or an amount with its currency.
private struct Price: Decodable {
  let amount: Double
  let currency: String

  private enum CodingKeys: CodingKey { case amount, currency }

  init(from decoder: any Decoder) throws {
    if let number = try? decoder.singleValueContainer().decode(Double.self) {
      (amount, currency) = (number, "USD")
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    amount = try container.decode(Double.self, forKey: .amount)
    currency = try container.decode(String.self, forKey: .currency)
  }
}

private let plainPrice = Version("v1", shippedIn: "1.0") {
  Reads("products", as: [PlainProduct].self) { Mapping("Product", records: "$[*]", each: \.self, identity: \.id) }
}

private let moneyPrice = Version("v2", shippedIn: "1.1") {
  Reads("products", as: [MoneyProduct].self) { Mapping("Product", records: "$[*]", each: \.self, identity: \.id) }
}
