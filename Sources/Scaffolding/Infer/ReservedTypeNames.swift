/// Names that types of an app do not have, so that they hide nothing that their own source code, or somebody's beside it, means.
enum ReservedTypeNames {
  /// Whether a type may have this name.
  static func isFree(_ name: String) -> Bool {
    !system.contains(name) && !contracts.contains(name) && name.prefixMatch(of: /(NS|Dispatch)[A-Z]/) == nil
  }

  /// Types of Swift 6.3 and of Foundation on Linux, as swift-symbolgraph-extract(1) lists them; a test compares the toolchain's. The last ones
  /// are of C's library, of Objective-C, of the language itself, or of what is inferred.
  private static let system = words(
    """
    Actor AdditiveArithmetic AffineTransform AlignmentOptions AnyActor AnyBidirectionalCollection AnyClass
    AnyCollection AnyHashable AnyIndex AnyIterator AnyKeyPath AnyObject AnyRandomAccessCollection AnyRegexOutput
    AnySequence Array ArrayLiteralConvertible ArraySlice AsyncCompactMapSequence AsyncDropFirstSequence
    AsyncDropWhileSequence AsyncFilterSequence AsyncFlatMapSequence AsyncIteratorProtocol AsyncMapSequence
    AsyncPrefixSequence AsyncPrefixWhileSequence AsyncSequence AsyncStream AsyncThrowingCompactMapSequence
    AsyncThrowingDropWhileSequence AsyncThrowingFilterSequence AsyncThrowingFlatMapSequence AsyncThrowingMapSequence
    AsyncThrowingPrefixWhileSequence AsyncThrowingStream AttributeContainer AttributeDynamicLookup AttributeScope
    AttributeScopeCodableConfiguration AttributeScopes AttributedString AttributedStringAttributeMutation
    AttributedStringKey AttributedStringProtocol AttributedSubstring BidirectionalCollection BidirectionalIndexable
    BidirectionalSlice BinaryFloatingPoint BinaryInteger BitwiseCopyable BlockOperation Bool BooleanLiteralConvertible
    BooleanLiteralType Bundle ByteCountFormatStyle ByteCountFormatter CBool CChar CChar16 CChar32 CChar8 CDouble
    CFloat CFloat16 CGFloat CGPoint CGRect CGRectEdge CGSize CInt CLong CLongDouble CLongLong CShort CSignedChar
    CUnsignedChar CUnsignedInt CUnsignedLong CUnsignedLongLong CUnsignedShort CVaListPointer CVarArg CWideChar
    CachedURLResponse Calendar CancellationError CaseIterable Character CharacterSet CheckedContinuation Clock
    ClosedRange ClosedRangeIndex CocoaError Codable CodableAttributedStringKey CodableConfiguration
    CodableWithConfiguration CodingKey CodingKeyRepresentable CodingUserInfoKey Collection CollectionDifference
    CollectionOfOne CommandLine Comparable ComparableComparator Comparator ComparisonResult ConcurrentValue
    ContiguousArray ContiguousBytes ContinuousClock Copyable CountableClosedRange CountablePartialRangeFrom
    CountableRange CurrencyFormatStyleConfiguration CustomConsumingRegexComponent CustomDebugStringConvertible
    CustomLeafReflectable CustomNSError CustomPlaygroundDisplayConvertible CustomPlaygroundQuickLookable
    CustomReflectable CustomStringConvertible Data DataProtocol Date DateComponents DateFormatter DateInterval
    DateIntervalFormatter Decimal Decodable DecodableAttributedStringKey DecodableWithConfiguration Decoder
    DecodingConfigurationProviding DecodingError DefaultBidirectionalIndices DefaultIndices DefaultRandomAccessIndices
    DefaultStringInterpolation DescriptiveNumberFormatConfiguration Dictionary DictionaryIndex DictionaryIterator
    DictionaryLiteral DictionaryLiteralConvertible Dimension DiscardingTaskGroup DiscontiguousAttributedSubstring
    DiscontiguousSlice DiscreteFormatStyle Double DropFirstSequence DropWhileSequence Duration DurationProtocol
    EmptyCollection EmptyIterator Encodable EncodableAttributedStringKey EncodableWithConfiguration Encoder
    EncodingConfigurationProviding EncodingError EnergyFormatter EnumeratedIterator EnumeratedSequence Equatable Error
    Escapable Executor ExecutorJob ExpressibleByArrayLiteral ExpressibleByBooleanLiteral
    ExpressibleByDictionaryLiteral ExpressibleByExtendedGraphemeClusterLiteral ExpressibleByFloatLiteral
    ExpressibleByIntegerLiteral ExpressibleByNilLiteral ExpressibleByStringInterpolation ExpressibleByStringLiteral
    ExpressibleByUnicodeScalarLiteral Expression ExtendedGraphemeClusterLiteralConvertible ExtendedGraphemeClusterType
    FileAttributeKey FileAttributeType FileHandle FileManager FileManagerDelegate FileProtectionType FixedWidthInteger
    FlattenBidirectionalCollection FlattenBidirectionalCollectionIndex FlattenCollection FlattenCollectionIndex
    FlattenSequence Float Float16 Float32 Float64 Float80 FloatLiteralConvertible FloatLiteralType FloatingPoint
    FloatingPointClassification FloatingPointFormatStyle FloatingPointParseStrategy FloatingPointRoundingRule
    FloatingPointSign FormatStyle FormatStyleCapitalizationContext Formatter GlobalActor HTTPCookie
    HTTPCookiePropertyKey HTTPCookieStorage HTTPURLResponse Hashable Hasher Host ISO8601DateFormatter Identifiable
    IndexPath IndexSet Indexable IndexableBase IndexingIterator InflectionRule InlineArray InputStream InstantProtocol
    Int Int128 Int16 Int32 Int64 Int8 IntegerFormatStyle IntegerLiteralConvertible IntegerLiteralType
    IntegerParseStrategy IteratorOverOne IteratorProtocol IteratorSequence JSONDecoder JSONEncoder JSONSerialization
    Job JobPriority JoinedIterator JoinedSequence KeyPath KeyPathComparator KeyValuePairs KeyedDecodingContainer
    KeyedDecodingContainerProtocol KeyedEncodingContainer KeyedEncodingContainerProtocol LazyBidirectionalCollection
    LazyCollection LazyCollectionProtocol LazyDropWhileBidirectionalCollection LazyDropWhileCollection
    LazyDropWhileIndex LazyDropWhileIterator LazyDropWhileSequence LazyFilterBidirectionalCollection
    LazyFilterCollection LazyFilterIndex LazyFilterIterator LazyFilterSequence LazyMapBidirectionalCollection
    LazyMapCollection LazyMapIterator LazyMapRandomAccessCollection LazyMapSequence
    LazyPrefixWhileBidirectionalCollection LazyPrefixWhileCollection LazyPrefixWhileIndex LazyPrefixWhileIterator
    LazyPrefixWhileSequence LazyRandomAccessCollection LazySequence LazySequenceProtocol LengthFormatter
    ListFormatStyle Locale LocalizedError LosslessStringConvertible MainActor ManagedBuffer ManagedBufferPointer
    MarkdownDecodableAttributedStringKey MassFormatter Measurement MemoryLayout Mirror MirrorPath Morphology
    MutableBidirectionalSlice MutableCollection MutableDataProtocol MutableIndexable MutableRandomAccessSlice
    MutableRangeReplaceableBidirectionalSlice MutableRangeReplaceableRandomAccessSlice MutableRangeReplaceableSlice
    MutableRawSpan MutableSlice MutableSpan Never NilLiteralConvertible Notification NotificationCenter
    NotificationQueue NumberFormatStyleConfiguration NumberFormatter Numeric ObjCBool ObjectIdentifier OpaquePointer
    OperatingSystemVersion Operation OperationQueue OptionSet Optional OutputRawSpan OutputSpan OutputStream
    POSIXError ParseStrategy ParseableFormatStyle PartialAsyncTask PartialKeyPath PartialRangeFrom PartialRangeThrough
    PartialRangeUpTo PersonNameComponents PersonNameComponentsFormatter Pipe PlaygroundQuickLook Port PortDelegate
    PortMessage Predicate PredicateBindings PredicateError PredicateExpression PredicateExpressions PrefixSequence
    Process ProcessInfo Progress ProgressKind ProgressReporting ProgressUserInfoKey PropertyListDecoder
    PropertyListEncoder PropertyListSerialization QualityOfService RandomAccessCollection RandomAccessIndexable
    RandomAccessSlice RandomNumberGenerator Range RangeExpression RangeReplaceableBidirectionalSlice
    RangeReplaceableCollection RangeReplaceableIndexable RangeReplaceableRandomAccessSlice RangeReplaceableSlice
    RangeSet RawRepresentable RawSpan RecoverableError ReferenceConvertible ReferenceWritableKeyPath Regex
    RegexComponent RegexRepetitionBehavior RegexSemanticLevel RegexWordBoundaryKind Repeated Result ReversedCollection
    ReversedIndex ReversedRandomAccessCollection RunLoop SIMD SIMD16 SIMD2 SIMD3 SIMD32 SIMD4 SIMD64 SIMD8 SIMDMask
    SIMDScalar SIMDStorage Scanner ScopedAttributeContainer Sendable SendableMetatype Sequence SerialExecutor Set
    SetAlgebra SetIndex SetIterator SignedInteger SignedNumeric SingleValueDecodingContainer
    SingleValueEncodingContainer Slice SocketNativeHandle SocketPort SortComparator SortDescriptor SortOrder Span
    StandardPredicateExpression StaticBigInt StaticString Stream StreamDelegate StreamNetworkServiceTypeValue
    StreamSOCKSProxyConfiguration StreamSOCKSProxyVersion StreamSocketSecurityLevel StrideThrough
    StrideThroughIterator StrideTo StrideToIterator Strideable String StringInterpolationConvertible
    StringInterpolationProtocol StringLiteralConvertible StringLiteralType StringProtocol StringStyle StringTransform
    Substring SuspendingClock SystemRandomNumberGenerator Task TaskExecutor TaskGroup TaskLocal TaskPriority
    TextOutputStream TextOutputStreamable Thread ThrowingDiscardingTaskGroup ThrowingTaskGroup TimeInterval TimeZone
    Timer UInt UInt128 UInt16 UInt32 UInt64 UInt8 URL URLAuthenticationChallenge URLAuthenticationChallengeSender
    URLCache URLComponents URLCredential URLCredentialStorage URLError URLFileResourceType URLProtectionSpace
    URLProtocol URLProtocolClient URLQueryItem URLRequest URLResourceKey URLResourceValues URLResponse URLSession
    URLSessionConfiguration URLSessionDataDelegate URLSessionDataTask URLSessionDelegate URLSessionDownloadDelegate
    URLSessionDownloadTask URLSessionStreamDelegate URLSessionStreamTask URLSessionTask URLSessionTaskDelegate
    URLSessionTaskMetrics URLSessionTaskTransactionMetrics URLSessionUploadTask URLSessionWebSocketDelegate
    URLSessionWebSocketTask UTF16 UTF32 UTF8 UTF8Span UUID UnboundedRange UnfoldFirstSequence UnfoldSequence Unicode
    UnicodeCodec UnicodeDecodingResult UnicodeScalar UnicodeScalarLiteralConvertible UnicodeScalarType Unit
    UnitAcceleration UnitAngle UnitArea UnitConcentrationMass UnitConverter UnitConverterLinear UnitDispersion
    UnitDuration UnitElectricCharge UnitElectricCurrent UnitElectricPotentialDifference UnitElectricResistance
    UnitEnergy UnitFrequency UnitFuelEfficiency UnitIlluminance UnitInformationStorage UnitLength UnitMass UnitPower
    UnitPressure UnitSpeed UnitTemperature UnitVolume UnkeyedDecodingContainer UnkeyedEncodingContainer Unmanaged
    UnownedJob UnownedSerialExecutor UnownedTaskExecutor UnsafeBufferPointer UnsafeBufferPointerIterator
    UnsafeConcurrentValue UnsafeContinuation UnsafeCurrentTask UnsafeMutableBufferPointer UnsafeMutablePointer
    UnsafeMutableRawBufferPointer UnsafeMutableRawBufferPointerIterator UnsafeMutableRawPointer UnsafePointer
    UnsafeRawBufferPointer UnsafeRawBufferPointerIterator UnsafeRawPointer UnsafeSendable UnsafeThrowingContinuation
    UnsignedInteger UserDefaults Void WritableKeyPath XMLDTD XMLDTDNode XMLDocument XMLElement XMLNode XMLParser
    XMLParserDelegate Zip2Iterator Zip2Sequence
    Any CodingKeys DIR FILE Protocol Selector Self Type Unseen
    """)

  /// What an adapter is written with.
  private static let contracts = words(
    """
    AcceptWhen AccessTokenRequest AnyJoins AnyMapping AnyProperty AnyReads AnyReference AnyRule AnySends AnyWritesBack
    ExpectedStatuses Fails Paging ResponseHeader
    Authorization Chain ContextSource Contract ContractProblem Credential Endpoint EndpointsBuilder Field GraphQLBody
    Joins Mapping MappingContext MappingError MappingsBuilder PartsBuilder Platform PropertiesBuilder Property Reads
    Reference Request RequestBody RequestChange RequestValue Rule Sends Values Version VersionBuilder VersionElement
    VersionPart WritesBack
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}
