import Foundation
import Testing

@testable import Examination

@Test("The identity of an executable is stable, and differs between executables")
func identitiesDiffer() throws {
  let own = try #require(ExecutableIdentity.path)
  #expect(ExecutableIdentity.buildID(of: own) == ExecutableIdentity.buildID(of: own))
  #expect(ExecutableIdentity.buildID(of: own) != ExecutableIdentity.buildID(of: "/bin/sh"))
  #expect(ExecutableIdentity.buildID(of: "/nowhere/at/all") == "unknown")
}
