/* SPDX-License-Identifier: MIT */
/* The key tables' one reader, and the forms that scalars and lists take. */
#include "spec/read_parts.h"

#include <string.h>

#define MAX_SIZES 3u

void read_not_yet(reader *r, span at, const char *what)
{
    diag_error(r->d, at, "not-yet", "'%s' is not supported yet", what);
}

bool read_count(reader *r, span at, size_t count, size_t limit, const char *what)
{
    if (count <= limit)
        return true;
    r->m->incomplete = true;
    diag_error(r->d, at, "too-many", "at most %zu %s are possible, found %zu", limit, what, count);
    return false;
}

void read_error_in(reader *r, const tree *in, uint32_t begin, uint32_t end, const char *id, const char *format, ...)
{
    va_list arguments;
    const char *text;

    va_start(arguments, format);
    text = arena_vprintf(r->a, format, arguments);
    va_end(arguments);
    diag_error(r->d, tree_part(in, begin, end), id, "%s", text);
}

void read_expr_error(reader *r, const tree *in, const expr_error *error)
{
    diag_error(r->d, tree_part(in, error->begin, error->end), error->id, "%s", error->message);
    if (error->hint != NULL)
        diag_hint(r->d, "%s", error->hint);
}

/* ---- values cut apart by YAML's flow style ---- */

/* Opening less closing brackets of a scalar. */
static int bracket_balance(const tree *in)
{
    int balance = 0;

    if (in->kind != TREE_SCALAR || in->quoted)
        return 0;
    for (size_t i = 0; i < in->length; i++) {
        balance += in->text[i] == '(';
        balance -= in->text[i] == ')';
    }
    return balance;
}

bool read_is_cut(reader *r, const tree *collection)
{
    if (collection->kind == TREE_SCALAR || !collection->flow)
        return false;
    for (size_t i = 0; i < collection->count; i++) {
        if (bracket_balance(collection->items[i]) > 0) {
            diag_error(r->d, collection->items[i]->at, "flow-split", "a comma inside %s ends the value '%s'",
                       collection->kind == TREE_SEQUENCE ? "[ ]" : "{ }", collection->items[i]->text);
            diag_hint(r->d, collection->kind == TREE_SEQUENCE
                                ? "put quotes around an element that has a comma: [\"ceil_div(N, 256)\", 2]"
                                : "put quotes around the value, or write each key on its own line");
            return true;
        }
    }
    return false;
}

/* "2,5" in [ ] or { }: what follows the comma is no digit's own. */
static bool follows_comma(const reader *r, span at)
{
    size_t length = 0;
    const char *bytes = diag_source_bytes(r->d, at.source, &length);

    return at.begin >= 2 && at.begin < length && bytes[at.begin - 1] == ',' && strchr("0123456789", bytes[at.begin]) &&
           strchr("0123456789", bytes[at.begin - 2]);
}

bool read_hint_decimal(reader *r, const tree *after)
{
    if (after->quoted || !follows_comma(r, after->at))
        return false;
    diag_hint(r->d, "a decimal is written with a point, not with a comma");
    return true;
}

static bool is_absent(const tree *value)
{
    return value->kind == TREE_SCALAR && value->length == 0 && !value->quoted;
}

/* ---- key tables ---- */

static const read_key *find_key(const key_table *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->keys[i].name, name) == 0)
            return &table->keys[i];
    return NULL;
}

/* "role" of "role output" or "role:output", where the colon or the blank after it is missing. */
static const char *first_word(reader *r, const tree *key)
{
    size_t length = 0;

    while (length < key->length && strchr(" :{[", key->text[length]) == NULL)
        length++;
    return arena_copy(r->a, key->text, length);
}

static void hint_keys(reader *r, const char *const *known, size_t count)
{
    const char *list = "";

    for (size_t i = 0; i < count; i++)
        list = arena_printf(r->a, "%s%s%s", list, i == 0 ? "" : i + 1 == count ? " and " : ", ", known[i]);
    diag_hint(r->d, count == 1 ? "its only key is %s" : "its keys are %s", list);
}

static void report_unknown_key(reader *r, const key_table *table, const tree *key)
{
    const char **known = ARENA_ARRAY(r->a, const char *, table->count);
    const char *first = first_word(r, key), *nearest;
    size_t count = 0;

    for (size_t i = 0; i < table->count; i++)
        if (table->keys[i].need != KEY_LATER)
            known[count++] = table->keys[i].name;
    diag_error(r->d, key->at, "key-unknown", "%s has no key '%s'", table->what, key->text);
    nearest = text_nearest(key->text, known, count);
    if (read_hint_decimal(r, key))
        return;
    if (read_key_hint(table->what, key->text) != NULL) {
        diag_hint(r->d, "%s", read_key_hint(table->what, key->text));
        return;
    }
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    else if (strlen(first) < key->length && find_key(table, first) != NULL)
        diag_hint(r->d, "a colon and a blank stand between a key and its value: '%s: ...'", first);
    else
        hint_keys(r, known, count);
}

static void report_missing_keys(reader *r, const tree *t, const key_table *table, span at)
{
    for (size_t i = 0; i < table->count; i++) {
        const read_key *key = &table->keys[i];

        if (key->need == KEY_NEEDED && (t->kind != TREE_MAPPING || tree_get(t, key->name) == NULL))
            diag_error(r->d, at, "key-missing", "%s needs the key '%s'", table->what, key->name);
    }
}

/* A key without a value before one that nobody knows: "role, input" instead of "role: input". */
static bool is_cut_off(const key_table *table, const tree *t, size_t i)
{
    return is_absent(t->items[i]) && i + 1 < t->count && is_absent(t->items[i + 1]) &&
           find_key(table, t->keys[i + 1]->text) == NULL;
}

static void report_cut_off(reader *r, const tree *t, size_t i)
{
    diag_error(r->d, t->keys[i]->at, "value-kind", "'%s' has no value", t->keys[i]->text);
    diag_hint(r->d, "a colon and a blank stand between a key and its value: '%s: %s'", t->keys[i]->text,
              t->keys[i + 1]->text);
}

/* Where a key is not known it may be the one that seems to be missing. */
bool read_keys(reader *r, const tree *t, const key_table *table, span at, void *object)
{
    bool unknown = false, later = false;

    if (!read_is_mapping(r, t, table->what))
        return false;
    if (read_is_cut(r, t))
        return true;
    for (size_t i = 0; t->kind == TREE_MAPPING && i < t->count; i++) {
        const read_key *key = find_key(table, t->keys[i]->text);

        if (key != NULL && is_cut_off(table, t, i)) {
            report_cut_off(r, t, i++);
            unknown = true;
        } else if (key == NULL) {
            report_unknown_key(r, table, t->keys[i]);
            unknown = true;
        } else if (key->need == KEY_LATER) {
            if (!later)
                read_not_yet(r, t->keys[i]->at, key->name);
            later = true; /* said once: the others belong to it */
        } else {
            key->read(r, t->keys[i], t->items[i], object);
        }
    }
    if (!unknown)
        report_missing_keys(r, t, table, at);
    return true;
}

/* ---- kinds of values ---- */

static const char *kind_name(const tree *value)
{
    if (value->kind == TREE_SEQUENCE)
        return "a list";
    if (value->kind == TREE_MAPPING)
        return "a mapping";
    return value->length == 0 ? "nothing" : "a single value";
}

bool read_is_mapping(reader *r, const tree *value, const char *what)
{
    if (value->kind == TREE_MAPPING || is_absent(value))
        return true;
    diag_error(r->d, value->at, "value-kind", "%s is a mapping of keys to values, found %s", what, kind_name(value));
    if (value->kind == TREE_SEQUENCE && !value->flow)
        diag_hint(r->d, "write 'key: value' lines, without a dash before them");
    return false;
}

bool read_is_named(reader *r, const tree *key, const tree *value)
{
    if (!is_absent(value) || text_is_identifier(key->text))
        return true;
    r->m->incomplete = true;
    diag_error(r->d, key->at, "name-form", "'%s' is not a name: letters, digits and _, no digit first", key->text);
    if (!read_hint_decimal(r, key))
        diag_hint(r->d, "a colon and a blank stand between a name and what it is");
    return false;
}

bool read_is_section(reader *r, const tree *value, const char *what)
{
    if (read_is_mapping(r, value, what) && !read_is_cut(r, value))
        return value->kind == TREE_MAPPING;
    r->m->incomplete = true;
    return false;
}

bool read_list(reader *r, const tree *const *value, const char *expected, const tree *const **items, size_t *count)
{
    const tree *v = *value;

    if (v->kind == TREE_SEQUENCE) {
        *items = (const tree *const *)v->items;
        *count = v->count;
        return !read_is_cut(r, v);
    }
    if (v->kind == TREE_SCALAR && v->length > 0) {
        *items = value;
        *count = 1;
        return true;
    }
    diag_error(r->d, v->at, "value-kind", "expected %s, found %s", expected, kind_name(v));
    return false;
}

const char *read_text(reader *r, const tree *value, const char *expected)
{
    if (value->kind == TREE_SCALAR && value->length > 0)
        return names_intern(r->n, value->text, value->length);
    diag_error(r->d, value->at, "value-kind", "expected %s, found %s", expected, kind_name(value));
    return NULL;
}

static const char *word_list(reader *r, const char *const *words, size_t count)
{
    const char *text = words[0];

    for (size_t i = 1; i < count; i++)
        text = arena_printf(r->a, "%s%s%s", text, i + 1 < count ? ", " : " or ", words[i]);
    return text;
}

bool read_word(reader *r, const tree *value, const char *const *words, size_t count, size_t *found)
{
    const char *expected = word_list(r, words, count);
    const char *text = read_text(r, value, expected), *nearest;

    for (*found = 0; text != NULL && *found < count; ++*found)
        if (strcmp(text, words[*found]) == 0)
            return true;
    if (text == NULL)
        return false;
    diag_error(r->d, value->at, "word-unknown", "expected %s, found '%s'", expected, text);
    nearest = text_nearest(text, words, count);
    if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    return false;
}

void read_flag(reader *r, const tree *value, bool *flag)
{
    static const char *const words[] = {"true", "false"};
    size_t found = 0;

    if (read_word(r, value, words, 2, &found))
        *flag = found == 0;
}

/* ---- expressions ---- */

void read_expr(reader *r, const tree *value, model_expr *e)
{
    expr_error error = {0};
    scanner s;
    token rest;

    if (read_text(r, value, "an integer expression") == NULL)
        return;
    scanner_start(&s, value->text, value->length);
    e->at = value->at;
    e->in = value;
    e->root = expr_parse(r->a, &s, &error);
    if (e->root == NULL) {
        read_expr_error(r, value, &error);
        return;
    }
    rest = scanner_take(&s);
    if (rest.kind != TOKEN_END) {
        const char *hint = expr_hint(r->a, value->text, value->length, &rest);

        read_error_in(r, value, rest.begin, rest.end, "expr-end", "the expression should end before '%.*s'",
                      (int)(rest.end - rest.begin), value->text + rest.begin);
        if (hint != NULL)
            diag_hint(r->d, "%s", hint);
        e->root = NULL;
    }
}

void read_sizes(reader *r, const tree *value, model_expr *sizes, size_t *count, span *at)
{
    size_t found = 0;
    const tree *const *items;

    *at = value->at;
    if (!read_list(r, &value, "a number or a list of up to three", &items, &found))
        return;
    if (found == 0 || found > MAX_SIZES) {
        diag_error(r->d, value->at, "list-length", "expected one to three sizes (x, y, z), found %zu", found);
        return;
    }
    for (size_t i = 0; i < found; i++) {
        if (items[i]->kind == TREE_SCALAR && strcmp(items[i]->text, "resident") == 0) {
            read_not_yet(r, items[i]->at, "grid: resident");
            return;
        }
        read_expr(r, items[i], &sizes[i]);
    }
    *count = found;
}
