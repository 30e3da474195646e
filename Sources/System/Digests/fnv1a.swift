/// FNV-1a of 64 bits (draft-eastlake-fnv), the same in every process and release, unlike `Hasher`. Collisions can be
/// constructed, so ids are made with ``ContentDigest``.
public func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
}
