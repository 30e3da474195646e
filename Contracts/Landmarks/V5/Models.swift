import Foundation

/// What comes from a server or goes to it.
protocol ApiModel: Codable, Hashable, Sendable {}

/// What screens show.
protocol DomainModel: Hashable, Sendable {}
