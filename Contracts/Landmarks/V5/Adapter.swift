public import ContractKit
import Foundation

/// The coming release 5: the second form of the editors' service, and domain models without an optional.
public let v5 = Version("v5", shippedIn: "5.0 beta", runsOn: .iOS(17), status: .candidate, owner: "Parks team") {
  Reads("places", as: LandmarkListApiModel.self, using: .landmarks) {
    Mapping("Landmark", records: "$.items[*]", each: \.items, to: Landmark.init, identity: \.id) {
      Property("displayTitle", \.displayTitle)
      Property("systemImage", \.category.systemImage)
    }
  }
  Reads("update-place", as: LandmarkApiModel.self, using: .landmarks) {
    Mapping("Landmark", to: Landmark.init, identity: \.id) {
      Property("displayTitle", \.displayTitle)
    }
  }
  Sends("update-place", UpdateLandmarkRequest.self, from: { (landmark: Landmark) in UpdateLandmarkRequest(landmark) })
  WritesBack(
    "places", as: LandmarkListApiModel.self, to: "update-place", records: "$.items[*]", each: \.items,
    using: .landmarks, encodedBy: .landmarks)
}
