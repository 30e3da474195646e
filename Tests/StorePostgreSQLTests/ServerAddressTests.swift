import Store
import Testing

@testable import StorePostgreSQL

@Suite("The address of a ledger on a server")
struct ServerAddressTests {
  @Test(
    "What is shown leads to this ledger and says nothing of how to connect; what leaves the machine is encrypted",
    arguments: [
      (
        "postgres://drift@db.example.com:5433/watch", "postgres://drift@db.example.com:5433/watch", "require",
        "driftwatch"
      ),
      (
        "postgresql://db.example.com/watch?sslmode=verify-full&schema=team_a",
        "postgres://db.example.com/watch?schema=team_a", "verify-full", "team_a"
      ),
      ("postgres:///watch?host=/var/run/postgresql", "postgres:///watch", nil, "driftwatch"),
      ("postgres://localhost/watch", "postgres://localhost/watch", nil, "driftwatch"),
      ("postgres://[::1]:5432/watch", "postgres://[::1]:5432/watch", nil, "driftwatch"),
      ("postgres://10.0.0.7/watch", "postgres://10.0.0.7/watch", "require", "driftwatch"),
    ] as [(String, String, String?, String)])
  func parts(_ text: String, _ shown: String, _ mode: String?, _ schema: String) throws {
    let address = try ServerAddress(text)
    #expect(address.location == shown)
    #expect(address.parameters["sslmode"] == mode)
    #expect(address.schema == schema)
  }

  @Test(
    "What is wrong is named in one line, and a password is not repeated",
    arguments: [
      ("postgres://drift:sesame@db/watch", "a password does not belong into its address"),
      ("postgres://db/watch?password=sesame", "a password does not belong into its address"),
      ("postgres://db/watch?shcema=a", "there is no parameter shcema; there are host, port, schema"),
      ("postgres://db/watch?options=-c%20fsync%3Doff", "there is no parameter options"),
      ("postgres://db/watch?schema=Team", "a schema has lower case letters, digits and _"),
      ("postgres://db/watch?schema=pg_catalog", "a schema has"), ("postgres://db/watch?schema=1a", "a schema has"),
      ("postgres://db/watch?schema=a%3Bdrop", "a schema has"), ("postgres://db/watch?schema=", "has no value"),
      ("postgres://db/watch?passfile=/a&passwordfile=/b", "it has passfile and passwordfile"),
      ("postgres://db/a/b", "it has more than one database"), ("postgres://db:port/watch", "it is no address"),
    ])
  func wrong(_ text: String, _ reason: String) {
    let error = #expect(throws: StoreError.self) { try ServerAddress(text) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.description.contains("sesame") == false)
    #expect(error?.description.contains("\n") == false)
  }

  @Test("Places of values are numbered, and a question mark in quotes is none")
  func placeholders() {
    #expect(
      Placeholders.numbered("a = ? AND b = ? OR c = '?' AND d = '''?'") == "a = $1 AND b = $2 OR c = '?' AND d = '''?'")
    #expect(Placeholders.numbered("?2 ?1 ?12") == "$2 $1 $12")
  }
}
