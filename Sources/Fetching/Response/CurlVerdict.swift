internal import CCurl

/// What a libcurl code means for us. Several of libcurl's own names are misleading.
struct CurlVerdict {
  let failure: TransferFailure
  let detail: String?

  /// `text` is libcurl's error text. It is searched for details, and never shown, because it names hosts and files.
  /// `responseBegan` says whether a header line came, so that a lost connection means that the response was cut.
  init(
    code: CURLcode, handle: UnsafeMutableRawPointer, text: String, responseBegan: Bool, isEncrypted: Bool,
    policy: FetchPolicy
  ) {
    (failure, detail) =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: (.resolve, nil)
      case CURLE_COULDNT_CONNECT: (.connect, nil)
      case CURLE_OPERATION_TIMEDOUT: (.timeout, responseBegan ? "the response had begun" : "no byte of a response")
      case CURLE_PARTIAL_FILE: (.truncated, nil)
      case CURLE_GOT_NOTHING: (.truncated, "closed without a byte")
      case CURLE_URL_MALFORMAT: (.policy("the URL is malformed"), nil)
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
        (.protocolError, responseBegan ? "a damaged header" : "no HTTP/1 status line")
      // libcurl reports a header line beyond its own limit of about 100 kB as "out of memory". Newer releases have a
      // code.
      case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100): (.headersTooLarge(limit: policy.maximumHeaderBytes), nil)
      // We decode content codings ourselves, so libcurl can only mean a transfer coding. libcurl 8 refuses it before
      // the header ends.
      case CURLE_BAD_CONTENT_ENCODING: (.protocolError, TransferFailure.unwantedTransferCoding)
      case CURLE_SSL_CACERT_BADFILE: (.policy("the CA file cannot be read; check its path and that it is PEM"), nil)
      case CURLE_PEER_FAILED_VERIFICATION: (.tls(Self.verification(handle, text)), nil)
      case CURLE_SSL_CONNECT_ERROR:
        (
          .tls(
            "the handshake failed; the server may not speak TLS 1.2 or newer, want a client certificate, or have no TLS"
          ), nil
        )
      case CURLE_SSL_CLIENTCERT: (.tls("the server asks for a client certificate"), nil)
      case CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
        (.tls("libcurl code \(code.rawValue)"), nil)
      case CURLE_HTTP2: (.connect, "the server ended the HTTP/2 connection")
      case CURLE_HTTP2_STREAM where text.contains("PROTOCOL_ERROR"): (.protocolError, "a damaged HTTP/2 stream")
      case CURLE_HTTP2_STREAM: (.truncated, "the HTTP/2 stream was reset")
      case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
        if text.contains("chunk") || text.contains("hexadecimal") {
          (.protocolError, "damaged chunked coding")
        } else if text.contains("headers") {
          (.headersTooLarge(limit: policy.maximumHeaderBytes), nil)
        } else if responseBegan || text.contains("unexpected eof") {
          (.truncated, "the connection was lost")
        } else if isEncrypted, text.contains("alert") {
          (.tls("the server ended it with an alert; it may ask for a client certificate"), nil)
        } else {
          (.connect, "the connection was lost before a response")
        }
      default: (responseBegan ? .protocolError : .connect, "libcurl code \(code.rawValue)")
      }
  }

  /// The reason by OpenSSL's verify result (x509_vfy.h). libcurl checks the name, and has no code for that.
  private static func verification(_ handle: UnsafeMutableRawPointer, _ text: String) -> String {
    if text.contains("subject name") || text.contains("common name") {
      return "the certificate is for another host name"
    }
    var result = 0
    guard drift_get_long(handle, CURLINFO_SSL_VERIFYRESULT, &result) == CURLE_OK else {
      return "the certificate does not verify"
    }
    return reason(ofVerifyResult: result)
  }

  /// What a person can do, by OpenSSL's verify result (`X509_V_ERR_…` in x509_vfy.h).
  static func reason(ofVerifyResult result: Int) -> String {
    switch result {
    case 9: return "the certificate is not valid yet; check this machine's clock"
    case 10: return "the certificate has expired; the provider must renew it (or this machine's clock is wrong)"
    case 18: return "the certificate is self-signed; name its CA file (--ca-file) if it is meant to be"
    case 19: return "the certificate's authority is not trusted; name its CA file (--ca-file) if it is your own"
    case 2, 20, 21:
      return "the certificate's issuer is not trusted or not sent along; name its CA file (--ca-file) if it is your own"
    case 22, 24, 25, 26: return "the certificate's chain is not made for a server; the provider must mend it"
    case 23: return "the certificate is revoked; the provider must replace it"
    case 66, 67, 68: return "the certificate's key or signature is too weak; the provider must replace it"
    case 62, 64: return "the certificate is for another host name"
    default: return "the certificate does not verify (OpenSSL result \(result))"
    }
  }
}
