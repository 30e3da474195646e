#include "CSimdjson.h"

#include <new>
#include <simdjson.h>
#include <string>

struct SimdjsonParser {
  simdjson::dom::parser parser;
};

struct SimdjsonText {
  simdjson::padded_string text;
};

namespace {
// As deep as the parser went, which has a limit of its own.
long count_values(simdjson::dom::element element) {
  long count = 1;
  simdjson::dom::array array;
  simdjson::dom::object object;
  if (element.get(array) == simdjson::SUCCESS) {
    for (simdjson::dom::element child : array) count += count_values(child);
  } else if (element.get(object) == simdjson::SUCCESS) {
    for (simdjson::dom::key_value_pair member : object) count += count_values(member.value);
  }
  return count;
}
}  // namespace

SimdjsonParser *simdjson_parser_create(void) { return new (std::nothrow) SimdjsonParser; }

void simdjson_parser_destroy(SimdjsonParser *parser) { delete parser; }

SimdjsonText *simdjson_text_create(const uint8_t *bytes, size_t count) {
  return new (std::nothrow) SimdjsonText{simdjson::padded_string(reinterpret_cast<const char *>(bytes), count)};
}

void simdjson_text_destroy(SimdjsonText *text) { delete text; }

int simdjson_parse(SimdjsonParser *parser, const SimdjsonText *text) {
  return parser->parser.parse(text->text).error();
}

long simdjson_count_values(SimdjsonParser *parser, const SimdjsonText *text) {
  simdjson::dom::element root;
  if (parser->parser.parse(text->text).get(root) != simdjson::SUCCESS) return -1;
  return count_values(root);
}

const char *simdjson_error_text(int code) {
  return simdjson::error_message(static_cast<simdjson::error_code>(code));
}

const char *simdjson_kernel(void) {
  // Kept, since 3.0 returns the name by value.
  static const std::string name = simdjson::get_active_implementation()->name();
  return name.c_str();
}
