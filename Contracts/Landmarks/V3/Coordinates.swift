import Foundation

struct Coordinates: Hashable, Codable {
  var latitude: Double
  var longitude: Double

  /// "34.0113° N, 116.1669° W"
  var text: String {
    let north = String(format: "%.4f° %@", abs(latitude), latitude < 0 ? "S" : "N")
    let east = String(format: "%.4f° %@", abs(longitude), longitude < 0 ? "W" : "E")
    return "\(north), \(east)"
  }
}
