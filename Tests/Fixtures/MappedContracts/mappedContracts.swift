import CatalogV1
import CatalogV2
import ContractKit

/// Two releases whose types differ and whose mapping is one module.
let mappedContracts = [
  Contract("price-list", baseURL: "http://127.0.0.1:1", versions: [CatalogV1.v1, CatalogV2.v2]) {
    Endpoint("products", get: "/products")
  }
]
