import Foundation

extension HostileServer {
  struct NoResponse: Error {}

  /// What the server got for paths that begin with `prefix`, in its order; plain HTTP only.
  public func requests(under prefix: String) throws -> [Received] {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw NoResponse() }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      // The socket calls take any address family through the type of its common beginning.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw NoResponse() }
    try file.write(contentsOf: Data("GET /_requests?under=\(prefix) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
    var response = Data()
    let blank = Data("\r\n\r\n".utf8)
    while let piece = try file.read(upToCount: 1) {
      guard !piece.isEmpty else { throw NoResponse() }
      response += piece
      guard response.suffix(4) == blank else { continue }
      let head = String(decoding: response, as: UTF8.self).lowercased()
      guard let line = head.split(separator: "\r\n").first(where: { $0.hasPrefix("content-length:") }),
        let count = Int(line.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces))
      else { throw NoResponse() }
      var body = Data()
      while body.count < count, let piece = try file.read(upToCount: count - body.count), !piece.isEmpty {
        body += piece
      }
      return try JSONDecoder().decode([Received].self, from: body)
    }
    throw NoResponse()
  }
}
