import TestSupport
import Testing

@testable import Fetching

struct AddressCase: Sendable, CustomTestStringConvertible {
  let text: String
  let kind: NetworkAddress.Kind
  var testDescription: String { "\(text) is \(kind)" }

  init(_ text: String, _ kind: NetworkAddress.Kind) {
    self.text = text
    self.kind = kind
  }
}

@Suite("Addresses that a socket may reach")
struct AddressTests {
  @Test(
    "What an address is for, whatever it is wrapped in",
    arguments: [
      AddressCase("8.8.8.8", .global), AddressCase("127.0.0.1", .loopback), AddressCase("127.255.255.255", .loopback),
      AddressCase("126.255.255.255", .global), AddressCase("128.0.0.0", .global), AddressCase("10.0.0.0", .private),
      AddressCase("10.255.255.255", .private), AddressCase("11.0.0.0", .global), AddressCase("172.15.255.255", .global),
      AddressCase("172.16.0.0", .private), AddressCase("172.31.255.255", .private), AddressCase("172.32.0.0", .global),
      AddressCase("192.168.0.1", .private), AddressCase("192.167.255.255", .global),
      AddressCase("192.169.0.0", .global), AddressCase("198.18.0.1", .private), AddressCase("198.19.255.255", .private),
      AddressCase("198.20.0.0", .global), AddressCase("169.254.169.254", .metadata),
      AddressCase("169.254.169.253", .linkLocal),
      AddressCase("169.253.0.1", .global), AddressCase("100.63.255.255", .global), AddressCase("100.64.0.0", .shared),
      AddressCase("100.127.255.255", .shared), AddressCase("100.128.0.0", .global),
      AddressCase("0.0.0.0", .unspecified), AddressCase("0.1.2.3", .unspecified), AddressCase("192.0.0.1", .reserved),
      AddressCase("192.0.2.1", .global), AddressCase("224.0.0.1", .multicast),
      AddressCase("239.255.255.255", .multicast), AddressCase("240.0.0.1", .reserved),
      AddressCase("255.255.255.255", .reserved), AddressCase("::", .unspecified), AddressCase("::1", .loopback),
      AddressCase("[::1]", .loopback), AddressCase("::2", .reserved), AddressCase("2606:4700::1111", .global),
      AddressCase("fc00::1", .private), AddressCase("fdff::1", .private), AddressCase("fe00::1", .global),
      AddressCase("fe80::1", .linkLocal), AddressCase("febf::1", .linkLocal), AddressCase("fec0::1", .private),
      AddressCase("ff02::1", .multicast), AddressCase("::ffff:127.0.0.1", .loopback),
      AddressCase("::ffff:10.1.2.3", .private), AddressCase("::ffff:8.8.8.8", .global),
      AddressCase("::ffff:0:192.168.0.1", .private), AddressCase("::127.0.0.1", .loopback),
      AddressCase("64:ff9b::7f00:1", .loopback), AddressCase("64:ff9b::a9fe:a9fe", .metadata),
      AddressCase("64:ff9b::808:808", .global), AddressCase("64:ff9b:1::1", .private),
      AddressCase("2002:7f00:1::", .loopback), AddressCase("2002:a00:1::", .private),
      AddressCase("2002:808:808::", .global), AddressCase("2001::1", .reserved),
      AddressCase("2001:4860::8888", .global),
      AddressCase("100::1", .reserved),
    ])
  func kinds(_ c: AddressCase) throws { #expect(try #require(NetworkAddress(c.text)).kind == c.kind) }

  @Test(
    "A name or an unusual spelling is no address here",
    arguments: [
      "localhost", "", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.0.0.1.", "[127.0.0.1]", "::1%eth0",
      "[::1",
    ])
  func noAddresses(_ text: String) { #expect(NetworkAddress(text) == nil) }

  @Test(
    "An address that the caller spelled out is meant",
    arguments: [
      ("http://127.0.0.1/", "127.0.0.1"), ("http://127.0.0.1:81/x", "127.0.0.1"), ("HTTP://10.1.2.3", "10.1.2.3"),
      ("https://192.168.1.1?x", "192.168.1.1"), ("http://[::1]:81/", "::1"), ("http://[fd00::1]/", "fd00::1"),
      ("http://100.64.0.1/", "100.64.0.1"), ("http://169.254.1.1/", "169.254.1.1"), ("http://localhost/", "127.0.0.1"),
      ("http://LOCALHOST/", "::1"), ("http://api.localhost/", "127.0.0.1"), ("https://api.example/", "8.8.8.8"),
      ("https://api.example/", "::ffff:8.8.8.8"),
    ])
  func meant(_ url: String, _ address: String) throws {
    let rule = AddressRule(try WebAddress(url), policy: FetchPolicy())
    #expect(rule.refusal(of: try #require(NetworkAddress(address))) == nil)
  }

  @Test(
    "A name that leads to a private address is refused with the way to allow it, and allowed if that is said",
    arguments: [
      "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.1.1", "100.64.0.1", "::1", "fd00::1",
      "fe80::1",
      "::ffff:127.0.0.1", "64:ff9b::a9fe:101", "2002:c0a8:1::",
    ])
  func names(_ text: String) throws {
    let address = try #require(NetworkAddress(text))
    for url in ["https://api.example/", "http://localhost.example/", "http://127.0.0.1.example/"] {
      let reason = AddressRule(try WebAddress(url), policy: FetchPolicy()).refusal(of: address)
      #expect(reason?.contains("--allow-private-addresses") == true)
      let policy = FetchPolicy(allowsPrivateAddresses: true)
      #expect(AddressRule(try WebAddress(url), policy: policy).refusal(of: address) == nil)
    }
  }

  @Test(
    "Where clouds give away credentials, nothing is sent without a permission of its own",
    arguments: [
      ("http://api.example/", "169.254.169.254"), ("http://169.254.169.254/latest", "169.254.169.254"),
      ("http://api.example/", "::ffff:169.254.169.254"), ("http://[fd00:ec2::254]/", "fd00:ec2::254"),
      ("http://api.example/", "100.100.100.200"), ("http://localhost/", "169.254.169.254"),
    ])
  func metadata(_ url: String, _ address: String) throws {
    let address = try #require(NetworkAddress(address))
    for policy in [FetchPolicy(), FetchPolicy(allowsPrivateAddresses: true)] {
      let reason = AddressRule(try WebAddress(url), policy: policy).refusal(of: address)
      #expect(reason?.contains("--allow-metadata-addresses") == true)
    }
    let policy = FetchPolicy(allowsMetadataAddresses: true)
    #expect(AddressRule(try WebAddress(url), policy: policy).refusal(of: address) == nil)
  }

  @Test(
    "Where no API can be, nothing is ever sent",
    arguments: ["0.0.0.0", "::", "224.0.0.1", "ff02::1", "255.255.255.255"])
  func nowhere(_ text: String) throws {
    let address = try #require(NetworkAddress(text))
    for policy in [FetchPolicy(), FetchPolicy(allowsPrivateAddresses: true)] {
      #expect(AddressRule(try WebAddress("http://api.example/"), policy: policy).refusal(of: address) != nil)
    }
  }

  @Test("localhost means this machine and nothing else", arguments: ["10.0.0.1", "169.254.169.254", "fd00::1"])
  func localhostElsewhere(_ text: String) throws {
    let rule = AddressRule(try WebAddress("http://localhost/"), policy: FetchPolicy())
    #expect(rule.refusal(of: try #require(NetworkAddress(text))) != nil)
  }

  @Test(
    "An unusual spelling of a private address is not sent, and the usual one is named",
    arguments: [
      "http://2130706433:{port}/json", "http://0x7f000001:{port}/json", "http://0177.0.0.1:{port}/json",
      "http://127.1:{port}/json", "http://0x7f.1:{port}/json", "http://[::ffff:127.0.0.1]:{port}/json",
      "http://[::ffff:7f00:1]:{port}/json", "http://%31%32%37.0.0.1:{port}/json",
      "http://[64:ff9b::7f00:1]:{port}/json",
      "http://[::127.0.0.1]:{port}/json", "http://0:{port}/json", "http://0.0.0.0:{port}/json",
      "http://[::]:{port}/json",
      "http://[0:0::ffff:127.0.0.1]:{port}/json",
    ])
  func spellings(_ url: String) async throws {
    let server = try HostileServer()
    let url = url.replacing("{port}", with: "\(server.port)")
    let transfer = await fetchOne(FetchRequest(label: "a", url: url))
    guard case .policy(let reason) = transfer.failure else {
      Issue.record("\(transfer.failure.map { "\($0)" } ?? "sent")")
      return
    }
    #expect(reason.contains("127.0.0.1") || reason.contains("unspecified"), "\(reason)")
    #expect(try server.requests(under: "/json").isEmpty)
  }

  /// Names with digits that only a resolver turns into an address: the socket decides.
  @Test(
    "Spellings that a resolver reads are refused at the socket", arguments: ["127.0.0.1.", "①②⑦.⓪.⓪.①", "localhost."])
  func resolverSpellings(_ host: String) async throws {
    let server = try HostileServer()
    let transfer = await fetchOne(FetchRequest(label: "a", url: "http://\(host):\(server.port)/json"))
    #expect(transfer.failure != nil && transfer.status == nil)
    #expect(try server.requests(under: "/json").isEmpty)
  }

  @Test("A public name that resolves to this machine is refused before a byte is sent, and reached if that is allowed")
  func rebinding() async throws {
    let server = try HostileServer()
    let request = FetchRequest(label: "a", url: "http://api.example.com:\(server.port)/json")
    let names = ["api.example.com:\(server.port):127.0.0.1"]
    let refused = await Fetcher(policy: FetchPolicy(retryDelay: 0), resolving: names).fetch([request])
    guard case .policy(let reason)? = refused.first?.failure else {
      Issue.record("\(refused.first?.reason ?? "sent")")
      return
    }
    #expect(reason.hasPrefix("the host name leads to 127.0.0.1, a loopback address"))
    #expect(refused.first?.failure?.isOurRefusal == true && refused.first?.attempts == 1)
    #expect(try server.requests(under: "/").isEmpty)
    let policy = FetchPolicy(allowsPrivateAddresses: true)
    let allowed = await Fetcher(policy: policy, resolving: names).fetch([request])
    #expect(allowed.map(\.text) == [smallText])
  }

  @Test("Of several addresses those that are allowed are tried")
  func severalAddresses() async throws {
    let server = try HostileServer()
    // The server listens on 127.0.0.1 alone; 0.0.0.0 would reach it as well on Linux, and is refused.
    let names = ["localhost:\(server.port):0.0.0.0,127.0.0.1"]
    let request = FetchRequest(label: "a", url: "http://localhost:\(server.port)/json")
    #expect(await Fetcher(policy: FetchPolicy(), resolving: names).fetch([request]).map(\.status) == [200])
  }
}
