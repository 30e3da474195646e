/// What a request carried to say who asks, as far as is known where the provider refuses it.
enum SentCredential: Hashable {
  /// Nothing.
  case none
  /// The secret of this name.
  case sent(String)
  /// The secret of this name was not sent to this origin, for this reason.
  case withheld(String, reason: String)
  /// A header of this name that the request itself declares.
  case header(String)
  /// The response was recorded; whether the contract declares a credential. Where it is read today has nothing to do with it.
  case recorded(isDeclared: Bool)

  /// What 401 and 403 mean.
  func refusal(_ status: Int) -> String {
    switch self {
    case .none: "\(status), and no credential is named for this request"
    case .sent(let name): "\(status), the credential from \(name) was refused"
    case .withheld(let name, let reason): "\(status), the credential from \(name) \(reason)"
    case .header(let name): "\(status), what the header \(name) holds was refused"
    case .recorded(isDeclared: true): "\(status) was recorded: the credential was refused then"
    case .recorded(isDeclared: false):
      "\(status) was recorded: the provider wanted a credential, and the contract names none"
    }
  }
}

/// What a status means here, in a few words.
///
/// - Parameters:
///   - status: The status of a response that is not examined.
///   - credential: What was sent.
///   - retryAfter: What the provider says of when to come back.
/// - Returns: The reason.
func statusReason(_ status: Int, _ credential: SentCredential, retryAfter: String? = nil) -> String {
  switch status {
  case 401, 403: credential.refusal(status)
  case 407: "407, a proxy on the way wants a credential"
  case 511: "511, the network here wants a login first"
  case 404, 410: "\(status), the provider knows no such resource"
  case 429: "429, too many requests\(retryAfter.map { "; Retry-After: \($0.prefix(40))" } ?? "")"
  case 408, 425, 500...599: "\(status), the provider is in trouble"
  case 304: "304 to a request that was not conditional"
  case 300...399: "\(status), a response that points elsewhere"
  case 400...499: "\(status), the provider refuses the request"
  default: "status \(status)"
  }
}
