/// A ``ValueSketch`` while it is learned. It is stored inline, and a bound rejects most hashes at once.
struct LearnedSketch: BitwiseCopyable {
  // Sixteen hashes, two in each word. The first `count` of them are valid and ascending.
  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
  private var count = 0
  /// Hashes from here on are ignored: the largest hash of a full sketch, else a number above all hashes.
  private var bound: UInt64 = 1 << 32

  init() {}

  @inline(__always)
  mutating func insert(_ hash: UInt32) {
    if UInt64(hash) < bound { insertSmall(hash) }
  }

  @inline(never)
  private mutating func insertSmall(_ hash: UInt32) {
    var count = count
    let largest = withUnsafeMutableBytes(of: &words) { words in
      let hashes = words.assumingMemoryBound(to: UInt32.self)
      var index = 0
      while index < count, hashes[index] < hash { index += 1 }
      if index == count || hashes[index] != hash {
        if count < ValueSketch.capacity { count += 1 }
        var last = count - 1
        while last > index {
          hashes[last] = hashes[last - 1]
          last -= 1
        }
        hashes[index] = hash
      }
      return hashes[count - 1]
    }
    self.count = count
    if count == ValueSketch.capacity { bound = UInt64(largest) }
  }

  mutating func merge(_ other: LearnedSketch) {
    for hash in other.sketch.hashes { insert(hash) }
  }

  var sketch: ValueSketch {
    withUnsafeBytes(of: words) { words in
      ValueSketch(ascending: Array(words.assumingMemoryBound(to: UInt32.self).prefix(count)))
    }
  }
}
