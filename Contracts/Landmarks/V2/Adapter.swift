public import ContractKit
import Foundation

/// Release 2, made for the form of summer 2020: the featured ones have a flag, mountains are a category. Its day is
/// made up.
public let v2 = Version(
  "v2", shippedIn: "2.0 to 2.2", shippedOn: "2020-07-07", runsOn: .iOS(14), installs: 4, owner: "Parks team"
) {
  Reads("tutorial", as: [Landmark].self, using: .landmarks) {
    Mapping("Landmark", records: "$[*]", each: \.self, identity: \.id) {
      Property("subtitle", \.subtitle)
      Property("coordinates.text", \.coordinates.text)
    }
  }
}
