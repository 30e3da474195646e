import ContractKit
import Foundation
import OmgLol
import Testing

@Suite("omg-lol")
struct OmgLolTests {
  private func list(counter: String, name: String = "talks") -> String {
    """
    {"request": {"status_code": 200, "success": true},
     "response": {"message": "Here are the PURLs for foo.",
                  "purls": [{"name": "\(name)", "url": "https://example.org/talks", "counter": \(counter)}]}}
    """
  }

  @Test(
    "The first releases read a number as counter, the last digits as text or null",
    arguments: [
      ("v1", "872", "872"), ("v1", #""872""#, "fails"), ("v1", "null", nil),
      ("v2", #""872""#, "872"), ("v2", "872", "fails"), ("v2", "null", nil), ("v2", #""many""#, nil),
    ])
  func counter(version: String, json: String, expected: String?) async throws {
    let app = try AppCode(omgLol, version, "purls")
    let body = list(counter: json)
    if expected == "fails" {
      #expect(throws: DecodingError.self) { try app.decode(Data(body.utf8)) }
    } else {
      let purl = try #require(try await app.domain(body, context: ["address": "foo"])[0])
      #expect(purl["counter"] == expected)
    }
  }

  @Test("A PURL is stored as an entity that address and name identify, emoji included", arguments: ["talks", "💚"])
  func entity(name: String) async throws {
    let app = try AppCode(omgLol, "v2", "purls")
    let purl = try #require(
      try await app.domain(list(counter: #""9""#, name: name), context: ["address": "foo"])[0])
    #expect(type(of: purl.raw) is AnyClass)
    #expect(purl.identity == ["foo", name])
    #expect(purl["url"] == "https://example.org/talks")
    let path = name == "💚" ? "%F0%9F%92%9A" : name
    #expect(purl["shortURL"] == "https://foo.url.lol/\(path)")
  }

  @Test("Without the address from its context the mapping throws")
  func missingContext() async throws {
    let app = try AppCode(omgLol, "v2", "purls")
    await #expect(throws: MappingError.missingContext(name: "address")) { try await app.domain(list(counter: "null")) }
  }

  @Test("The four responses under `response` are four types", arguments: ["v1", "v2"])
  func fourShapes(version: String) throws {
    let names = try #require(omgLol.version(version)).reads.map(\.typeName)
    #expect(Set(names).count == 4)
    // The first releases read with a package of public types, whose envelopes are types of their own.
    #expect(names.count { $0.hasPrefix("Envelope<") } == (version == "v1" ? 2 : 4))
  }

  @Test(
    "What the service gives is merged into what is on the device: a known PURL keeps its counter until there is another"
  )
  func merged() async throws {
    let app = try AppCode(omgLol, "v1", "purls")
    func counter(_ json: String) async throws -> String? {
      try await app.domain(list(counter: json, name: "awesome"), context: ["address": "foo"])[0]?["counter"]
    }
    #expect(try await counter("null") == "7")
    #expect(try await counter("9") == "9")
    // No response finds what another one left.
    #expect(try await counter("null") == "7")
    let twice = list(counter: "3", name: "talks").replacing(
      "]}}", with: #", {"name": "talks", "url": "https://example.org/new", "counter": null}]}}"#)
    let both = try await app.domain(twice, context: ["address": "foo"])
    #expect(both.map { $0?["url"] } == ["https://example.org/talks", "https://example.org/new"])
    #expect(both.map { $0?["counter"] } == ["3", "3"])
  }

  @Test("The last releases keep the single PURL, whose counter is null")
  func singlePURL() async throws {
    let body = """
      {"request": {"status_code": 200, "success": true},
       "response": {"message": "Here is the PURL.", "purl": {"name": "cv", "url": "https://example.net/cv", "counter": null}}}
      """
    let new = try #require(
      try await AppCode(omgLol, "v2", "purl").domain(body, context: ["address": "foo"])[0])
    #expect(new.identity == ["foo", "cv"])
    #expect(new["counter"] == nil)
    let old = try #require(try await AppCode(omgLol, "v1", "purl").domain(body)[0])
    #expect(old.identity == ["cv"])
  }

  @Test("The body of a new PURL holds name and URL of the stored one")
  func newPURL() async throws {
    let app = try AppCode(omgLol, "v2", "purls")
    let purl = try #require(try await app.domain(list(counter: "null"), context: ["address": "foo"])[0])
    let body = try #require(try app.version.sends.first?.encode(purl.raw))
    #expect(
      try JSONDecoder().decode([String: String].self, from: body)
        == ["name": "talks", "url": "https://example.org/talks"])
  }

  @Test("A response counts only if its envelope says success; the token is optional")
  func envelope() throws {
    #expect(
      omgLol.acceptWhen == AcceptWhen("$.request.success", equals: true, message: "$.response.message"))
    let authorization = try #require(omgLol.authorization)
    #expect(authorization.isOptional)
    #expect(authorization.credential == .environment("OMG_LOL_TOKEN"))
  }

  @Test("Only a name that nobody uses would be deleted")
  func deletedName() {
    #expect(omgLol.endpoint("delete-purl")?.values["name"] == .samples(["driftwatch-probe"]))
    #expect(omgLol.endpoints.filter(\.writes).map(\.id) == ["create-purl", "delete-purl"])
  }
}
