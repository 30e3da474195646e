public import ContractKit
import Foundation

/// Release 3, made for the present form, which has descriptions. Its day is made up.
public let v3 = Version(
  "v3", shippedIn: "3.0 to 3.6", shippedOn: "2020-09-22", runsOn: .iOS(14), installs: 21, owner: "Parks team"
) {
  Reads("tutorial", as: [Landmark].self, using: .landmarks) {
    Mapping("Landmark", records: "$[*]", each: \.self, identity: \.id) {
      Property("subtitle", \.subtitle)
      Property("coordinates.text", \.coordinates.text)
    }
  }
}
