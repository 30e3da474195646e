import Foundation

/// Releases memory that only the start of the process needed: pages of code that ran once.
///
/// A monitor waits most of the time. Linking, reading contracts and a first round touch most of the libraries' code, of
/// which waiting needs little, and all of it would stay resident. Pages that are needed again are mapped again from the
/// page cache. Source: madvise(2), `MADV_DONTNEED`. It only has an effect on Linux.
func releaseStartPages() {
  #if os(Linux)
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return }
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      // Sound: only code of files is released. It is not writable, so each page equals the file's and can be read from
      // it again. Data, even if it is read-only now, may have been changed by the linker and must stay.
      guard words.count >= 6, words[1] == "r-xp", words[5].hasPrefix("/") else { continue }
      let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2, bounds[1] > bounds[0], let start = UnsafeMutableRawPointer(bitPattern: bounds[0]) else {
        continue
      }
      // Sound: the kernel has just listed the range as mapped. If it was unmapped meanwhile, madvise returns ENOMEM.
      _ = madvise(start, Int(bounds[1] - bounds[0]), MADV_DONTNEED)
    }
  #endif
}
