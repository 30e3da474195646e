public import ContractKit
import Foundation

/// Release 4: reads the landmarks from our own editors' service instead of the tutorial's file.
public let v4 = Version("v4", shippedIn: "4.0 to 4.3", runsOn: .iOS(16), installs: 75, owner: "Parks team") {
  Reads("list", as: LandmarkListDTO.self, using: .landmarks) {
    Mapping(
      "Landmark", records: "$.items[*]", each: \.items, to: \.domainModel, identity: \.id,
      expecting: Rule("it is on the globe") {
        abs($0.coordinates.latitude) <= 90 && abs($0.coordinates.longitude) <= 180
      }
    ) {
      Property("displayTitle", \.displayTitle)
      Property("systemImage", \.systemImage)
    }
  }
  Reads("update", as: LandmarkDTO.self, using: .landmarks) {
    Mapping("Landmark", to: \.domainModel, identity: \.id) {
      Property("displayTitle", \.displayTitle)
      Property("systemImage", \.systemImage)
    }
  }
  Sends("update", UpdateLandmarkRequest.self, from: { (landmark: Landmark) in UpdateLandmarkRequest(landmark) })
}
