/// Which addresses the sockets of one request may reach. A host name may lead into our own network (server-side request
/// forgery). An address in the caller's own URL is always allowed, but for those of cloud metadata.
struct AddressRule: Sendable, Hashable {
  /// Kinds other than global that the request's own URL allows.
  private let meant: Set<NetworkAddress.Kind>
  /// Whether the host was given as an address and not as a name.
  private let isSpelledOut: Bool

  /// - Parameters:
  ///   - address: The request's address, with the host as the caller wrote it.
  ///   - policy: Whether private addresses are allowed for all hosts.
  init(_ address: WebAddress, policy: FetchPolicy) {
    let host = address.origin.host
    let literal = NetworkAddress(host)
    isSpelledOut = literal != nil
    var meant: Set<NetworkAddress.Kind>
    if policy.allowsPrivateAddresses {
      meant = Set(NetworkAddress.Kind.allCases.filter(\.canServe))
    } else if host == "localhost" || host.hasSuffix(".localhost") {  // RFC 6761 section 6.3
      meant = [.global, .loopback]
    } else if let literal, literal.kind.canServe, literal.embedded == nil, address.hasUsualHost {
      meant = [.global, literal.kind]
    } else {
      meant = [.global]
    }
    // They give away credentials of the machine, so that nobody means them by an option for something else.
    if policy.allowsMetadataAddresses { meant.insert(.metadata) } else { meant.remove(.metadata) }
    self.meant = meant
  }

  /// Why a socket to `address` is not opened, in one line without content of the request; `nil` if it may be opened.
  func refusal(of address: NetworkAddress) -> String? {
    let kind = address.kind
    guard !meant.contains(kind) else { return nil }
    let plain = address.embedded ?? address
    guard kind.canServe else { return "the host is \(plain), \(kind.article) address, where no API can be" }
    guard kind != .metadata else {
      return
        "the host is \(plain), where clouds give away credentials of the machine; if that is meant, allow it "
        + "(--allow-metadata-addresses)"
    }
    guard isSpelledOut else {
      return
        "the host name leads to \(plain), \(kind.article) address; if that is meant, write the address itself into "
        + "the base URL, or allow private addresses (--allow-private-addresses)"
    }
    return "the host is an unusual spelling of \(plain), \(kind.article) address; if that is meant, write it so"
  }
}

extension NetworkAddress.Kind {
  /// The kind with its article.
  fileprivate var article: String {
    switch self {
    case .unspecified: "an unspecified"
    default: "a \(rawValue)"
    }
  }
}
