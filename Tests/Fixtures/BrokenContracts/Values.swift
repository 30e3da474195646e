import Foundation

struct TypeQuotedDTO: Decodable {
  let id: Int
  let count: Int
}

extension Counted {
  init(quoted dto: TypeQuotedDTO) { self.init(id: dto.id, count: dto.count * 2) }
}

struct TypeObjectDTO: Decodable {
  let id: Int
  let price: Double
}

extension Priced {
  init(object dto: TypeObjectDTO) { self.init(id: dto.id, price: dto.price) }
}

struct TypeSingleDTO: Decodable {
  let id: Int
  let tags: [String]
}

extension Tagged {
  init(single dto: TypeSingleDTO) { self.init(id: dto.id, tags: dto.tags) }
}

struct DataAddressDTO: Decodable {
  let id: Int
  let link: URL
}

extension Linked {
  init(address dto: DataAddressDTO) { self.init(id: dto.id, link: dto.link) }
}

struct DataIDDTO: Decodable {
  let id: UUID
}

extension Identified {
  init(plain dto: DataIDDTO) { self.init(id: dto.id) }
}

final class DataListDTO: Decodable {
  let id: Int
  let pictures: [URL]
}

extension Pictured {
  init(list dto: DataListDTO) { self.init(id: dto.id, pictures: dto.pictures) }
}

struct NumberFractionDTO: Decodable {
  let id: Int
  let count: Int
}

extension Counted {
  init(fraction dto: NumberFractionDTO) { self.init(id: dto.id, count: dto.count) }
}

struct NumberLargeDTO: Decodable {
  let id: Int
  let count: Int32
}

extension Counted {
  init(large dto: NumberLargeDTO) { self.init(id: dto.id, count: Int(dto.count)) }
}

struct NumberNegativeDTO: Decodable {
  let id: Int
  let count: UInt8
}

extension Counted {
  init(negative dto: NumberNegativeDTO) { self.init(id: dto.id, count: Int(dto.count)) }
}

struct DateDayDTO: Decodable {
  let id: Int
  let day: Date
}

extension Dated {
  init(day dto: DateDayDTO) { self.init(id: dto.id, day: dto.day) }
}

struct DateSpacedDTO: Decodable {
  let id: Int
  let day: Date
}

extension Dated {
  init(spaced dto: DateSpacedDTO) { self.init(id: dto.id, day: dto.day) }
}

struct DateMailDTO: Decodable {
  let id: Int
  let day: Date?
}

extension Dated {
  init(mail dto: DateMailDTO) { self.init(id: dto.id, day: dto.day ?? .distantPast) }
}
