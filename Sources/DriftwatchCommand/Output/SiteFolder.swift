import Foundation
import Reporting
import System

/// The folder of a site: it holds the pages of the last `site` run and nothing else.
///
/// A list in it names the pages. What is there and is not on the list is somebody's own, and then nothing is written. No link is
/// followed. Each page is replaced as a whole, the first one last, so that a reader meanwhile finds old pages or new ones.
struct SiteFolder {
  let path: String

  /// The file with the names of the pages, one a line.
  static let listName = ".driftwatch-site"
  private static let listHead = "# The pages that driftwatch site wrote here, and removes once they are not needed."

  /// The folder at `path`.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for an empty path.
  init(_ path: String) throws {
    // A slash at the end would follow a link.
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.isEmpty else { throw CommandFailure.usage("site needs one DIR, the folder for the pages") }
    self.path = String(path)
  }

  /// Finds out whether a site can be written, without touching anything.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for what is no folder or holds what no site wrote, with 4 for one that cannot be written.
  func check() throws { _ = try pages() }

  /// Writes the pages, the last one last, and removes those of the last run that are not among them.
  ///
  /// New pages are readable by their owner only, since they quote responses, or by those who may read the first page that is there.
  ///
  /// - Parameter pages: The pages.
  /// - Returns: How many were removed.
  /// - Throws: `CommandFailure` with exit code 2, 4, or 75 while another one writes.
  func write(_ pages: [SitePage]) throws -> Int {
    do {
      try makeParents()
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemFailure() }
      let lock = try FileLock(folder: path)
      guard try lock.tryToTake() else {
        throw CommandFailure(code: 75, message: "another site is being written to \(path); try again")
      }
      defer { withExtendedLifetime(lock) {} }
      let former = try self.pages()
      for name in former.leftovers { unlink(place(name)) }
      let names = Set(pages.map(\.name))
      // First the list of both: whatever ends this process, the next run knows each file.
      try save(list: names.union(former.known))
      let mode = permissions(of: "index.html") ?? 0o600
      for page in pages {
        try ReplacedFile.save(Array(page.text.utf8), at: place(page.name), mode: permissions(of: page.name) ?? mode)
      }
      let removed = former.present.subtracting(names)
      for name in removed where unlink(place(name)) != 0 && errno != ENOENT { throw SystemFailure() }
      try save(list: names)
      return removed.count
    } catch let failure as SystemFailure { throw failed(failure) }
  }

  /// The folders above, the nearest one first.
  private var parents: [String] {
    var place = URL(fileURLWithPath: path).standardizedFileURL
    var found: [String] = []
    while place.path != "/" {
      place.deleteLastPathComponent()
      found.append(place.path)
    }
    return found
  }

  /// Makes the folders above that are not there, as `mkdir -p` does.
  private func makeParents() throws(SystemFailure) {
    for parent in parents.reversed() where !FileManager.default.fileExists(atPath: parent) {
      if mkdir(parent, 0o755) != 0, errno != EEXIST { throw SystemFailure() }
    }
  }

  // MARK: - What is there

  /// What a site left in the folder.
  private struct Former {
    /// Pages on the list.
    var known: Set<String> = []
    /// Of them, those that are there.
    var present: Set<String> = []
    /// Files that were being written when a run was ended.
    var leftovers: [String] = []
  }

  private func pages() throws -> Former {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw failed(SystemFailure()) }
      // The nearest folder that is there has to take those that are not.
      guard let parent = parents.first(where: { FileManager.default.fileExists(atPath: $0) }) else { return Former() }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder), isFolder.boolValue else {
        throw failed(SystemFailure(code: ENOTDIR))
      }
      guard access(parent, W_OK | X_OK) == 0 else { throw failed(SystemFailure()) }
      return Former()
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK:
      throw CommandFailure.usage("site: \(path) is a link, which is not followed; name the folder itself")
    default: throw CommandFailure.usage("site: \(path) is no folder")
    }
    guard access(path, W_OK | X_OK) == 0 else { throw failed(SystemFailure()) }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { throw failed(SystemFailure()) }
    var former = Former()
    former.known = Set(names).contains(Self.listName) ? try known() : []
    for name in names.sorted() where name != Self.listName {
      let isFile = permissions(of: name) != nil
      if isFile, former.known.contains(name) {
        former.present.insert(name)
      } else if isFile, name.wholeMatch(of: /\.driftwatch-[A-Za-z0-9]{6}/) != nil {
        former.leftovers.append(name)
      } else {
        throw CommandFailure.usage(
          "site: \(path) holds \"\(name.prefix(80).description.printable)\", which no site wrote; name a new folder, or that of a site"
        )
      }
    }
    return former
  }

  /// The pages on the list; a name that no page has does not count.
  private func known() throws -> Set<String> {
    guard permissions(of: Self.listName) != nil, let data = FileManager.default.contents(atPath: place(Self.listName))
    else {
      throw CommandFailure.usage("site: \(path)/\(Self.listName) is no list that a site wrote; name a new folder")
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    return Set(lines.filter(SitePage.isPossible))
  }

  private func save(list names: Set<String>) throws(SystemFailure) {
    let text = ([Self.listHead] + names.sorted()).map { $0 + "\n" }.joined()
    try ReplacedFile.save(Array(text.utf8), at: place(Self.listName), mode: 0o600)
  }

  private func place(_ name: String) -> String { "\(path)/\(name)" }

  /// The permissions of a file; `nil` for what is none, such as a link.
  private func permissions(of name: String) -> mode_t? {
    var status = stat()
    guard lstat(place(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status.st_mode & 0o777
  }

  private func failed(_ failure: SystemFailure) -> CommandFailure { .store("cannot write \(path) (\(failure))") }
}
