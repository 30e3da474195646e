import ContractKit
import Testing

@Suite("Environments in which a write is safe")
struct SandboxTests {
  @Test("are environments of the contract, never production")
  func problems() {
    func problems(_ sandboxes: Set<String>) -> [String] {
      Contract(
        "shop", baseURL: "https://api.example", environments: ["sandbox": "https://sandbox.example"],
        sandboxes: sandboxes
      ) { Endpoint("list", get: "/list") }.problems().map(\.message)
    }
    #expect(problems([]) == [] && problems(["sandbox"]) == [])
    #expect(problems(["sandbx"]) == ["`sandboxes:` names unknown environment \"sandbx\"; did you mean sandbox?"])
    #expect(problems(["production"]) == ["production cannot be a sandbox; name another environment in `sandboxes:`"])
  }
}
