// The little of simdjson's DOM that a comparison needs, as C. Objects belong to the caller.
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A `simdjson::dom::parser`; its buffers are kept from one document to the next.
typedef struct SimdjsonParser SimdjsonParser;
/// A `simdjson::padded_string`.
typedef struct SimdjsonText SimdjsonText;

SimdjsonParser *_Nullable simdjson_parser_create(void);
void simdjson_parser_destroy(SimdjsonParser *_Nonnull parser);

SimdjsonText *_Nullable simdjson_text_create(const uint8_t *_Nonnull bytes, size_t count);
void simdjson_text_destroy(SimdjsonText *_Nonnull text);

/// 0, or simdjson's error code.
int simdjson_parse(SimdjsonParser *_Nonnull parser, const SimdjsonText *_Nonnull text);
/// Values in a text, member names not counted; -1 if it does not parse.
long simdjson_count_values(SimdjsonParser *_Nonnull parser, const SimdjsonText *_Nonnull text);
/// What an error code means; static.
const char *_Nonnull simdjson_error_text(int code);
/// The instruction set in use, such as `haswell`; static.
const char *_Nonnull simdjson_kernel(void);

#ifdef __cplusplus
}
#endif
#endif
