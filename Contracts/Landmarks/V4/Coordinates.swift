import Foundation

struct Coordinates: Hashable {
  let latitude: Double
  let longitude: Double
}
