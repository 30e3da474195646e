/// FNV-1a of 64 bits (draft-eastlake-fnv-17), the same in every process and release, unlike `Hasher`. Collisions can be
/// constructed, so ids are made with a cryptographic digest.
package enum FNV1a {
  @inlinable package static var basis: UInt64 { 0xCBF2_9CE4_8422_2325 }
  @inlinable package static var prime: UInt64 { 0x100_0000_01B3 }

  @inlinable
  package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(basis) { ($0 ^ UInt64($1)) &* prime }
  }
}
