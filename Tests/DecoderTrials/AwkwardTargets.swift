import Foundation

extension Target {
  /// Types written for their decoders.
  package static let awkward: [Target] = plainTargets + scalarTargets + containerTargets + shapeTargets + errorTargets
}

/// Types of one kind each, with payloads that they read under at least one setting.
private let plainTargets: [Target] = [
  Target(Configuring.self, #"{"value":1,"maybe":2}"#, #"{"value":1,"maybe":null}"#),
  Target(SuperList.self, "[1,2,3]", "[1,2,3,4,5]"), Target(BackAndForth.self, #"{"a":1,"b":{"x":2},"list":[1,2]}"#),
  Target(
    Scalars.self, #"{"b":true,"s":"x","i":1,"i8":-128,"u64":18446744073709551615,"i128":9,"d":1.5,"f":2}"#,
    #"{"b":false,"s":"\u00e9","i":1e2,"i8":1.0,"u64":0,"i128":170141183460469231731687303715884105727,"d":-0.0,"f":1e-3}"#
  ),
  Target(
    Optionals.self, "{}",
    #"{"b":null,"i":1,"date":1,"url":"x","color":"Red","inner":{"x":1},"list":[1],"u":null,"dec":1.5}"#,
    #"{"b":true,"s":"a","i8":3,"u64":5,"i128":null,"d":2.5,"f":null,"inner":{"x":1,"y":null},"list":[]}"#),
  Target(
    Special.self,
    #"{"date":1,"url":"https://a/b","uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","dec":12.5,"data":"aGk="}"#,
    #"{"date":"2024-02-30T10:00:00Z","url":"a b","uuid":"e621e1f8-c36c-495a-93fc-0c247a3e6e5f","dec":1e3,"data":""}"#,
    #"{"date":"1700000000","url":"/x","uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","dec":0,"data":[1,2]}"#),
  Target(
    [Product].self,
    #"[{"id":1,"title":"a","price":44,"category":{"id":1,"name":"c","image":null},"images":["https://a"],"color":"Red"},"#
      + #"{"id":2,"title":"b","price":1.5,"category":{"id":2,"name":"d"},"images":[],"color":"Blue"}]"#),
  Target(
    Tree.self,
    #"{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[]}]},{"name":"d","children":[]}]}"#),
  Target(Chain.self, #"{"name":"a","next":[{"name":"b","next":[{"name":"c","next":[{"name":"d","next":[]}]}]}]}"#),
  Target(Dog.self, #"{"name":"rex","breed":"pug"}"#),
  Target(Cat.self, #"{"lives":9,"super":{"name":"tom"}}"#, #"{"lives":9}"#),
  Target(
    [Union].self, #"[1,{"id":1,"name":"c"},2]"#,
    #"[{"id":1,"title":"a","price":44,"category":{"id":1,"name":"c"},"images":[],"color":"Red"},7]"#),
  Target(Lossy.self, #"[{"id":1,"name":"c"},{"id":"x"},{"id":2,"name":"d","image":"i"},null]"#),
  Target([Polymorphic].self, #"[{"kind":"inner","inner":{"x":1}},{"kind":"list","list":[1,2]}]"#),
  Target(Nested.self, #"{"outer":{"inner":{"x":1},"list":[4,5]}}"#),
  Target([Pair].self, #"[[1,"a",[1,2]],[2,null,null],[3,"c",[]]]"#),
  Target(Retry.self, #"[1,"a",{"k":1},true,2.5]"#),
  Target([TriState].self, #"[{},{"value":null},{"value":"x"}]"#),
  Target(Dynamic.self, #"{"a":1,"b":2,"c_d":3,"é":4}"#),
  Target([Wrapped].self, #"[{"count":1},{"count":null}]"#),
  Target(Explicit.self, #"{"image_url":"u","full_name":"n"}"#, #"{"imageUrl":"u","fullName":"n","full__name":"o"}"#),
  Target(
    Camel.self, #"{"image_url":"u","one_two":1}"#,
    #"{"imageUrl":"u","oneTwo":1,"one_two":2,"_oneTwo":3,"imageURL":null}"#),
  Target([Validated].self, #"[{"n":1,"m":2},{"n":3,"m":4}]"#),
  Target([CatchesOnly].self, #"[{"n":1},{"n":"x"},{}]"#),
  Target([Wrapping].self, #"[{"x":1},{"x":2,"y":"z"}]"#),
  Target(PathReader.self, #"{"a":[1,2,3],"b":1}"#),
  Target([Seconds].self, "[1,2.5,1e3]"),
  Target([Color].self, #"["Red","Green"]"#),
  Target([Closed?].self, #"["one",null,"two"]"#),
  Target([Level].self, "[1,2]"),
  Target([Lenient].self, #"["known","x"]"#),
  Target([Payload].self, #"[{"text":{"_0":"a"}},{"pair":{"a":1,"b":2}},{"empty":{}}]"#),
  Target([String: Int].self, hasDictionary: true, #"{"a":1,"b_c":2}"#),
  Target([String: Inner].self, hasDictionary: true, #"{"a":{"x":1},"b_c":{"x":2,"y":"q"}}"#),
  Target([Int: String].self, hasDictionary: true, #"{"1":"a","1_0":"b"}"#),
  Target([Color: Int].self, #"["Red",1,"Blue",2]"#),
  Target(Set<Int>.self, "[1,2,2]"),
  Target(ClosedRange<Int>.self, "[1,3]"),
  Target([Int??].self, "[1,null,2]"),
  Target([[Int?]?].self, "[[1,null],null,[]]"),
  Target([Date?].self, "[1,null]", #"["2024-01-02T03:04:05Z",null,"2024-01-02"]"#),
  Target([String: Date].self, hasDictionary: true, #"{"a":1,"b":2}"#, #"{"a":"2024-01-02T03:04:05Z"}"#),
  Target([Double].self, #"[1,2.5,-0.0,1e5,0e5,"inf","nan"]"#),
  Target([Float].self, "[1,16777217,1e-40,3.5]"),
  Target([Decimal].self, "[1,12345678901234567890123456789012345678901234,1e127,0.1]"),
  Target([UInt128].self, "[1,340282366920938463463374607431768211455]"),
  Target([UInt8].self, "[1,255,2.0]"),
  Target(String.self, #""a\n\ud83d\ude00""#),
  Target(Int.self, "12"), Target(Bool.self, "true"), Target(Double?.self, "null"), Target([Bool].self, "[true,false]"),
  Target([URL].self, #"["https://a.b/c","x y","é"]"#), Target([Data].self, #"["aGk=","aGkK"]"#),
]

private let scalarTargets: [Target] = [
  Target(
    Widths.self,
    #"{"i":1,"i8":-128,"i16":-32768,"i32":-2147483648,"i64":-9223372036854775808,"i128":-170141183460469231731687303715884105728,"#
      + #""u":1,"u8":255,"u16":65535,"u32":4294967295,"u64":18446744073709551615,"u128":340282366920938463463374607431768211455}"#,
    #"{"i":1e1,"i8":1.0,"i16":0,"i32":-0,"i64":12345678901234567.5e1,"i128":1,"u":2,"u8":1e2,"u16":3,"u32":4,"u64":5,"u128":6}"#
  ),
  Target(
    OptionalWidths.self, "{}",
    #"{"i":1,"i8":null,"i16":3,"i32":4,"i64":5,"i128":6,"u":7,"u8":8,"u16":9,"u32":null,"u64":11,"u128":12,"f":1.5,"d":null,"b":true,"s":"x"}"#
  ),
  Target([ByteCode].self, "[0,1,255]"), Target([WideCode?].self, "[0,-9223372036854775808,9007199254740993,null]"),
  Target([UnsignedCode].self, "[1,2.0]"), Target([RealCode].self, "[0.5,1,1e300]"), Target([ShortReal].self, "[0.1,1]"),
  Target([Flags].self, "[0,1,65535]"), Target([Identifier].self, #"["a",""]"#), Target([Even?].self, "[2,null,-4]"),
  Target(Set<Key>.self, #"["a","b","a"]"#), Target([Passing<Passing<Int>>].self, "[1,2]"),
  Target([Passing<Int?>].self, "[1,null]"), Target([Passing<[String: Int]>].self, hasDictionary: true, #"[{"a_b":1}]"#),
  Target([Loose].self, #"[null,1,1.5,true,"x"]"#), Target([Quoted].self, #"[1,"2.5",1e3]"#),
  Target([Letter].self, #"["a","é","😀"]"#),
  Target(
    [ByInitialiser].self, hasDictionary: true,
    #"[{"kind":"bool","value":true},{"kind":"int","value":1},{"kind":"byte","value":255},{"kind":"double","value":1.5}]"#,
    #"[{"kind":"list","value":[1,2]},{"kind":"maybe","value":null},{"kind":"map","value":{"a_b":1}},{"kind":"text","value":"x"}]"#,
    #"[{"kind":"url","value":{"relative":"x"}},{"kind":"uuid","value":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}]"#,
    #"[{"kind":"date","value":1.5},{"kind":"data","value":[1,2]},{"kind":"maybe","value":2},{"kind":"int"},{"kind":"maybe"}]"#,
    #"[{"kind":"decimal","value":{"exponent":0,"length":1,"isNegative":false,"isCompact":true,"mantissa":[1,0,0,0,0,0,0,0]}}]"#
  ),
  Target([Int8].self, "[-128,127]"), Target([UInt16].self, "[0,65535]"), Target([Int128].self, "[1,-1]"),
  Target([String].self, #"["a","","\u0061\n","é"]"#), Target([UUID].self, #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]"#),
  Target([Float16].self, "[1,65504,0.5]"), Target(String?.self, #""x""#, "null"), Target([Bool?].self, "[true,null]"),
  Target(Double.self, "1.5"), Target(Date.self, "1", #""2024-01-02T03:04:05Z""#, #""2024-01-02""#, #"{"$date":1}"#),
  Target(URL?.self, #""x""#), Target(Decimal.self, "1.5"), Target(Data.self, #""aGk=""#, "[1,2]"),
  Target(UInt128.self, "1"),
]

private let containerTargets: [Target] = [
  Target(OpenedThrice.self, #"{"a":1,"b":"x","c":{"x":2}}"#, #"{"a":1.0,"b":"","c":null,"d":{}}"#),
  Target(ReadsOn.self, keepsDecoder: true, #"{"kept":{},"n":1}"#, #"{"kept":{"n":2},"n":1,"k":{}}"#),
  Target(KeepsSuper.self, #"[{"x":1,"y":"a"},{"x":2}]"#, #"[{"x":1},{"x":2},{"x":3}]"#),
  Target(Copies.self, #"[1,"a"]"#, #"[1,"a","b"]"#), Target(NilOrders.self, "[1,null,2]", "[]"),
  Target([NilOfMissing].self, #"[{"a":null,"b":1,"nested":{"c":null}},{"b":null,"nested":{"c":1}},{"b":2}]"#),
  Target([KnownKeys].self, #"[{"id":1,"image_url":2,"x":null,"y":3},{"imageUrl":1},{}]"#),
  Target(Numbered.self, #"{"zero":1,"ten":2,"minus":3}"#, #"{"zero":1,"0":2}"#),
  Target(Matrix.self, "[[1,2.5],[],[3]]"),
  Target(Steps.self, #"[1,{},[],"x",{"x":1}]"#, "[null,{},[],null,null]"), Target(Steps.self, #"["a",1]"#, #"["1"]"#),
  Target([Position].self, "[[1,2],[1.5,2.5,3],[1,2,3,4]]"),
  Target(Unwrapping.self, #"{"data":{"attributes":{"title":"t","tags":[{"a":"x","b_c":"y"},{}]}}}"#),
  Target(Paths.self, #"{"inner":{"list":[{"a":1},[1]]}}"#), Target([Informed].self, "[1,8]"),
  Target(
    FromNested.self, hasDictionary: true,
    #"{"outer":{"date":1,"url":"u","data":"aGk=","leaf":1,"list":[1,2,{"a_b":3},[1]],"level":1,"dates":[4]}}"#,
    #"{"outer":{"date":"2024-01-02T03:04:05Z","list":[1,"2024-01-02T03:04:05Z",{"a":"2024-01-02T03:04:05Z"}],"level":2}}"#,
    #"{"outer":{"date":null,"list":[1,"2024-01-02",null,null,2,null]}}"#, #"{"outer":{"list":[]}}"#),
  Target(InformedHolder.self, #"{"first":1,"list":[2,3]}"#), Target([KeyCount].self, #"[{"a":1,"a":2,"b":3},{}]"#),
  Target([Nothing].self, "[1,null,{}]"),
  Target([String: [Int: Inner]].self, hasDictionary: true, #"{"a_b":{"1_0":{"x":1}}}"#),
  Target([Language: Int].self, hasDictionary: true, #"{"de":1,"pt_br":2}"#),
  Target([Direction: Int].self, hasDictionary: true, #"{"north":1,"south_pole":2}"#, #"{"east":1,"southPole":2}"#),
  Target([Weekday: Inner?].self, hasDictionary: true, #"{"1":{"x":1},"2":null}"#),
  Target([UUID: Int].self, #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F",1]"#),
  Target([Double: String].self, #"[1.5,"a",2,"b"]"#),
  Target([Bool: [Int]].self, "[true,[1],false,[]]"), Target([Identifier: Int].self, #"["a",1]"#),
  Target([Int8: Inner].self, #"[1,{"x":1}]"#), Target([URL: Date].self, #"["https://a.b",1]"#),
  Target([String: Int?].self, hasDictionary: true, #"{"a":null,"b":1}"#),
  Target([String: [Inner]].self, hasDictionary: true, #"{"a_b":[{"x":1}],"c":[]}"#),
  Target([String: [String: URL]].self, hasDictionary: true, #"{"a_b":{"c_d":"x"}}"#),
  Target([[String: Decimal]].self, hasDictionary: true, #"[{"a":1.5},{},{"b_b":1e3}]"#),
  Target([String: Date?].self, hasDictionary: true, #"{"a":null,"b":1}"#, #"{"a":"2024-01-02"}"#),
  Target([String: String]?.self, hasDictionary: true, #"{"a":"b"}"#, "null"),
  Target(
    Stock.self, hasDictionary: true,
    #"{"counts":{"a":1},"byColor":["Red",1],"byLanguage":{"de":[{"x":1}]},"byNumber":{"1":"a","2":null}}"#,
    #"{"counts":{"a_b":1},"by_color":[],"by_language":{},"by_number":{"1_0":"x"}}"#),
  Target(Set<Color>.self, #"["Red","Blue","Red"]"#), Target([Set<Int>?].self, "[[1,1],null,[]]"),
  Target(ClosedRange<Date>.self, "[1,2]"), Target([Range<Int>].self, "[[1,3],[2,2]]"),
  Target([Int???].self, "[1,null]"), Target([[[Int]]].self, "[[[1],[]],[]]"), Target([String??].self, #"["a",null]"#),
]

private let shapeTargets: [Target] = [
  Target([AnyValue].self, hasDictionary: true, #"[null,true,1.5,"a",[1,[]],{"a_b":{"c":[]}}]"#),
  Target([WithRest].self, hasDictionary: true, #"[{"id":1,"a":1,"b_c":{"d":null}},{"id":2}]"#),
  Target(
    [Figure].self,
    #"[{"type":"circle","radius":1.5},{"type":"square","side":2,"label":"x"},{"type":"group","items":[{"type":"circle","radius":1}]}]"#
  ),
  Target([Flattened].self, #"[{"x":1,"id":2,"name":"a"},{"x":1,"y":"b","id":2,"name":"a","image":"i","page":3}]"#),
  Target([Either<Inner, Category>].self, #"[{"x":1},{"id":1,"name":"a"}]"#),
  Target([Either<Int, [Either<String, Bool>]>].self, #"[1,["a",true]]"#),
  Target(SuperUnion.self, #"[{"x":1},{"id":1,"name":"a"},[1,null]]"#),
  Target(Expression.self, #"{"add":{"_0":{"number":{"_0":1}},"_1":{"negate":{"of":{"number":{"_0":2.5}}}}}}"#),
  Target(
    [Login].self,
    #"[{"user_login":{"user_name":"a"}},{"guest":{}},{"token":{"_0":"t","expires":1}},{"token":{"_0":"t"}}]"#,
    #"[{"user_login":{"userName":"a"}}]"#, #"[{"token":{"_0":"t","expires":"2024-01-02T03:04:05Z"}}]"#),
  Target([Status].self, #"["active","x"]"#), Target(Box<Int>.self, #"{"value":1,"next":{"value":2,"next":null}}"#),
  Target(
    Page<Inner>.self, #"{"items":[{"x":1}],"next":"u","total":1,"info":{"page":2}}"#,
    #"{"items":[],"next":null,"total":0}"#),
  Target(Page<Page<Color?>>.self, #"{"items":[{"items":["Red",null],"total":1}],"total":1}"#),
  Target(
    Reply.self, hasDictionary: true,
    #"{"author":"a","replies":[{"replies":[{"likes":{"x":1}}]},{"author":null}],"likes":{"b":2}}"#),
  Target(Base.self, #"{"id":1,"note":"n"}"#),
  Target(Middle.self, #"{"id":1,"size":1.5}"#, #"{"size":1,"super":{"id":2}}"#),
  Target([Last].self, #"[{"id":1,"size":1,"tags":["a"]},{"size":2,"super":{"id":2,"note":null}}]"#),
  Target(
    Wide.self,
    #"{"a0":0,"a1":1,"a2":2,"a3":3,"a4":4,"a5":5,"a6":6,"a7":7,"a8":8,"a9":9,"b0":"x","b1":null,"c0":1.5,"c1":true,"c2":[1],"d_d":1,"#
      + #""c3":{"x":1},"c5":"u","c7":"Red","z0":0,"z1":0,"z2":0,"z3":0,"z4":0,"z5":0,"z6":0,"z7":0,"z8":0,"z9":0,"a0":7}"#,
    #"{"a9":9,"a8":8,"a7":7,"a6":6,"a5":5,"a4":4,"a3":3,"a2":2,"a1":1,"a0":0}"#),
]

private let errorTargets: [Target] = [
  Target(
    Wrappers.self, #"{"tags":["a"],"price":"1.5","count":2,"color":"Red","items":[{"x":1},{"x":"a"},3]}"#,
    #"{"price":1.5,"count":"2","color":7,"items":[]}"#),
  Target(LossyMap<Inner>.self, hasDictionary: true, #"{"a":{"x":1},"b_c":{"x":"1"},"d":null}"#),
  Target([Attempt<Inner>].self, #"[{"x":1},null,3]"#),
  Target([Tolerant].self, #"[{"a":1,"b":"x","c":2},{"alternative":"y"}]"#),
  Target(
    ConfiguredLists.self, #"{"all":[[1,"a"],[2,"b"]],"whole":[3,"c"],"list":[1,2]}"#,
    #"{"all":[],"whole":null,"list":[]}"#),
  Target(ConfiguredBySuper.self, #"{"value":1,"pair":[2,"a"]}"#),
  Target(
    WithDates.self, #"{"date":1,"maybe":2,"list":[3],"double":null,"wrapped":4,"data":"aGk="}"#,
    #"{"date":"2024-01-02T03:04:05Z","list":["2024-01-02T03:04:05.5Z"],"wrapped":"2024-01-02T03:04:05+0100"}"#,
    #"{"date":"2024-01-02","maybe":null,"list":[],"wrapped":"2024-12-31"}"#,
    #"{"date":{"$date":1},"list":[2],"wrapped":{"$date":3}}"#
  ),
  Target([TwoForms].self, #"["2024-01-02","2024-01-02T03:04:05Z"]"#, "[1]"),
  Target(
    [Borrowed].self,
    #"[{"interval":{"start":1,"duration":2},"components":{"year":2024},"path":{"indexes":[1,2]}}]"#,
    #"[{"zone":{"identifier":"UTC"},"locale":{"identifier":"de"},"range":[1,2],"from":[1.5],"contiguous":[1],"simd":[1,2]}]"#,
    #"[{"duration":[0,1],"half":1.5,"point":[1,2],"rect":[[1,2],[3,4]],"name":{"givenName":"a"}},{}]"#
  ),
  Target(
    [Witness].self, #"[{"n":1,"inner":{"x":1},"list":[1]},{"n":"a","inner":{},"list":[300]},{"inner":{"x":null}}]"#),
  Target([Translating].self, #"[{"x":1},{"x":2,"y":null}]"#),
  Target([RefusesLate].self, #"[{"a":1,"b":[1]},{"a":0,"b":[]}]"#),
  Target([RefusesEarly].self, #"[{"a":1},{"version":2,"a":1}]"#), Target([Inventive].self, #"[{"n":4},{"n":5}]"#),
  Target([AsksAgain].self, #"[{"v":1,"w":{"x":1}},{"v":[{"x":1}],"w":{"x":2}},{"w":{"x":3}}]"#),
  Target([Confusing].self, #"[{"a":1,"b":2},{"a":1,"b":"x"}]"#), Target([Greedy].self, #"[[1,2],[1,"a"],[]]"#),
  Target([Detour].self, hasDictionary: true, #"[{"list":[{"x":1},{"x":2},{"x":3}],"map":{"1":{"x":4}}}]"#),
]
