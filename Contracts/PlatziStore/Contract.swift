public import ContractKit
import PlatziStoreV1
import PlatziStoreV2
import PlatziStoreV3

/// Platzi's Fake Store: a public shop whose data anyone may edit, so values and ids come and go while the form stays.
///
/// Source of the form: PlatziLabs/fake-api-docs and PlatziLabs/fake-api-backend; `slug` came on 2025-02-15.
public let platziStore = Contract(
  "platzi-store", baseURL: "https://api.escuelajs.co/api/v1",
  // The shop's own server, started on this machine: what is written there is nobody else's.
  environments: ["sandbox": "http://127.0.0.1:3001/api/v1"], sandboxes: ["sandbox"], owner: "Shop team",
  versions: [PlatziStoreV1.v1, PlatziStoreV2.v2, PlatziStoreV3.v3]
) {
  Endpoint("products", get: "/products", query: ["limit": "50"], every: .minutes(15))
  Endpoint("categories", get: "/categories", every: .hours(1))
  Endpoint("create-product", writing: "POST", to: "/products")
}
