extension Duration {
  /// Whole milliseconds, rounded up, from 0 to `most`.
  func milliseconds(upTo most: Int) -> Int {
    self >= .milliseconds(most) ? most : max(0, Int((self / .milliseconds(1)).rounded(.up)))
  }
}
