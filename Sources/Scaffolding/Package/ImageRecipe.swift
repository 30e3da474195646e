/// How a container image of a team's package is built: as Driftwatch's own, with another program and its sources.
struct ImageRecipe {
  /// The name of the program.
  let program: String
  /// The folder of Driftwatch's sources, or the URL of their repository.
  let driftwatch: String
  /// The variable that holds the credential; `nil` if there is none.
  let variable: String?

  /// What is sent to the builder: all that the image is made of, and nothing else.
  static let ignored = """
    # Only what the image is built from.
    *
    !Package.*
    !Sources
    !Contracts
    **/.build

    """

  /// The file.
  ///
  /// - Parameter template: Driftwatch's own `deploy/Dockerfile`.
  /// - Returns: The same for the package; `nil` if the template has not the parts that are put in place of others.
  func text(of template: String) -> String? {
    guard let header = template.firstRange(of: /\A(#.*\n)+/),
      let sources = template.firstRange(of: /COPY Package.swift .*\n(?:(?:COPY|#) .*\n)+/)
    else { return nil }
    func own(_ part: Substring) -> String { String(part).replacing("driftwatch", with: program) }
    return self.header + own(template[header.upperBound..<sources.lowerBound]) + copies
      + own(template[sources.upperBound...])
  }

  private var isRepository: Bool { driftwatch.contains("://") || driftwatch.hasSuffix(".git") }

  private var header: String {
    let context = isRepository ? "" : " --build-context \(Self.shell("driftwatch=\(driftwatch)"))"
    let pass = variable.map { " -e \($0)" } ?? ""
    return """
      # syntax=docker/dockerfile:1
      # The program in a small image that runs as nobody in particular, with a root file system that may be read-only:
      #
      #   docker build\(context) -t \(program) .
      #   docker run -d --name \(program) --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \\
      #     -v \(program):/var/lib/\(program)\(pass) \(program)
      #   docker exec \(program) \(program) report
      #
      # The ledger is on the volume /var/lib/\(program) (uid 65532, mode 0700); nothing else is written. Settings are read from
      # /etc/\(program)/driftwatch.json, if it is mounted there.

      """
  }

  /// What the program is built from. The manifest of Driftwatch names targets in three folders.
  private var copies: String {
    var lines: [String] = []
    if !isRepository {
      lines.append(
        "# Driftwatch's sources, at the place that the manifest names; the build context of that name has them.")
      // A build context is no stage, as the checker takes it for.
      lines += ["Package.swift", "Sources", "Contracts", "Tests"].map {
        "# hadolint ignore=DL3022\nCOPY --from=driftwatch \(Self.list([$0, "\(driftwatch)/\($0)"]))"
      }
    }
    lines += ["COPY Package.* ./", "COPY Sources Sources", "COPY Contracts Contracts"]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func isPlain(_ text: String) -> Bool { text.wholeMatch(of: /[A-Za-z0-9_.,:=\/@%+-]+/) != nil }

  /// Arguments of an instruction; as a list of JSON if one has a space or another sign that has a meaning there.
  private static func list(_ words: [String]) -> String {
    if words.allSatisfy(isPlain) { return words.joined(separator: " ") }
    let quoted = words.map { word in
      "\"\(word.replacing("\\", with: "\\\\\\\\").replacing("\"", with: "\\\"").replacing("$", with: "\\\\$"))\""
    }
    return "[\(quoted.joined(separator: ", "))]"
  }

  /// A word as a shell takes it.
  private static func shell(_ text: String) -> String {
    isPlain(text) ? text : "'\(text.replacing("'", with: "'\\''"))'"
  }
}
