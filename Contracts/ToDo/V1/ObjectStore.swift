import Foundation

/// The app's database, as far as decoding sees it: objects by id, the last one wins.
final class ObjectStore {
  private var objects: [UUID: StoredObject] = [:]

  var count: Int { objects.count }

  func insert(_ object: StoredObject) {
    objects[object.id] = object
  }
}
