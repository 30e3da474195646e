public import ContractKit
import Foundation

/// Release 1, made for the 2019 form of the tutorial's file; nobody should have it any more.
public let v1 = Version("v1", shippedIn: "1.0", runsOn: .iOS(13), status: .retired, owner: "Parks team") {
  Reads("tutorial", as: [Landmark].self, using: .landmarks) {
    Mapping("Landmark", records: "$[*]", each: \.self, identity: \.id) {
      Property("subtitle", \.subtitle)
      Property("coordinates.text", \.coordinates.text)
    }
  }
}
