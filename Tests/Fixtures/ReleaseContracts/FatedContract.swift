import ContractKit
import Foundation

/// A release that people have, between a retired one and the one under test; made up. The process that runs the code of the versions
/// that a person's `fate` names dies as if the system had killed it, or only the first one if the fate names a file, `v1 once /place/of/it`,
/// which is then there.
let fated = Contract(
  "fated", versions: [version("v0", .retired), version("v1", .supported), version("v2", .candidate)]
) {
  Endpoint("people", get: "/people", every: .seconds(1))
}

private struct FatedDTO: Decodable {
  let id: Int
  let fate: String
}

private struct Fated {
  let id: Int
}

private func dies(_ fate: String) -> Bool {
  guard let once = fate.range(of: " once ") else { return true }
  let place = String(fate[once.upperBound...])
  return !FileManager.default.fileExists(atPath: place) && FileManager.default.createFile(atPath: place, contents: nil)
}

private func version(_ id: String, _ status: Version.Status) -> Version {
  Version(id, shippedIn: "\(id.dropFirst()).0", status: status) {
    Reads("people", as: [FatedDTO].self) {
      Mapping(
        "Fated", records: "$[*]", each: \.self,
        to: { dto in
          if dto.fate.contains(id), dies(dto.fate) { kill(getpid(), SIGKILL) }
          return Fated(id: dto.id)
        })
    }
  }
}
