import Foundation

/// Asks repositories for the newest release of the app, each once, and tells those that no version has the files of. What it fetches for that
/// is on disk until ``close()``.
public final class ReleaseWatch {
  private let given: String?
  private let environment: [String: String]
  /// The URLs of all locks; `nil` among them: a lock knows none.
  private let urls: Set<String?>
  /// By address: its releases, the newest first.
  private var known: [String: Result<[String], GitRepository.Failure>] = [:]
  /// By address and tag: the repository that was fetched.
  private var fetched: [String: Result<GitRepository, GitRepository.Failure>] = [:]
  private let folder: URL
  /// Repositories of which only the locks know, and that could not be asked.
  public private(set) var unreachable: [String] = []
  private var (isGivenAsked, givenFailure): (Bool, String?) = (false, nil)
  /// Why the repository that was named could not be asked; `nil` if it could.
  public var failure: String? {
    guard given != nil, !isGivenAsked, !urls.isEmpty else { return givenFailure }
    return "the files are of other repositories: \(urls.compactMap { $0 }.sorted().joined(separator: ", "))"
  }

  /// - Parameters:
  ///   - repository: The path or URL of the app's repository; `nil`: the URLs of the locks are asked.
  ///   - locks: All that are asked about.
  ///   - environment: Where git is.
  public init(repository: String?, of locks: [VendorLock], environment: [String: String]) {
    (given, self.environment) = (repository, environment)
    urls = Set(locks.flatMap { $0.versions.values.map(\.repository) })
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("driftwatch-\(UUID().uuidString)")
  }

  /// Removes what was fetched.
  public func close() { try? FileManager.default.removeItem(at: folder) }

  /// Newest releases whose files no version of a lock has.
  ///
  /// - Parameter lock: The lock of an API.
  /// - Returns: A line for each.
  public func problems(of lock: VendorLock) -> [String] {
    let groups = Dictionary(grouping: lock.versions.values, by: \.repository)
    return groups.sorted { ($0.key ?? "") < ($1.key ?? "") }.compactMap { url, releases -> String? in
      let isOfGiven = given != nil && isGiven(url, besides: Set(groups.keys))
      isGivenAsked = isGivenAsked || isOfGiven
      guard let address = isOfGiven ? given : url else { return nil }
      do throws(GitRepository.Failure) { return try problem(of: releases, at: address) } catch {
        if isOfGiven {
          givenFailure = error.description
        } else if !unreachable.contains(address) {
          unreachable.append(address)
        }
        return nil
      }
    }
  }

  /// Whether the repository that was named is the one of a URL. One that no lock knows by its URL, such as a mirror, can only be told from others
  /// if there are no others.
  ///
  /// - Parameters:
  ///   - url: Of some releases; `nil`: the lock knows none.
  ///   - own: All URLs of the same lock.
  /// - Returns: Whether it is.
  private func isGiven(_ url: String?, besides own: Set<String?>) -> Bool {
    guard let givenURL, urls.contains(givenURL) else { return url == nil || urls.count == 1 }
    return url == givenURL || (url == nil && own.contains(givenURL))
  }

  /// The URL by which locks know the repository that was named.
  private lazy var givenURL: String? = given.flatMap { given in
    isElsewhere(given)
      ? RepositoryURL(given)?.text : GitRepository(given, environment: environment).url?.text
  }

  private func problem(of releases: [VendorLock.Release], at address: String) throws(GitRepository.Failure) -> String? {
    let latest = releases.max { $0.tag.compare($1.tag, options: .numeric) == .orderedAscending }
    let tags = try tags(at: address)
    // Where no release is known, none can be said to be watched.
    guard let newest = tags.first else { throw GitRepository.Failure(description: "it has no tags; fetch them") }
    guard let latest, newest != latest.tag else { return nil }
    let repository = try repository(at: address, with: newest)
    do throws(VendoredRelease.Unusable) {
      let release = try VendoredRelease(
        repository: repository.path, tag: newest, patterns: latest.paths, except: latest.except,
        environment: environment)
      if releases.contains(where: { $0.files == release.origin.files }) { return nil }
    } catch { return error.description }
    return "the files of \(newest) are watched by no version; the newest one that is has those of \(latest.tag)"
  }

  /// Whether git has to ask another machine, or is to treat the address as if it had to.
  private func isElsewhere(_ address: String) -> Bool {
    !FileManager.default.fileExists(atPath: address) && (address.contains("://") || RepositoryURL(address) != nil)
  }

  private func tags(at address: String) throws(GitRepository.Failure) -> [String] {
    let result =
      known[address]
      ?? Result { () throws(GitRepository.Failure) in
        isElsewhere(address)
          ? try GitRepository.tags(at: address, environment: environment)
          : try GitRepository(address, environment: environment).tags()
      }
    known[address] = result
    return try result.get()
  }

  private func repository(at address: String, with tag: String) throws(GitRepository.Failure) -> GitRepository {
    guard isElsewhere(address) else { return GitRepository(address, environment: environment) }
    let key = "\(address) \(tag)"
    let result =
      fetched[key]
      ?? Result { () throws(GitRepository.Failure) in
        do {
          try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw GitRepository.Failure(description: "\(folder.path) cannot be written") }
        return try GitRepository.fetch(
          tag, of: address, into: folder.appendingPathComponent("\(fetched.count)").path, environment: environment)
      }
    fetched[key] = result
    return try result.get()
  }
}
