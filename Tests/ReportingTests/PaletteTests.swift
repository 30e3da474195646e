import Foundation
import Testing

@testable import Reporting

/// The ratio of WCAG 2.2, section 1.4.3, from 1 to 21.
private func contrast(_ one: String, _ other: String) -> Double {
  func luminance(_ colour: String) -> Double {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [number >> 16 & 255, number >> 8 & 255, number & 255].map { value -> Double in
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
  let (first, second) = (luminance(one), luminance(other))
  return (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

@Suite("Colours of pages")
struct PaletteTests {
  @Test("The ratio is that of the recommendation")
  func ratio() {
    #expect(abs(contrast("#000000", "#ffffff") - 21) < 0.001)
    #expect(abs(contrast("#777777", "#ffffff") - 4.48) < 0.01)
    #expect(abs(contrast("#0000ff", "#ffffff") - 8.59) < 0.01)
  }

  @Test("Text has a contrast of 4.5 to what it stands on, light and dark", arguments: Palette.texts.indices)
  func texts(_ index: Int) {
    let (ink, ground) = Palette.texts[index]
    for (name, one, other) in [("light", ink.light, ground.light), ("dark", ink.dark, ground.dark)] {
      let ratio = contrast(one, other)
      #expect(ratio >= 4.5, "\(name): \(ink) on \(ground) has \(ratio)")
    }
  }

  @Test("What is drawn has a contrast of 3 to what it stands on", arguments: Palette.drawings.indices)
  func drawings(_ index: Int) {
    let (ink, ground) = Palette.drawings[index]
    for (name, one, other) in [("light", ink.light, ground.light), ("dark", ink.dark, ground.dark)] {
      let ratio = contrast(one, other)
      #expect(ratio >= 3, "\(name): \(ink) on \(ground) has \(ratio)")
    }
  }

  @Test("Each class of the stylesheet is one that pages use, and each colour that it names is there")
  func classes() {
    let known = Set(Style.allCases.map(\.rawValue))
    for match in Stylesheet.text.matches(of: /[\s,>}.a-z]\.([a-z]+)[{ ,:>.]/) {
      #expect(known.contains(String(match.1)), "\(match.1)")
    }
    let colours = Set(Palette.allCases.map(\.rawValue))
    for match in Stylesheet.text.matches(of: /var\(--([a-z-]+)\)/) { #expect(colours.contains(String(match.1))) }
  }
}
