import Foundation

/// Gives back memory that only the start of the process needed: pages of code that ran once.
///
/// A monitor waits most of its life. Linking, reading contracts and a first round touch most of the libraries' code, of which
/// waiting needs little; it would count as resident for ever. What is needed again is mapped again from the page cache.
/// Source: madvise(2), `MADV_DONTNEED`. Does nothing but on Linux.
func releaseStartPages() {
  #if os(Linux)
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return }
    for line in maps.split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      // Code of files only: nobody may write there, so that each page equals the file's and can be read from it again. Data,
      // even where it is read-only now, may have been changed by the linker and must stay.
      guard words.count >= 6, words[1] == "r-xp", words[5].hasPrefix("/") else { continue }
      let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard bounds.count == 2, bounds[1] > bounds[0], let start = UnsafeMutableRawPointer(bitPattern: bounds[0]) else {
        continue
      }
      // The range is one that the kernel has just named as mapped; if it is gone meanwhile, madvise says ENOMEM.
      _ = madvise(start, Int(bounds[1] - bounds[0]), MADV_DONTNEED)
    }
  #endif
}
