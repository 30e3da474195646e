/// Which addresses the sockets of one request may reach: a name is somebody else's word, which may lead into our own network
/// (server-side request forgery); an address that the caller spelled out is the caller's.
struct AddressRule: Sendable, Hashable {
  /// Kinds other than global that are meant, as the request's own URL shows.
  private let meant: Set<NetworkAddress.Kind>
  /// Whether the host was given as an address and not as a name.
  private let isSpelledOut: Bool

  /// - Parameters:
  ///   - address: Where the request goes, with the host as the caller wrote it.
  ///   - policy: Whether private addresses are allowed for all hosts.
  init(_ address: WebAddress, policy: FetchPolicy) {
    let host = address.origin.host
    let literal = NetworkAddress(host)
    isSpelledOut = literal != nil
    if policy.allowsPrivateAddresses {
      meant = Set(NetworkAddress.Kind.allCases.filter(\.canServe))
    } else if host == "localhost" || host.hasSuffix(".localhost") {  // RFC 6761 section 6.3
      meant = [.global, .loopback]
    } else if let literal, literal.kind.canServe, literal.embedded == nil, address.hasUsualHost {
      meant = [.global, literal.kind]
    } else {
      meant = [.global]
    }
  }

  /// Why a socket to `address` is not opened; `nil` if it may be. One line without anything of the request's.
  func refusal(of address: NetworkAddress) -> String? {
    let kind = address.kind
    guard !meant.contains(kind) else { return nil }
    let plain = address.embedded ?? address
    guard kind.canServe else { return "the host is \(plain), \(kind.article) address, where no API can be" }
    guard isSpelledOut else {
      return
        "the host name leads to \(plain), \(kind.article) address; if that is meant, write the address itself into "
        + "the base URL, or allow private addresses (--allow-private-addresses)"
    }
    return "the host is an unusual spelling of \(plain), \(kind.article) address; if that is meant, write it so"
  }
}

extension NetworkAddress.Kind {
  /// The kind with its article, for a sentence.
  fileprivate var article: String {
    switch self {
    case .unspecified: "an unspecified"
    default: "a \(rawValue)"
    }
  }
}
