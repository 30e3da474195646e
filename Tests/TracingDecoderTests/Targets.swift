import Foundation

/// Every type with payloads that it reads under at least one setting.
let targets: [Target] = [
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
