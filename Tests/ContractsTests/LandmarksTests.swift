import ContractKit
import Foundation
import Landmarks
import Testing

@Suite("landmarks")
struct LandmarksTests {
  private static let id = "d67a7a00-e1d8-58a7-bfd4-03550db21517"

  /// One record of the editors' service with some members replaced (`nil`: absent).
  private static func item(_ changes: [String: String?] = [:]) -> String {
    var members: [String: String] = [
      "id": "\"\(id)\"", "name": "\"Turtle Rock\"", "category": "\"mountains\"", "location": "\"California\"",
      "latitude": "34.0113", "longitude": "-116.1669", "isFeatured": "true", "note": "\"Best at sunrise.\"",
    ]
    for (name, value) in changes { members[name] = value }
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
  }

  private func map(_ changes: [String: String?]) async throws -> Value? {
    try await AppCode(landmarks, "v4", "list").domain(#"{"items": [\#(Self.item(changes))]}"#)[0]
  }

  @Test("A complete record becomes a landmark with title and symbol")
  func complete() async throws {
    let landmark = try #require(try await map([:]))
    #expect(landmark["displayTitle"] == "Turtle Rock, California")
    #expect(landmark["systemImage"] == "mountain.2")
    #expect(landmark["isFeatured"] == "true")
    #expect(landmark.identity == [Self.id.uppercased()])
    #expect(landmark.brokenRules == [])
  }

  struct Drop: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let changes: [String: String?]
  }

  @Test(
    "An incomplete or unknown record is dropped",
    arguments: [
      Drop(testDescription: "no name", changes: ["name": nil]),
      Drop(testDescription: "null name", changes: ["name": "null"]),
      Drop(testDescription: "a name of white space", changes: ["name": #"" \n\t""#]),
      Drop(testDescription: "unknown category", changes: ["category": #""deserts""#]),
      Drop(testDescription: "category in other letter case", changes: ["category": #""Mountains""#]),
      Drop(testDescription: "no category", changes: ["category": nil]),
      Drop(testDescription: "a category that says unknown", changes: ["category": #""unknown""#]),
      Drop(testDescription: "no latitude", changes: ["latitude": nil]),
      Drop(testDescription: "null longitude", changes: ["longitude": "null"]),
    ])
  func dropped(_ c: Drop) async throws {
    #expect(try await map(c.changes) == nil)
  }

  @Test("What is optional is trimmed or gets its default")
  func defaults() async throws {
    let trimmed = try #require(try await map(["name": #""  Hidden Lake ""#, "note": #"" ""#]))
    #expect(trimmed["name"] == "Hidden Lake")
    #expect(trimmed["note"] == nil)
    let bare = try #require(try await map(["location": "null", "isFeatured": nil, "note": nil]))
    #expect(bare["displayTitle"] == "Turtle Rock")
    #expect(bare["isFeatured"] == "false")
  }

  @Test("An id that is no UUID is kept under another id each time")
  func randomID() async throws {
    let first = try #require(try await map(["id": #""rock-1""#]))
    let second = try #require(try await map(["id": #""rock-1""#]))
    #expect(first.identity != second.identity)
  }

  @Test("A category that became an object loses the whole list")
  func categoryObject() throws {
    let app = try AppCode(landmarks, "v4", "list")
    let body = #"{"items": [\#(Self.item(["category": #"{"name": "lakes"}"#]))]}"#
    #expect(throws: DecodingError.self) { try app.decode(Data(body.utf8)) }
  }

  @Test(
    "Each category has its symbol",
    arguments: [("lakes", "water.waves"), ("rivers", "drop"), ("mountains", "mountain.2"), ("forests", "tree")])
  func symbols(category: String, symbol: String) async throws {
    let landmark = try #require(try await map(["category": "\"\(category)\""]))
    #expect(landmark["systemImage"] == symbol)
  }

  @Test("A place off the globe breaks the rule")
  func offTheGlobe() async throws {
    let landmark = try #require(try await map(["latitude": "340.113"]))
    #expect(landmark.brokenRules == ["it is on the globe"])
  }

  @Test("The update's body leaves out what the landmark lacks")
  func updateBody() async throws {
    struct Body: Decodable, Equatable {
      let name: String
      let category: String
      let location: String?
      let isFeatured: Bool
      let note: String?
    }
    let landmark = try #require(try await map(["note": "null"]))
    let sends = try #require(landmarks.version("v4")?.sends.first)
    let body = try #require(try sends.encode(landmark.raw))
    #expect(
      try JSONDecoder().decode(Body.self, from: body)
        == Body(name: "Turtle Rock", category: "mountains", location: "California", isFeatured: true, note: nil))
    #expect(!String(decoding: body, as: UTF8.self).contains("note"))
  }

  /// The tutorial's record in one of its three generations.
  private func tutorial(category: String, flags: Bool, description: Bool) -> String {
    """
    [{"id": 1001, "name": "Turtle Rock", "park": "Joshua Tree National Park", "state": "California",
      "city": "Twentynine Palms", "category": "\(category)", "imageName": "turtlerock",
      \(flags ? #""isFeatured": true, "isFavorite": false,"# : "")
      \(description ? #""description": "A rock.","# : "")
      "coordinates": {"longitude": -116.166868, "latitude": 34.011286}}]
    """
  }

  @Test(
    "Each release reads its own generation of the tutorial's file; a closed enum refuses new values",
    arguments: [
      ("Featured", false, false, ["v1"]), ("Rivers", false, false, ["v1"]), ("Mountains", true, false, ["v2"]),
      ("Rivers", true, false, ["v1", "v2"]), ("Mountains", true, true, ["v2", "v3"]),
      ("Lakes", true, true, ["v1", "v2", "v3"]), ("Deserts", true, true, []),
    ])
  func generations(category: String, flags: Bool, description: Bool, readers: [String]) async throws {
    let body = tutorial(category: category, flags: flags, description: description)
    var reading: [String] = []
    for version in ["v1", "v2", "v3"] {
      let app = try AppCode(landmarks, version, "tutorial")
      guard (try? app.decode(Data(body.utf8))) != nil else { continue }
      reading.append(version)
      let landmark = try #require(try await app.domain(body)[0])
      #expect(landmark["subtitle"] == "Joshua Tree National Park, California")
      #expect(landmark["coordinates.text"] == "34.0113° N, 116.1669° W")
    }
    #expect(reading == readers)
  }

  private static let place = [
    "id": "\"\(id)\"", "name": "\" Mirror Lake \"", "location": "\"Montana\"", "description": "\"Still water.\"",
    "imageName": "\"mirror-lake\"", "isFeatured": "true", "category": "\"lakes\"",
    "createdAt": "\"2024-01-11T09:10:00Z\"", "updatedAt": "\"2025-09-20T08:00:00Z\"",
  ]

  /// What release 5 makes of a place with some members replaced (`nil`: absent).
  private func place(_ changes: [String: String?]) async throws -> Value? {
    var members = Self.place
    for (name, value) in changes { members[name] = value }
    let text = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
    return try await AppCode(landmarks, "v5", "places").domain(#"{"items": [{\#(text)}]}"#)[0]
  }

  @Test("Release 5 shows a place only if everything is there that a screen shows")
  func places() async throws {
    let whole = try #require(try await place([:]))
    #expect(whole["displayTitle"] == "Mirror Lake, Montana" && whole["systemImage"] == "water.waves")
    #expect(whole["category"] == "lakes" && whole["isFeatured"] == "true")
    #expect(try await place(["isFeatured": String?.none])?["isFeatured"] == "false")
    for harmless in ["createdAt", "updatedAt"] { #expect(try await place([harmless: String?.none]) != nil) }
    for name in ["name", "location", "description", "imageName", "category"] {
      #expect(try await place([name: String?.none]) == nil, "\(name) is missing")
      #expect(try await place([name: "null"]) == nil, "\(name) is null")
    }
    for name in ["name", "location", "description", "imageName"] {
      #expect(try await place([name: "\"  \""]) == nil, "\(name) is white space")
    }
    for kind in ["unknown", "harbours"] { #expect(try await place(["category": "\"\(kind)\""]) == nil) }
    #expect(try await place(["id": "\"7\""]) == nil)
  }

  @Test("The first release is retired, and only the tutorial's file can be fetched")
  func declarations() {
    #expect(landmarks.versions.map(\.status) == [.retired, .supported, .supported, .supported, .candidate])
    #expect(landmarks.baseURL == nil)
    #expect(landmarks.endpoints.filter { $0.baseURL != nil }.map(\.id) == ["tutorial"])
    #expect(landmarks.endpoint("list")?.isFetched == false)
  }
}
