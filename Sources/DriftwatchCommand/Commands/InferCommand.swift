import ContractKit
import Foundation
import JSONDocument
import Monitoring
import Recording
import Scaffolding
import System

/// `driftwatch infer`: Swift types that decode what was seen, compiled and tried on it before they are shown.
struct InferCommand {
  private let settings: CommandSettings
  private var call: CommandCall { settings.call }

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  /// A response, with where it is from.
  private struct Sample {
    let source: String
    let body: [UInt8]
    let document: JSONDocument
    /// Of a redacted recording the paths whose values stayed.
    var kept: [String]?
  }

  func run() async throws -> Int32 {
    guard !call.operands.isEmpty else {
      throw CommandFailure.usage(
        "infer needs responses: FILE, a folder of them, - for standard input, URL or ID/ENDPOINT")
    }
    var options = DTOInference.Options()
    options.keys = try call.choice("--keys", DTOInference.Options.Keys.self) ?? options.keys
    options.layout = try call.choice("--layout", DTOInference.Options.Layout.self) ?? options.layout
    options.hasDomain = call.has("--domain")
    if options.hasDomain, options.layout == .nested {
      throw CommandFailure.usage(
        "--domain writes two types for each object, which have no place in one; leave out --layout nested")
    }
    let samples = try await samples()
    var inference = DTOInference(name: try name())
    for sample in samples { inference.add(sample.document, redactedBut: sample.kept) }
    let console = settings.console
    let source = try proved(inference, options, samples)
    try console.print(source.text)
    return 0
  }

  /// The types, after they were compiled and every response was decoded with them. If texts turn out to be no dates or URLs to the
  /// decoder after all, they stay texts.
  private func proved(
    _ inference: DTOInference, _ options: DTOInference.Options, _ samples: [Sample]
  ) throws -> DTOInference.Source {
    let console = settings.console
    let proof = SourceProof(
      environment: settings.environment.filter { !settings.secretVariables.contains($0.key) })
    var options = options
    while true {
      let source = inference.source(options)
      console.progress("compiling, and decoding \(samples.count) \(samples.count == 1 ? "response" : "responses")…")
      defer { console.endProgress() }
      switch try proof.run(source, on: samples.map(\.body)) {
      case .proved: return source
      case .untried(let reason):
        console.complain("these types were not tried: \(reason)")
        return source
      case .uncompilable(let error):
        throw CommandFailure(
          code: 4, message: "the types do not compile, which is a fault of this program: \(error.printable)")
      case .undecodable(let count, let first):
        if !options.hasPlainTexts {
          options.hasPlainTexts = true
          continue
        }
        if options.keys == .snakeCase {
          console.complain(
            "convertFromSnakeCase does not lead back to these keys, so there are coding keys: \(first.printable)")
          (options.keys, options.hasPlainTexts) = (.codingKeys, false)
          continue
        }
        throw CommandFailure(
          code: 3,
          message:
            "\(count) of \(samples.count) \(samples.count == 1 ? "response" : "responses") cannot be decoded by any types: \(first.printable)"
        )
      }
    }
  }

  /// `--name`, else what the first operand is called.
  private func name() throws -> String {
    if let name = call.value("--name") {
      guard name.first?.isLetter == true, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
        throw CommandFailure.usage("--name needs a Swift type name such as Product, not \"\(name.printable)\"")
      }
      return name
    }
    let first = call.operands[0]
    let path = first.contains("://") ? URLComponents(string: first)?.path ?? "" : first
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = last.split(separator: ".").first.map(String.init) ?? ""
    return DTOInference.typeName(for: stem.contains(where: \.isLetter) && stem != "index" ? stem : "Response")
  }

  // MARK: Responses

  private func samples() async throws -> [Sample] {
    var (samples, urls): ([Sample], [String]) = ([], [])
    for operand in call.operands {
      var isFolder: ObjCBool = false
      if operand.contains("://") {
        urls.append(operand)
      } else if operand == "-" {
        guard SystemCalls.hasInput else { throw CommandFailure.usage("-: standard input is closed; give it JSON") }
        samples.append(try sample("standard input", Array(FileHandle.standardInput.readDataToEndOfFile())))
      } else if FileManager.default.fileExists(atPath: operand, isDirectory: &isFolder) {
        for file in isFolder.boolValue ? try files(in: operand) : [operand] {
          samples.append(try sample(of: RecordingFile(body: URL(fileURLWithPath: file))))
        }
      } else {
        samples += try recorded(operand)
      }
    }
    return samples + (urls.isEmpty ? [] : try await fetched(urls))
  }

  /// A file, or what stands in a recording with its meta file.
  private func sample(of file: RecordingFile, keep: [String] = []) throws -> Sample {
    var sample = try sample(file.body.path, try read(file.body.path))
    let meta = try? file.meta()
    sample.kept = meta?.redaction == nil ? nil : (meta?.kept ?? []) + keep
    return sample
  }

  private func sample(_ source: String, _ body: [UInt8]) throws -> Sample {
    do { return Sample(source: source, body: body, document: try JSONDocument(body)) } catch {
      throw CommandFailure.usage("\(source.printable): it is no JSON: \(error)")
    }
  }

  private func read(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFailure.usage("\"\(path.printable)\" cannot be read")
    }
    return Array(data)
  }

  /// The JSON files of a folder and below it, without what stands beside recordings.
  private func files(in folder: String) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let found = names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".meta.json") }.sorted().map { "\(folder)/\($0)" }
    guard !found.isEmpty else { throw CommandFailure.usage("the folder \"\(folder.printable)\" has no .json file") }
    return found
  }

  /// The recordings of one endpoint.
  private func recorded(_ operand: String) throws -> [Sample] {
    guard settings.contracts.contains(where: { $0.id == operand.split(separator: "/").first.map(String.init) }) else {
      throw CommandFailure.usage("there is no file \"\(operand.printable)\", and no contract of this name")
    }
    let (items, _) = try settings.recordedItems([operand])
    let usable = items.filter(\.isReplayed)
    let endpoints = Set(usable.compactMap(\.endpoint)).sorted()
    guard endpoints.count == 1 else {
      throw CommandFailure.usage(
        endpoints.isEmpty
          ? "of \(operand.printable) nothing is recorded that could be read"
          : "\(operand.printable) has several endpoints, name one: \(endpoints.joined(separator: ", "))")
    }
    return try usable.map { item in
      let contract = settings.contracts.first { $0.id == item.entry.contract }
      let keep = item.endpoint.flatMap { contract?.endpoint($0) }?.recordingRules.keep ?? []
      return try sample(of: item.entry.file, keep: keep)
    }
  }

  private func fetched(_ urls: [String]) async throws -> [Sample] {
    try CommandSettings.requireFetching()
    settings.console.progress("fetching…")
    defer { settings.console.endProgress() }
    return try zip(
      urls,
      await SingleFetch(call, settings.environment).responses(
        to: urls, authorization: try CredentialOption(call)?.authorization)
    ).map { url, body in
      guard let document = try? JSONDocument(body) else {
        throw CommandFailure.notChecked("\(url.printable): the response is no JSON")
      }
      return Sample(source: url, body: body, document: document)
    }
  }
}
