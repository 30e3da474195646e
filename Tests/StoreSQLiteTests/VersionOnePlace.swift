/// What version 1 wrote of one place, as it stood in a ledger: a purl whose counter turned from a number into text.
let placeOfVersionOne = #"""
  INSERT INTO places VALUES (2, 'omg-lol', 'purls', '2512bde144453a80', 'production', 'recorded', 'GET /address/{a\#
  ddress}/purls');
  INSERT INTO targets VALUES (2, 2, x'09554743c07ad690f52c64e11ee4ead585769f9908368d3b7a65eec9a51a6491', 'ok', 177\#
  0336000000);
  INSERT INTO latest_responses VALUES (2, 'ok', 1770336000000, x'c4e611ada815695cefe91e59968cb181175f388d233fd40391f\#
  d4be4f710eb7f', 1, NULL, NULL, '{"envelope":{"accepted":{}},"incomplete":[],"links":{"$.response.purls[*].name":\#
  ["awesome","💚","talks","cv"]},"notices":[],"text":{"json":{}},"versions":[{"decoding":{"failed":{"message":"resp\#
  onse.purls.[0].counter is of another type, expected Int"}},"failures":[{"column":86,"count":4,"excerpt":"\"1283\\#
  "","expected":"Int","found":"string","hint":"the number is in quotes","line":6,"owner":"PURLDTO","pattern":"$.re\#
  sponse.purls[*].counter","pointer":"/response/purls/0/counter","property":"counter","rule":"decode-type-mismatch\#
  ","total":4}],"fallbacks":[],"fields":[{"isRequired":true,"missing":0,"null":0,"owner":"Envelope<PURLListRespons\#
  e>","pattern":"$.request","property":"request","seen":1,"swiftType":"RequestStatus"},{"isRequired":true,"missing\#
  ":0,"null":0,"owner":"RequestStatus","pattern":"$.request.status_code","property":"status_code","seen":1,"swiftT\#
  ype":"Int"},{"isRequired":true,"missing":0,"null":0,"owner":"RequestStatus","pattern":"$.request.success","prope\#
  rty":"success","seen":1,"swiftType":"Bool"},{"isRequired":true,"missing":0,"null":0,"owner":"Envelope<PURLListRe\#
  sponse>","pattern":"$.response","property":"response","seen":1,"swiftType":"PURLListResponse"},{"isRequired":tru\#
  e,"missing":0,"null":0,"owner":"PURLListResponse","pattern":"$.response.message","property":"message","seen":1,"\#
  swiftType":"String"},{"isRequired":true,"missing":0,"null":0,"owner":"PURLListResponse","pattern":"$.response.pu\#
  rls","property":"purls","seen":1,"swiftType":"[PURLDTO]"},{"isRequired":true,"missing":0,"null":0,"owner":"PURLD\#
  TO","pattern":"$.response.purls[*].name","property":"name","seen":4,"swiftType":"String"},{"isRequired":true,"mi\#
  ssing":0,"null":0,"owner":"PURLDTO","pattern":"$.response.purls[*].url","property":"url","seen":4,"swiftType":"U\#
  RL"},{"isRequired":true,"missing":0,"null":0,"owner":"PURLDTO","pattern":"$.response.purls[*].counter","property\#
  ":"counter","seen":4,"swiftType":"Int"}],"hiddenBelow":[],"mappings":[],"platformDependent":[],"sends":[],"swall\#
  owed":[],"typeName":"Envelope<PURLListResponse>","unread":[],"version":"v1"},{"decoding":{"succeeded":{}},"failu\#
  res":[],"fallbacks":[],"fields":[{"isRequired":true,"missing":0,"null":0,"owner":"Envelope<PURLListResponse>","p\#
  attern":"$.request","property":"request","seen":1,"swiftType":"RequestStatus"},{"isRequired":true,"missing":0,"n\#
  ull":0,"owner":"RequestStatus","pattern":"$.request.status_code","property":"status_code","seen":1,"swiftType":"\#
  Int"},{"isRequired":true,"missing":0,"null":0,"owner":"RequestStatus","pattern":"$.request.success","property":"\#
  success","seen":1,"swiftType":"Bool"},{"isRequired":true,"missing":0,"null":0,"owner":"Envelope<PURLListResponse\#
  >","pattern":"$.response","property":"response","seen":1,"swiftType":"PURLListResponse"},{"isRequired":true,"mis\#
  sing":0,"null":0,"owner":"PURLListResponse","pattern":"$.response.message","property":"message","seen":1,"swiftT\#
  ype":"String"},{"isRequired":true,"missing":0,"null":0,"owner":"PURLListResponse","pattern":"$.response.purls","\#
  property":"purls","seen":1,"swiftType":"[PURLDTO]"},{"isRequired":true,"missing":0,"null":0,"owner":"PURLDTO","p\#
  attern":"$.response.purls[*].name","property":"name","seen":4,"swiftType":"String"},{"isRequired":true,"missing"\#
  :0,"null":0,"owner":"PURLDTO","pattern":"$.response.purls[*].url","property":"url","seen":4,"swiftType":"URL"},{\#
  "isRequired":false,"missing":0,"null":0,"owner":"PURLDTO","pattern":"$.response.purls[*].counter","property":"co\#
  unter","seen":4,"swiftType":"String"}],"hiddenBelow":[],"mappings":[{"brokenRules":[],"collided":0,"domainType":\#
  "StorablePURL","dropped":0,"droppedBlame":[],"elements":4,"execution":{"succeeded":{}},"name":"StorablePURL","pr\#
  operties":[{"blame":[],"emptyCount":0,"isEssential":false,"name":"address","nilCount":0,"randomCount":0,"total":\#
  4},{"blame":[],"emptyCount":0,"isEssential":false,"name":"name","nilCount":0,"randomCount":0,"total":4},{"blame"\#
  :[],"emptyCount":0,"isEssential":false,"name":"url","nilCount":0,"randomCount":0,"total":4},{"blame":[],"emptyCo\#
  unt":0,"isEssential":false,"name":"counter","nilCount":0,"randomCount":0,"total":4},{"blame":[],"emptyCount":0,"\#
  isEssential":false,"name":"shortURL","nilCount":0,"randomCount":0,"total":4}],"recordType":"PURLDTO","recordsIn"\#
  :4,"recordsOut":4,"recordsPath":"$.response.purls[*]","threw":0,"thrown":[],"unstable":0}],"platformDependent":[\#
  ],"sends":[{"endpoint":"create-purl","execution":{"succeeded":{}},"isEssential":false,"made":4,"offered":4,"shap\#
  e":{"d":4,"n":[[0,"e",4,0,0,0,4],[0,"mname",4,0,0,0,0,"s",[4,0,0,11,4],"v",["awesome",1,"cv",1,"talks",1,"💚",1]]\#
  ,[0,"murl",4,0,0,0,0,"s",[4,0,0,4,4],"h",[1077568175,1486556320,3266923548,3744500451]]],"v":1},"thrown":[],"typ\#
  eName":"NewPURLDTO"}],"swallowed":[],"typeName":"Envelope<PURLListResponse>","unread":[],"version":"v2"}]}');
  INSERT INTO responses VALUES (4, 2, 7, 'ok', 200, 600, 0, x'c4e611ada815695cefe91e59968cb181175f388d233fd40391fd4b\#
  e4f710eb7f', 1700000001000);
  INSERT INTO baselines VALUES (2, '{"d":3,"n":[[0,"e",3,0,0,0,3],[0,"mrequest",3,0,0,0,3],[1,"mstatus_code",3,0,0\#
  ,0,0,"n",[3,3],"r",[200,200],"k",[3862695963]],[1,"msuccess",3,0,3,0,0],[0,"mresponse",3,0,0,0,3],[4,"mmessage",\#
  3,0,0,0,0,"s",[3,0,0,11,3],"v",["Here are the PURLs for foo.",3]],[4,"mpurls",3,0,0,0,0,"a",[3,0,4,4]],[6,"e",3,\#
  0,0,0,12],[7,"mcounter",1,0,0,0,0,"n",[4,4],"r",[9,872],"k",[668421081,844579763,2084176947,4125373346],"x",8],[\#
  7,"mname",3,0,0,0,0,"s",[12,12,12,11,12],"v",["awesome",3,"cv",3,"talks",3,"💚",3]],[7,"murl",3,0,0,0,0,"s",[12,1\#
  2,12,4,12],"h",[1077568175,1486556320,3266923548,3744500451]]],"v":1}', 3);
  INSERT INTO mappings VALUES (1, 2, 'v1', 'StorablePURL', '{"responses":1,"highestLoss":0,"lost":0,"offered":4,"pro\#
  perties":{"address":{"highestLoss":0,"lost":0,"total":4},"counter":{"highestLoss":0,"lost":0,"total":4},"name":{\#
  "highestLoss":0,"lost":0,"total":4},"shortURL":{"highestLoss":0,"lost":0,"total":4},"url":{"highestLoss":0,"lost\#
  ":0,"total":4}}}');
  INSERT INTO mappings VALUES (2, 2, 'v2', 'StorablePURL', '{"responses":2,"highestLoss":0,"lost":0,"offered":8,"pro\#
  perties":{"address":{"highestLoss":0,"lost":0,"total":8},"counter":{"highestLoss":0,"lost":0,"total":8},"name":{\#
  "highestLoss":0,"lost":0,"total":8},"shortURL":{"highestLoss":0,"lost":0,"total":8},"url":{"highestLoss":0,"lost\#
  ":0,"total":8}}}');
  INSERT INTO send_baselines VALUES (2, 'v1', 'create-purl', '{"d":4,"n":[[0,"e",4,0,0,0,4],[0,"mname",4,0,0,0,0,"\#
  s",[4,0,0,11,4],"v",["awesome",1,"cv",1,"talks",1,"💚",1]],[0,"murl",4,0,0,0,0,"s",[4,0,0,4,4],"h",[1077568175,14\#
  86556320,3266923548,3744500451]]],"v":1}');
  INSERT INTO send_baselines VALUES (2, 'v2', 'create-purl', '{"d":8,"n":[[0,"e",8,0,0,0,8],[0,"mname",8,0,0,0,0,"\#
  s",[8,0,0,11,8],"v",["awesome",2,"cv",2,"talks",2,"💚",2]],[0,"murl",8,0,0,0,0,"s",[8,0,0,4,8],"h",[1077568175,14\#
  86556320,3266923548,3744500451]]],"v":1}');
  INSERT INTO place_state VALUES (2, 7, 1770336000000, NULL, '{"checkedAt":792028800,"contract":"omg-lol","endpoin\#
  t":"purls","environment":"production","examined":1,"outcome":"drift","perspective":"recorded","requests":1,"vers\#
  ions":[{"responses":1,"decoded":0,"fieldsExercised":9,"fieldsTotal":9,"installs":12,"mappings":[{"name":"StorableP\#
  URL","ran":false,"recordsIn":4,"recordsOut":0}],"request":"2512bde144453a80","shippedIn":"1.0 to 1.2","status":"\#
  supported","typeName":"Envelope<PURLListResponse>","verdict":"fails","version":"v1"},{"responses":1,"decoded":1,"f\#
  ieldsExercised":9,"fieldsTotal":9,"installs":88,"mappings":[{"name":"StorablePURL","ran":true,"recordsIn":4,"rec\#
  ordsOut":4}],"request":"2512bde144453a80","shippedIn":"1.3","status":"supported","typeName":"Envelope<PURLListRe\#
  sponse>","verdict":"decodes","version":"v2"}]}', '[{"actual":"string \"1283\"","contract":"omg-lol","count":4,"e\#
  ndpoint":"purls","environment":"production","example":{"column":86,"excerpt":"\"1283\"","line":6,"pointer":"/res\#
  ponse/purls/0/counter"},"expected":"Int","fingerprint":"796d1d3238cf7d25","firstSeen":667785600,"hint":"the numb\#
  er is in quotes","incident":"f359d200269a1c41","isPrediction":false,"lastSeen":792028800,"level":"breaking","map\#
  pings":[{"mapping":"StorablePURL","properties":["counter"],"recordsIn":4,"recordsOut":0,"version":"v1"}],"messag\#
  e":"PURLDTO.counter expects Int and gets string \"1283\".","path":"$.response.purls[*].counter","paths":[],"pers\#
  pective":"recorded","rule":"decode-type-mismatch","total":4,"versions":[{"losesResponse":true,"property":"PURLDTO.\#
  counter: Int","shippedIn":"1.0 to 1.2","version":"v1"}]},{"actual":"string","contract":"omg-lol","count":4,"endp\#
  oint":"purls","environment":"production","expected":"number","fingerprint":"6ddd5887da33641a","firstSeen":702950\#
  400,"incident":"f359d200269a1c41","isPrediction":false,"lastSeen":792028800,"level":"warning","mappings":[],"mes\#
  sage":"$.response.purls[*].counter was number and is string.","path":"$.response.purls[*].counter","paths":[],"p\#
  erspective":"recorded","rule":"field-type-changed","total":4,"versions":[{"losesResponse":false,"property":"PURLDT\#
  O.counter: Int","shippedIn":"1.0 to 1.2","version":"v1"},{"losesResponse":false,"property":"PURLDTO.counter: Strin\#
  g","shippedIn":"1.3","version":"v2"}]}]');
  INSERT INTO incidents VALUES ('f359d200269a1c41', 2, 'open', 1646092800000, '{"responsesBefore":1,"fingerprints":[\#
  "6ddd5887da33641a","796d1d3238cf7d25"],"headline":"app 1.0 to 1.2 cannot load purls","id":"f359d200269a1c41","la\#
  stGoodAt":667785600,"lastOpenedAt":702950400,"lastSeenAt":792028800,"level":"breaking","losses":["decode $.respo\#
  nse.purls[*].counter"],"openedAt":667785600,"place":{"contract":"omg-lol","endpoint":"purls","environment":"prod\#
  uction","perspective":"recorded","request":"2512bde144453a80"},"reopenedCount":1,"resolvedAt":702950400,"state":\#
  "open","subject":"$.response.purls[*].counter","versions":["v1"],"worst":{"count":4,"total":4}}');
  INSERT INTO transitions VALUES (2, 'f359d200269a1c41', 7, 1646092800000, '{"at":667785600,"incident":{"responsesBe\#
  fore":0,"fingerprints":["796d1d3238cf7d25"],"headline":"app 1.3 cannot load purls","id":"f359d200269a1c41","last\#
  OpenedAt":667785600,"lastSeenAt":667785600,"level":"breaking","losses":["decode $.response.purls[*].counter"],"o\#
  penedAt":667785600,"place":{"contract":"omg-lol","endpoint":"purls","environment":"production","perspective":"re\#
  corded","request":"2512bde144453a80"},"reopenedCount":0,"state":"open","subject":"$.response.purls[*].counter","\#
  versions":["v2"],"worst":{"count":4,"total":4}},"kind":"opened"}', NULL);
  INSERT INTO transitions VALUES (3, 'f359d200269a1c41', 7, 1681257600000, '{"at":702950400,"incident":{"responsesBe\#
  fore":1,"fingerprints":["6ddd5887da33641a","796d1d3238cf7d25"],"headline":"app 1.0 to 1.2 cannot load purls","id\#
  ":"f359d200269a1c41","lastGoodAt":667785600,"lastOpenedAt":702950400,"lastSeenAt":702950400,"level":"breaking","\#
  losses":["decode $.response.purls[*].counter"],"openedAt":667785600,"place":{"contract":"omg-lol","endpoint":"pu\#
  rls","environment":"production","perspective":"recorded","request":"2512bde144453a80"},"reopenedCount":1,"resolv\#
  edAt":702950400,"state":"open","subject":"$.response.purls[*].counter","versions":["v1"],"worst":{"count":4,"tot\#
  al":4}},"kind":"reopened"}', NULL);
  """#
