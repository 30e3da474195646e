/// The paths of `hostile_server.py` that the contracts of this folder watch.
enum WildPaths {
  /// Those that end by themselves, or at one of our limits.
  static let ending =
    named(
      "/raw/",
      """
      open-after-length same-length-twice same-length-list bytes-after-length chunk-extension chunk-upper-case \
      bare-line-feeds folded-header header-without-colon no-reason-phrase early-hints identity-coding gzip-members \
      http-1.0 html-content-type cut-in-status-line cut-in-header cut-after-header cut-last-byte cut-chunk-none \
      cut-chunk-size cut-chunk-data cut-chunk-line-end cut-last-chunk cut-last-chunk-line-end cut-trailer cut-gzip-length \
      cut-gzip-trailer cut-gzip-last-byte cut-gzip-header cut-gzip-chunked cut-gzip-close cut-text-close cut-empty-close \
      cut-after-interim chunk-negative chunk-overflow chunk-huge chunk-0x chunk-word chunk-empty-size chunk-no-line-end \
      chunk-too-short chunk-not-chunked smtp ssh icy http-0.9 html-bare http-3.7 http-lower-case status-word \
      status-two-digits status-four-digits status-zero blank-lines random-bytes tls-alert http2-preface zero-in-header \
      two-lengths two-lengths-list length-overflow length-negative length-plus length-hex length-word length-fraction \
      length-empty length-and-chunked transfer-gzip transfer-unknown transfer-chunked-twice switching-protocols \
      partial-content coding-unknown coding-br coding-deflate coding-zstd coding-not-gzip coding-gzip-magic-only \
      coding-gzip-bad-method coding-gzip-damaged coding-gzip-bad-sum coding-gzip-bad-size coding-gzip-surplus \
      coding-gzip-once-of-two coding-hundred-layers header-200-kB header-70-kB-in-two header-20000-lines header-600-lines \
      status-line-70-kB trailer-20000-lines interim-1000
      """)
    + named(
      "/text/",
      """
      people people-bom people-spaced people-reordered people-escaped empty spaces zero-byte bom-only cut cut-in-string \
      cut-in-escape invalid-utf8 overlong-utf8 cut-utf8 raw-surrogate latin1 control-character nan infinity undefined \
      hex-number plus-number leading-zero bare-point single-quotes unquoted-keys comment python-literals two-commas \
      missing-comma closed-twice wrong-bracket ndjson concatenated jsonp xssi-prefix php-notice php-fatal-after html-after \
      html xml csv yaml url-encoded plain-word event-stream multipart base64 gzip-unlabelled protobuf msgpack png \
      lone-surrogate trailing-comma-array trailing-comma-object \
      duplicate-keys utf16 utf16-bare utf32 huge-exponent
      """)
    + named(
      "/status/",
      """
      201 202 203 204 205 206 207 208 226 300 301 303 304 305 306 307 308 400 401 402 403 404 405 406 407 408 409 410 411 \
      412 413 414 415 416 417 418 421 422 423 424 425 426 428 431 451 500 501 502 503 504 505 507 508 511 520 599
      """)
    + named(
      "/redirect-by/",
      """
      file gopher ftp dict data javascript ldap other-host other-port upgrade userinfo userinfo-trick backslash \
      relative-host mapped nat64 any-address loopback-6 short decimal octal hex metadata port-none nonsense line-break empty
      """)
    + named(
      "/",
      """
      html empty gzip chunked gzip-chunked until-close cut cut-empty cut-chunked cut-until-close cut-gzip close reset \
      reset-body unasked-304 headers-endless headers-long interim-endless trailers-endless \
      redirect-loop redirect-chain/6 redirect-nowhere
      """) + ["/status/503?retry=garbage"]

  /// Those that ask to be left alone, after which a round sends nothing more to the host.
  static let asking =
    ["/status/429"]
    + [
      "120", "0", "-5", "315360000", "99999999999999999999", "soon", "1.5", "Fri,%2031%20Dec%202100%2023:59:59%20GMT",
      "Sat,%2001%20Jan%202000%2000:00:00%20GMT", "Fri,%2099%20Foo%202100", "",
    ].map { "/status/429?retry=\($0)" } + ["/status/503?retry=120"]

  /// Those that would fill a memory, or a stack.
  static let heavy =
    named("/bomb/", "plain gibibyte layers json")
    + named(
      "/text/",
      """
      depth-10000 depth-500000 depth-objects depth-open keys-200000 array-1000000 long-string long-number long-key
      """) + named("/", "big-chunked big-until-close")
    + ["/big?bytes=1000000000", "/big-declared?bytes=9000000000"]

  /// Those that send for ever, or nothing.
  static let endless = named(
    "/", "silent drip drip-headers drip-chunked interim-drip stall stall-chunked events chunk-extension-endless")

  /// Those that send back the credential and the path.
  static let reflecting = named("/reflect/", "200 201 302 400 401 403 404 418 422 500 503") + ["/echo", "/reflect/429"]

  /// The endpoint of a path: what a host does, with hyphens.
  static func id(_ path: String) -> String {
    path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-").lowercased()
      + (path.contains("retry=-") ? "-negative" : path.hasSuffix("=") ? "-none" : "")
  }

  private static func named(_ prefix: String, _ names: String) -> [String] {
    names.split(separator: " ").map { prefix + $0 }
  }
}
