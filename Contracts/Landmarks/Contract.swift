public import ContractKit
import LandmarksV1
import LandmarksV2
import LandmarksV3
import LandmarksV4
import LandmarksV5

/// Landmarks in two forms: the file of Apple's SwiftUI tutorial (an array at the root), and our editors' service.
///
/// The service is reachable inside the company only, so that it is examined from recordings. The tutorial's file is fetched
/// from a public copy of it.
public let landmarks = Contract(
  "landmarks", owner: "Parks team",
  versions: [LandmarksV1.v1, LandmarksV2.v2, LandmarksV3.v3, LandmarksV4.v4, LandmarksV5.v5]
) {
  Endpoint("list", get: "/landmarks", every: .minutes(30), isFetched: false)
  Endpoint(
    "tutorial", get: "/Landmarks/Landmarks/Resources/landmarkData.json", every: .hours(24),
    baseURL: "https://raw.githubusercontent.com/matthewogtong/Landmarks/HEAD")
  Endpoint("places", get: "/v2/landmarks", every: .minutes(30), isFetched: false)
  Endpoint(
    "update-place", writing: "PUT", to: "/v2/landmarks/{id}", values: ["id": ["6f9619ff-8b86-d011-b42d-00cf4fc964ff"]])
  Endpoint("update", writing: "PUT", to: "/landmarks/{id}", values: ["id": ["6f9619ff-8b86-d011-b42d-00cf4fc964ff"]])
}
