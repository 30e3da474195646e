import Foundation

/// A certificate authority and its certificates, made by `openssl` in a folder of their own.
public struct TestCertificates: Sendable {
  /// A certificate and its key as PEM files.
  public struct Leaf: Sendable {
    let chain: String
    let key: String
  }
  struct OpenSSLFailed: Error {
    let command: String
  }

  /// Made once for a test process, and removed when that ends.
  public static var shared: Result<TestCertificates, any Error> {
    Result {
      try ExternalTool.openssl.require()
      return try made.get()
    }
  }
  private static let made = Result { try TestCertificates() }
  private let folder: URL

  /// The authority's certificate (PEM).
  public let caFile: String
  /// For `localhost` and 127.0.0.1.
  public let valid: Leaf
  /// For `elsewhere.example`.
  public let otherHost: Leaf
  /// As ``valid``, until the year 2021.
  public let expired: Leaf
  /// For `localhost`, known to no authority.
  public let selfSigned: Leaf
  /// As ``valid``, from the year 2090 on.
  public let notYetValid: Leaf
  /// As ``valid``, with an RSA key of 1024 bits.
  public let weakKey: Leaf
  /// As ``valid``, by an intermediate authority that is sent along; ends in two days.
  public let chained: Leaf
  /// The same without the intermediate authority's certificate.
  public let chainMissing: Leaf
  /// When ``valid`` ends, in seconds since 1970, as OpenSSL tells.
  public let validUntil: Int

  private init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "driftwatch-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func openssl(_ arguments: String) throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["openssl"] + arguments.split(separator: " ").map(String.init)
      process.currentDirectoryURL = folder
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw OpenSSLFailed(command: arguments) }
    }
    let newKey = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    func selfSigned(_ name: String) throws -> Leaf {
      try openssl("req -x509 \(newKey) -keyout \(name).key -out \(name).pem -days 2 -subj /CN=\(name)")
      return Leaf(chain: folder.appending(path: "\(name).pem").path, key: folder.appending(path: "\(name).key").path)
    }
    func leaf(_ name: String, for host: String, days: Int = 2, issuer: String = "ca", key: String? = nil) throws -> Leaf
    {
      try Data("subjectAltName=\(host)".utf8).write(to: folder.appending(path: "\(name).ext"))
      try openssl("req \(key ?? newKey) -keyout \(name).key -out \(name).csr -subj /CN=\(name)")
      try openssl(
        "x509 -req -in \(name).csr -CA \(issuer).pem -CAkey \(issuer).key -CAcreateserial -days \(days) -extfile \(name).ext "
          + "-out \(name).pem")
      return Leaf(chain: folder.appending(path: "\(name).pem").path, key: folder.appending(path: "\(name).key").path)
    }
    caFile = try selfSigned("ca").chain
    // Far enough ahead that nobody is told of its end.
    valid = try leaf("valid", for: "DNS:localhost,IP:127.0.0.1", days: 90)
    otherHost = try leaf("other", for: "DNS:elsewhere.example", days: 2)
    self.selfSigned = try selfSigned("localhost")
    let hosts = "DNS:localhost,IP:127.0.0.1"
    weakKey = try leaf("weak", for: hosts, days: 2, key: "-newkey rsa:1024 -nodes")
    // `openssl x509` of version 3.0 cannot set the first day, and that of 3.5 takes no past end; `openssl ca` does both.
    try Data("".utf8).write(to: folder.appending(path: "index.txt"))
    try Data("01".utf8).write(to: folder.appending(path: "serial"))
    let section =
      "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n"
      + "[p]\ncommonName=supplied\n"
    try Data(section.utf8).write(to: folder.appending(path: "ca.cnf"))
    func leaf(_ name: String, from start: Int, to end: Int) throws -> Leaf {
      let leaf = try leaf(name, for: hosts)
      try openssl(
        "ca -batch -config ca.cnf -startdate \(start)0101000000Z -enddate \(end)0101000000Z -in \(name).csr -cert ca.pem "
          + "-keyfile ca.key -extfile \(name).ext -notext -out \(name).pem")
      return leaf
    }
    expired = try leaf("expired", from: 2020, to: 2021)
    notYetValid = try leaf("early", from: 2090, to: 2091)
    try Data("basicConstraints=critical,CA:TRUE".utf8).write(to: folder.appending(path: "middle.ext"))
    try openssl("req \(newKey) -keyout middle.key -out middle.csr -subj /CN=middle")
    try openssl(
      "x509 -req -in middle.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile middle.ext -out middle.pem")
    chainMissing = try leaf("chained", for: hosts, days: 2, issuer: "middle")
    let both = folder.appending(path: "both.pem")
    try (Data(contentsOf: URL(filePath: chainMissing.chain)) + Data(contentsOf: folder.appending(path: "middle.pem")))
      .write(to: both)
    chained = Leaf(chain: both.path, key: chainMissing.key)
    try openssl("x509 -in valid.pem -noout -enddate -dateopt iso_8601 -out valid.end")
    let end = try String(contentsOf: folder.appending(path: "valid.end"), encoding: .utf8)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "'notAfter='yyyy-MM-dd HH:mm:ss'Z'"
    guard let date = formatter.date(from: end.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw OpenSSLFailed(command: "x509 -enddate: \(end)")
    }
    validUntil = Int(date.timeIntervalSince1970)
    self.folder = folder
    atexit {
      if case .success(let certificates) = TestCertificates.made {
        try? FileManager.default.removeItem(at: certificates.folder)
      }
    }
  }
}
