internal import CCurl

/// An IP address as a socket gets it.
struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// What an address is for (IANA's registries of special-purpose addresses, RFC 6890 and its updates).
  enum Kind: String, Sendable, CaseIterable {
    /// An address on the internet. Addresses for documentation count as such, because they are not in our own network.
    case global
    /// This machine: 127.0.0.0/8, `::1`.
    case loopback
    /// A private network: RFC 1918, 198.18.0.0/15, `fc00::/7` (ULA), `fec0::/10`, `64:ff9b:1::/48`.
    case `private`
    /// This link: 169.254.0.0/16 and `fe80::/10`.
    case linkLocal = "link-local"
    /// Where clouds give away credentials of the machine: 169.254.169.254 (AWS, Azure, Google Cloud and others), `fd00:ec2::254` (AWS),
    /// 100.100.100.200 (Alibaba Cloud).
    case metadata = "cloud metadata"
    /// 100.64.0.0/10, between a carrier and its customers (RFC 6598).
    case shared = "carrier-grade NAT"
    /// 0.0.0.0/8 and `::`. Linux treats them as this machine.
    case unspecified
    /// 224.0.0.0/4, `ff00::/8`.
    case multicast
    /// 240.0.0.0/4 with the broadcast address, 192.0.0.0/24, `100::/64`, and tunnels that hide their far end
    /// (`2001::/32`).
    case reserved

    /// Whether a service may have such an address.
    var canServe: Bool {
      switch self {
      case .global, .loopback, .private, .linkLocal, .metadata, .shared: true
      case .unspecified, .multicast, .reserved: false
      }
    }
  }

  /// Four octets (IPv4) or sixteen (IPv6) in network order.
  let octets: [UInt8]

  /// The address that libcurl is about to connect to; `nil` if it is not an IP address.
  init?(_ address: UnsafePointer<curl_sockaddr>) {
    var octets = [UInt8](repeating: 0, count: 16)
    let count = Int(drift_address_octets(address, &octets))
    guard count > 0 else { return nil }
    self.octets = Array(octets[..<count])
  }

  /// Reads the usual spelling, for IPv6 with or without brackets; `nil` for names and for unusual spellings.
  init?(_ text: String) {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    var octets = [UInt8](repeating: 0, count: 16)
    let count = Int(drift_parse_address(isBracketed ? String(text.dropFirst().dropLast()) : text, &octets))
    guard count == 16 || (count == 4 && !isBracketed) else { return nil }
    self.octets = Array(octets[..<count])
  }

  /// The usual spelling.
  var description: String {
    var text = [CChar](repeating: 0, count: 46)
    guard drift_spell_address(octets, Int32(octets.count), &text) != 0 else { return "an address" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The IPv4 address inside an IPv6 one: mapped (RFC 4291 section 2.5.5.2), compatible (2.5.5.1), translated (RFC
  /// 2765), through NAT64 (RFC 6052) or 6to4 (RFC 3056).
  var embedded: NetworkAddress? {
    guard octets.count == 16 else { return nil }
    let zeros = octets.prefix { $0 == 0 }.count
    let isMapped = zeros == 10 && octets[10] == 0xFF && octets[11] == 0xFF
    let isTranslated = zeros == 8 && octets[8...11].elementsEqual([0xFF, 0xFF, 0, 0])
    let isCompatible = zeros >= 12 && zeros < 15
    let isNAT64 = octets[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
    if isMapped || isTranslated || isCompatible || isNAT64 { return NetworkAddress(octets: Array(octets[12...])) }
    if octets[0] == 0x20, octets[1] == 0x02 { return NetworkAddress(octets: Array(octets[2..<6])) }
    return nil
  }

  private init(octets: [UInt8]) { self.octets = octets }

  /// What the address is for. An IPv6 address that contains an IPv4 one has the kind of that one.
  var kind: Kind {
    if let embedded { return embedded.kind }
    if Self.metadata.contains(octets) { return .metadata }
    return octets.count == 4 ? kindOfIPv4 : kindOfIPv6
  }

  private static let metadata: Set<[UInt8]> = [
    [169, 254, 169, 254], [100, 100, 100, 200], [0xFD, 0, 0x0E, 0xC2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54],
  ]

  private var kindOfIPv4: Kind {
    switch (octets[0], octets[1]) {
    case (0, _): .unspecified
    case (127, _): .loopback
    case (10, _), (172, 16...31), (192, 168), (198, 18...19): .private
    case (169, 254): .linkLocal
    case (100, 64...127): .shared
    case (192, 0) where octets[2] == 0: .reserved
    case (224...239, _): .multicast
    case (240..., _): .reserved
    default: .global
    }
  }

  private var kindOfIPv6: Kind {
    if octets[..<15].allSatisfy({ $0 == 0 }) {
      switch octets[15] {
      case 0: return .unspecified
      case 1: return .loopback
      default: return .reserved
      }
    }
    switch (octets[0], octets[1]) {
    case (0xFC...0xFD, _): return .private
    case (0xFE, 0x80...0xBF): return .linkLocal
    case (0xFE, 0xC0...): return .private
    case (0xFF, _): return .multicast
    case (0x00, 0x64) where octets[2...5].elementsEqual([0xFF, 0x9B, 0, 1]): return .private
    case (0x01, 0x00) where octets[2..<8].allSatisfy({ $0 == 0 }): return .reserved
    case (0x20, 0x01) where octets[2] == 0 && octets[3] == 0: return .reserved
    default: return .global
    }
  }
}
