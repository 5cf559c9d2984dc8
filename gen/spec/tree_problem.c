/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "spec/tree_problem.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const tree_problem *problem;
    const tree_source *source;
    diag *diag;
} report;

static span place(const report *r, size_t begin, size_t end)
{
    return (span){r->source->number, (uint32_t)begin, (uint32_t)end};
}

static char byte_at(const report *r, size_t offset)
{
    return tree_source_byte(r->source, offset);
}

static bool is_line_end(const report *r, size_t offset)
{
    char c = byte_at(r, offset);
    return offset >= r->source->length || c == '\n' || c == '\r';
}

static bool is_blank_or_end(const report *r, size_t offset)
{
    return is_line_end(r, offset) || byte_at(r, offset) == ' ' || byte_at(r, offset) == '\t';
}

static bool at_end(const report *r)
{
    return r->problem->at >= r->source->length;
}

static size_t line_end(const report *r, size_t offset)
{
    while (!is_line_end(r, offset))
        offset++;
    return offset;
}

/* The offending character alone, or nothing at the end of a line. */
static span problem_place(const report *r)
{
    size_t at = r->problem->at, end = at;
    if (!is_line_end(r, at))
        do
            end++;
        while (((unsigned char)byte_at(r, end) & 0xC0) == 0x80);
    return place(r, at, end);
}

/* The offending character as a message names it. */
static const char *found(const report *r, char room[16])
{
    if (at_end(r))
        return "the end of the file";
    if (is_line_end(r, r->problem->at))
        return "the end of the line";
    span at = problem_place(r);
    snprintf(room, 16, "'%.*s'", (int)(at.end - at.begin), r->source->bytes + at.begin);
    return room;
}

/* ---- one function for each kind of problem ---- */

static const char quote_hint[] = "quote the value";

static void report_missing_colon_at(const report *r, size_t begin)
{
    size_t end = line_end(r, begin);
    const char *colon = end > begin ? memchr(r->source->bytes + begin, ':', end - begin) : NULL;
    diag_error(r->diag, place(r, begin, end), "yaml-syntax", "expected 'key: value' on this line");
    if (colon)
        diag_hint(r->diag, "write a blank after ':'");
}

static void report_missing_colon(const report *r)
{
    report_missing_colon_at(r, r->problem->context_at);
}

static size_t line_begin(const report *r, size_t offset)
{
    while (offset > r->source->start && byte_at(r, offset - 1) != '\n')
        offset--;
    return offset;
}

/* Whether a ':' that ends a key stands in [begin, end). */
static bool has_key(const report *r, size_t begin, size_t end)
{
    for (size_t at = begin; at < end; at++)
        if (byte_at(r, at) == ':' && is_blank_or_end(r, at + 1))
            return true;
    return false;
}

/* Whether "key: " stands before this offset on its line, so that the offset is inside a value. */
static bool follows_key(const report *r, size_t offset)
{
    return has_key(r, line_begin(r, offset), offset);
}

static size_t skip_blanks(const report *r, size_t offset)
{
    while (byte_at(r, offset) == ' ' || byte_at(r, offset) == '\t')
        offset++;
    return offset;
}

/* The line above, where it has the same indentation and no key: the parser took both lines for one value. */
static bool line_above_has_no_key(const report *r, size_t line, size_t *text)
{
    if (line <= r->source->start)
        return false;
    size_t above = line_begin(r, line - 1);
    *text = skip_blanks(r, above);
    return *text - above == skip_blanks(r, line) - line && !is_line_end(r, *text) && !has_key(r, *text, line);
}

/* The parser looks for the ':' of a key only this far. */
#define MAX_KEY_LENGTH 1024u

static bool is_word_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Whether what stands before the ':' is a word after a comma: "launch: k(x), grid: 1". */
static bool is_key_after_comma(const report *r, size_t colon)
{
    size_t at = colon, line = line_begin(r, colon);
    while (at > line && is_word_part(byte_at(r, at - 1)))
        at--;
    bool word = at < colon;
    while (at > line && (byte_at(r, at - 1) == ' ' || byte_at(r, at - 1) == '\t'))
        at--;
    return word && at > line && byte_at(r, at - 1) == ',';
}

static void report_unexpected_colon(const report *r)
{
    size_t line = line_begin(r, r->problem->at), above;
    bool in_value = follows_key(r, r->problem->at);
    if (!in_value && r->problem->at - line > MAX_KEY_LENGTH) {
        diag_error(r->diag, problem_place(r), "yaml-key", "a key has more than %u characters", MAX_KEY_LENGTH);
        return;
    }
    if (!in_value && line_above_has_no_key(r, line, &above)) {
        report_missing_colon_at(r, above);
        return;
    }
    diag_error(r->diag, problem_place(r), "yaml-syntax", "unexpected ':' inside a value");
    if (in_value && is_key_after_comma(r, r->problem->at))
        diag_hint(r->diag, "each key stands on a line of its own");
    else if (in_value)
        diag_hint(r->diag, "quote the value if it holds ': '");
    else if (line > r->source->start)
        diag_hint(r->diag, "a key starts in the same column as the keys beside it");
}

static void report_dash(const report *r)
{
    diag_error(r->diag, problem_place(r), "yaml-syntax", "a list with '-' cannot start here");
    if (follows_key(r, r->problem->at))
        diag_hint(r->diag, "put each '-' on a line of its own, or write [a, b]");
}

static void report_question_mark(const report *r)
{
    if (!follows_key(r, r->problem->at)) {
        diag_error(r->diag, problem_place(r), "yaml-key", "a key is written without '?'");
        return;
    }
    diag_error(r->diag, problem_place(r), "yaml-key", "a value cannot start with '?'");
    diag_hint(r->diag, "%s", quote_hint);
}

static void report_bad_start(const report *r)
{
    char room[16];
    char c = byte_at(r, r->problem->at);
    if (c == '\t') {
        diag_error(r->diag, problem_place(r), "yaml-tab", "a tab cannot stand here");
        diag_hint(r->diag, "use blanks");
    } else if (c == '|' || c == '>') {
        diag_error(r->diag, problem_place(r), "yaml-block-scalar", "a value cannot start with %s", found(r, room));
        diag_hint(r->diag, "%s", quote_hint);
    } else {
        diag_error(r->diag, problem_place(r), "yaml-syntax", "a value cannot start with %s", found(r, room));
        diag_hint(r->diag, "%s", quote_hint);
    }
}

static void report_open_quote(const report *r)
{
    size_t begin = r->problem->context_at;
    diag_error(r->diag, place(r, begin, begin + 1), "yaml-syntax", "this quote is never closed");
}

static void report_escape(const report *r)
{
    /* The parser stops at the backslash, or at the digits after it. */
    size_t begin = r->problem->at;
    while (begin > r->problem->context_at && byte_at(r, begin) != '\\')
        begin--;
    diag_error(r->diag, place(r, begin, begin + 2), "yaml-syntax", "unknown escape in a double-quoted value");
    diag_hint(r->diag, "a backslash is written \\\\, or stands as it is between single quotes");
}

static void report_flow(const report *r, char opening, char closing)
{
    char room[16];
    size_t begin = r->problem->context_at;
    bool is_open = byte_at(r, begin) == opening;
    if (at_end(r) && is_open) {
        diag_error(r->diag, place(r, begin, begin + 1), "yaml-syntax", "this '%c' is never closed", opening);
        return;
    }
    diag_error(r->diag, problem_place(r), "yaml-syntax", "expected ',' or '%c' but found %s", closing, found(r, room));
    if (is_open)
        diag_note(r->diag, place(r, begin, begin + 1), "'%c' was opened here", opening);
    char c = byte_at(r, r->problem->at);
    if (!at_end(r) && c && strchr("[{", c))
        diag_hint(r->diag, "quote a value that holds [ ] { } or ','");
}

static void report_list(const report *r)
{
    report_flow(r, '[', ']');
}

static void report_map(const report *r)
{
    report_flow(r, '{', '}');
}

static void report_missing_key(const report *r)
{
    diag_error(r->diag, problem_place(r), "yaml-key", "a key is missing before ':'");
}

/* A block collection ended although its parent does not go on here either. */
static void report_block(const report *r)
{
    char room[16];
    size_t at = r->problem->at, begin = r->problem->context_at;
    bool is_list = strstr(r->problem->problem, "'-'") != NULL;
    if (!tree_source_starts_line(r->source, at)) {
        diag_error(r->diag, problem_place(r), "yaml-syntax", "unexpected %s after the value", found(r, room));
        if (!at_end(r))
            diag_hint(r->diag, "quote the whole value if it goes on after a quote or bracket");
        return;
    }
    if (byte_at(r, at) == ':') {
        report_missing_key(r);
        return;
    }
    if (is_list && byte_at(r, at) == '-' && !is_blank_or_end(r, at + 1)) {
        diag_error(r->diag, problem_place(r), "yaml-syntax", "expected a blank after '-'");
        return;
    }
    bool aligned = at - line_begin(r, at) == begin - line_begin(r, begin);
    if (aligned)
        diag_error(r->diag, problem_place(r), "yaml-syntax", "expected %s but found %s",
                   is_list ? "'-' like the items above" : "'key: value' like the lines above", found(r, room));
    else
        diag_error(r->diag, problem_place(r), "yaml-syntax", "the indentation of this line fits no line above it");
    diag_note(r->diag, place(r, begin, begin + 1), "the %s starts here", is_list ? "list" : "mapping");
}

static void report_no_value(const report *r)
{
    char room[16];
    if (byte_at(r, r->problem->at) == ':')
        report_missing_key(r);
    else
        diag_error(r->diag, problem_place(r), "yaml-syntax", "expected a value but found %s", found(r, room));
}

static void report_after_document(const report *r)
{
    diag_error(r->diag, problem_place(r), "yaml-syntax", "unexpected text after the end of the document");
}

static void report_alias(const report *r)
{
    diag_error(r->diag, place(r, r->problem->context_at, r->problem->context_at + 1), "yaml-alias",
               "a value cannot start with '*'");
    diag_hint(r->diag, "%s", quote_hint);
}

static void report_anchor(const report *r)
{
    diag_error(r->diag, place(r, r->problem->context_at, r->problem->context_at + 1), "yaml-anchor",
               "a value cannot start with '&'");
    diag_hint(r->diag, "%s", quote_hint);
}

static void report_tag(const report *r)
{
    diag_error(r->diag, place(r, r->problem->context_at, r->problem->context_at + 1), "yaml-tag",
               "a value cannot start with '!'");
    diag_hint(r->diag, "%s", quote_hint);
}

static void report_block_scalar(const report *r)
{
    diag_error(r->diag, place(r, r->problem->context_at, r->problem->context_at + 1), "yaml-block-scalar",
               "block scalars are not allowed");
    diag_hint(r->diag, "write the value on one line");
}

static void report_tab(const report *r)
{
    diag_error(r->diag, problem_place(r), "yaml-tab", "a tab cannot stand here");
    diag_hint(r->diag, "use blanks");
}

static void report_other(const report *r)
{
    diag_error(r->diag, problem_place(r), "yaml-syntax", "this is not YAML: %s", r->problem->problem);
}

/* The first row whose words occur in the parser's message decides. */
static const struct {
    const char *problem, *context;
    void (*report)(const report *r);
} reports[] = {
    {"could not find expected ':'", "", report_missing_colon},
    {"mapping values are not allowed", "", report_unexpected_colon},
    {"found unexpected ':'", "", report_unexpected_colon},
    {"block sequence entries are not allowed", "", report_dash},
    {"mapping keys are not allowed", "", report_question_mark},
    {"found character that cannot start any token", "", report_bad_start},
    {"found unexpected end of stream", "quoted scalar", report_open_quote},
    {"found unexpected document indicator", "quoted scalar", report_open_quote},
    {"", "quoted scalar", report_escape},
    {"', or ']'", "", report_list},
    {"',' or ']'", "", report_list},
    {"',' or '}'", "", report_map},
    {"did not find expected key", "", report_block},
    {"did not find expected '-'", "", report_block},
    {"did not find expected node content", "", report_no_value},
    {"<document start>", "", report_after_document},
    {"", "alias", report_alias},
    {"", "anchor", report_anchor},
    {"", "tag", report_tag},
    {"tag handle", "", report_tag},
    {"", "block scalar", report_block_scalar},
    {"found a tab character", "", report_tab},
    {"", "", report_other},
};

void tree_problem_report(const tree_problem *p, const tree_source *s, diag *d)
{
    report r = {p, s, d};
    size_t i = 0;
    while (!strstr(p->problem, reports[i].problem) || !strstr(p->context, reports[i].context))
        i++;
    reports[i].report(&r);
}
