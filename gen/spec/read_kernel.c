/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `kernels:`: files, entries, sizes and parameters such as "x: in f32*". */
#include "spec/read_parts.h"

#include <string.h>

#include "spec/entry.h"

static void read_source(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;

    (void)key;
    k->file_at = value->at;
    k->source = read_text(r, value, "the path of a .cu file");
}

static void read_image(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;

    (void)key;
    k->file_at = value->at;
    k->image = read_text(r, value, "the path of a .cubin or .ptx file");
}

/* What is no name of a kernel is left as it is, and reported by the checks. */
static void read_entry(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;
    const char *normal;

    (void)key;
    k->entry_at = value->at;
    k->entry = read_text(r, value, "the name of the kernel in its file");
    normal = k->entry != NULL ? entry_normal(r->a, k->entry) : NULL;
    k->entry = normal != NULL ? normal : k->entry;
}

static void read_block(reader *r, const tree *key, const tree *value, void *object)
{
    read_kernel_block(r, key, value, object);
}

static void read_shared(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;

    (void)key;
    read_expr(r, value, &k->shared);
}

/* ---- how it is launched ---- */

static void read_cooperative(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;

    k->cooperative_at = key->at;
    read_flag(r, value, &k->cooperative);
}

static void read_cluster(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;

    (void)key;
    read_sizes(r, value, k->cluster, &k->cluster_count, &k->cluster_at);
}

static void read_priority(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;

    (void)key;
    read_expr(r, value, &k->priority);
}

static const char *const pdl_words[] = {"auto", "off", NULL};

static void read_pdl(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;
    size_t found = 0;

    (void)key;
    if (read_word(r, value, pdl_words, &found))
        k->pdl_off = found == 1;
}

/* ---- parameters ---- */

static const struct {
    const char *name;
    model_access access;
} accesses[] = {
    {"in", ACCESS_IN},       {"out", ACCESS_OUT},   {"out_part", ACCESS_OUT_PART},
    {"inout", ACCESS_INOUT}, {"work", ACCESS_WORK},
};

#define ACCESS_COUNT (sizeof accesses / sizeof *accesses)

/* The words of a parameter: [access [once]] type [*]. */
typedef struct {
    const tree *value;
    token words[3];
    size_t count;
    bool pointer;
} param_words;

static const char *token_name(reader *r, const tree *in, token t)
{
    return names_intern(r->n, in->text + t.begin, t.end - t.begin);
}

static bool split_param(param_words *w)
{
    scanner s;

    scanner_start(&s, w->value->text, w->value->length);
    while (w->count < 3 && s.next.kind == TOKEN_NAME)
        w->words[w->count++] = scanner_take(&s);
    w->pointer = scanner_accept(&s, "*");
    return w->count > 0 && s.next.kind == TOKEN_END;
}

static void report_param_form(reader *r, const tree *value)
{
    char last = value->text[value->length - 1];

    diag_error(r->d, value->at, "param-form", "'%s' is not a parameter: expected a type, or an access and a pointer",
               value->text);
    if (last == ',' || last == ';')
        diag_hint(r->d, "nothing ends a line: leave out the '%c'", last);
    else
        diag_hint(r->d, "write u32 for a value, in f32* for a pointer; accesses are in, out, out_part, inout, work");
}

static bool find_access(const char *name, model_access *access)
{
    for (size_t i = 0; i < ACCESS_COUNT; i++)
        if (strcmp(accesses[i].name, name) == 0) {
            *access = accesses[i].access;
            return true;
        }
    return false;
}

static void report_unknown_access(reader *r, const tree *in, token at, const char *name)
{
    const char *list[ACCESS_COUNT];
    const char *nearest;

    for (size_t i = 0; i < ACCESS_COUNT; i++)
        list[i] = accesses[i].name;
    read_error_in(r, in, at.begin, at.end, "access-unknown", "'%s' is not an access", name);
    nearest = read_word_hint(name, list, ACCESS_COUNT);
    if (strcmp(name, "once") == 0)
        diag_hint(r->d, "'once' stands after in or out");
    else if (nearest != NULL)
        diag_hint(r->d, "did you mean '%s'?", nearest);
    else
        diag_hint(r->d, "accesses are in, out, out_part, inout and work");
}

/* "in out" or "out in". */
static bool is_both(const tree *in, const token *words)
{
    const char *first = in->text + words[0].begin, *second = in->text + words[1].begin;
    size_t lengths[2] = {words[0].end - words[0].begin, words[1].end - words[1].begin};

    return (lengths[0] == 2 && lengths[1] == 3 && memcmp(first, "in", 2) == 0 && memcmp(second, "out", 3) == 0) ||
           (lengths[0] == 3 && lengths[1] == 2 && memcmp(first, "out", 3) == 0 && memcmp(second, "in", 2) == 0);
}

bool read_access(reader *r, const tree *in, const token *words, size_t count, model_access *access, bool *once)
{
    const char *name = names_intern(r->n, in->text + words[0].begin, words[0].end - words[0].begin);

    if (!find_access(name, access)) {
        report_unknown_access(r, in, words[0], name);
        return false;
    }
    if (count < 2)
        return true;
    *once = words[1].end - words[1].begin == 4 && memcmp(in->text + words[1].begin, "once", 4) == 0;
    if (!*once) {
        read_error_in(r, in, words[1].begin, words[1].end, "param-form",
                      "after '%s' comes at most 'once', found '%.*s'", name, (int)(words[1].end - words[1].begin),
                      in->text + words[1].begin);
        if (is_both(in, words))
            diag_hint(r->d, "what is read and written is inout");
        return false;
    }
    if (*access == ACCESS_IN || *access == ACCESS_OUT)
        return true;
    read_error_in(r, in, words[1].begin, words[1].end, "param-once", "'once' goes with in or out, found '%s once'",
                  name);
    return false;
}

/* The handle of a conditional node, which the driver makes: a value of 64 bits. */
static void read_condition_param(reader *r, const param_words *w, model_param *p)
{
    if (w->count > 1 || w->pointer) {
        diag_error(r->d, w->value->at, "param-form", "a condition is a value, found '%s'", w->value->text);
        diag_hint(r->d, "write condition, for a parameter of type cudaGraphConditionalHandle");
        return;
    }
    p->condition = true;
    p->type = model_type_scalar(SCALAR_U64);
}

static void read_param_words(reader *r, const param_words *w, model_param *p)
{
    token type = w->words[w->count - 1];

    if (strcmp(token_name(r, w->value, type), "condition") == 0) {
        read_condition_param(r, w, p);
        return;
    }
    if (w->pointer && w->count == 1) {
        diag_error(r->d, w->value->at, "param-form", "the pointer '%s' has no access", w->value->text);
        diag_hint(r->d, "write the access first: in %s, out %s or inout %s", w->value->text, w->value->text,
                  w->value->text);
        return;
    }
    if (!w->pointer && w->count > 1) {
        diag_error(r->d, w->value->at, "param-form", "'%s' has an access but is not a pointer", w->value->text);
        diag_hint(r->d, "add a star (%s*), or leave out the access", w->value->text);
        return;
    }
    if (w->count > 1)
        read_access(r, w->value, w->words, w->count - 1, &p->access, &p->once);
    p->type = read_type(r, w->value, type.begin, type.end);
}

/* The name that a type of C, given as words, has here; NULL where the words do not name one. */
static const char *type_of_c(reader *r, const tree *value, const token *words, size_t count)
{
    const char *name = "";

    for (size_t i = 0; i < count; i++)
        name = arena_printf(r->a, "%s%s%.*s", name, i > 0 ? " " : "", (int)(words[i].end - words[i].begin),
                            value->text + words[i].begin);
    return read_type_of_language(name);
}

#define MOST_WORDS 6u /* in once const unsigned long long */

/* True, with the error, for what is C: "const float*", "in unsigned int*", "unsigned long long". */
static bool is_of_c(reader *r, const tree *value)
{
    token words[MOST_WORDS];
    size_t count = 0, first = 0;
    model_access access;
    bool is_const;
    const char *type;
    scanner s;

    scanner_start(&s, value->text, value->length);
    while (count < MOST_WORDS && s.next.kind == TOKEN_NAME)
        words[count++] = scanner_take(&s);
    while (first < count && (find_access(token_name(r, value, words[first]), &access) ||
                             strcmp(token_name(r, value, words[first]), "once") == 0))
        first++;
    is_const = first < count && strcmp(token_name(r, value, words[first]), "const") == 0;
    first += is_const;
    if (first == count || (count - first < 2 && !is_const))
        return false;
    type = type_of_c(r, value, words + first, count - first);
    if (is_const) {
        read_error_in(r, value, words[first - 1].begin, words[first - 1].end, "access-unknown",
                      "'const' is not an access");
        diag_hint(r->d, "a pointer that the kernel only reads: in %s*",
                  type != NULL ? type : token_name(r, value, words[count - 1]));
        return true;
    }
    if (type == NULL)
        return false;
    read_error_in(r, value, words[first].begin, words[count - 1].end, "type-unknown", "'%.*s' is not a type",
                  (int)(words[count - 1].end - words[first].begin), value->text + words[first].begin);
    diag_hint(r->d, "did you mean '%s'?", type);
    return true;
}

static void read_param(reader *r, const tree *key, const tree *value, model_param *p)
{
    param_words w = {0};

    p->name = names_intern(r->n, key->text, key->length);
    p->at = key->at;
    p->type_at = value->at;
    p->access = ACCESS_VALUE;
    w.value = value;
    if (!read_is_named(r, key, value))
        return;
    if (read_text(r, value, "a parameter such as in f32*") == NULL)
        return;
    if (is_of_c(r, value))
        return;
    if (split_param(&w))
        read_param_words(r, &w, p);
    else
        report_param_form(r, value);
}

static void read_params(reader *r, const tree *key, const tree *value, void *object)
{
    model_kernel *k = object;

    if (!read_is_mapping(r, value, "'params'") || value->kind != TREE_MAPPING || read_is_cut(r, value) ||
        !read_count(r, key->at, value->count, READ_MAX_PARAMS, "parameters of a kernel"))
        return;
    k->params = ARENA_ARRAY(r->a, model_param, value->count + 1);
    k->param_count = value->count;
    for (size_t i = 0; i < value->count; i++) {
        read_param(r, value->keys[i], value->items[i], &k->params[i]);
        k->broken |= k->params[i].type == NULL;
    }
}

/* ---- kernels ---- */

static const read_key keys[] = {
    {"source", KEY_OPTIONAL, read_source, FORM("source"), NULL, "A CUDA source, relative to the spec's folder."},
    {"image", KEY_OPTIONAL, read_image, FORM("image"), NULL,
     "Machine code or PTX that is already compiled, relative to the spec's folder."},
    {"entry", KEY_OPTIONAL, read_entry, FORM("entry"), NULL,
     "The kernel's name in its source: 'fir', 'imaging::conv' or, of a template, 'imaging::conv<float, 4>'; in a "
     "compiled file the name that the linker sees. Default: the name it has here."},
    {"block", KEY_OPTIONAL, read_block, FORM("kernel_block"), NULL,
     "Threads of a block: a number or a list of up to three, x first. At most 1024 in x and y, 64 in z, 1024 in all. "
     "'tune', or a mapping with 'tune', leaves it to measured times."},
    {"shared", KEY_OPTIONAL, read_shared, FORM("shared"), "0",
     "Dynamic shared memory in bytes: 0 to 232448. May use settings that have a range, and 'block', the threads of a "
     "block."},
    {"params", KEY_OPTIONAL, read_params, FORM("params"), NULL,
     "The parameters in order. A pointer has an access: 'x: in f32*'; a value only a type: 'n: u32'; 'go: condition' "
     "is a handle that sets a condition."},
    {"cooperative", KEY_OPTIONAL, read_cooperative, FORM("flag"), "false",
     "The whole grid is on the device at once, so that the kernel can wait for it with grid.sync()."},
    {"cluster", KEY_OPTIONAL, read_cluster, FORM("clusters"), NULL,
     "Blocks of a cluster: a number or a list of up to three, x first; at most 8 in all. Grids are made of whole "
     "clusters. sm_90 and newer."},
    {"priority", KEY_OPTIONAL, read_priority, FORM("priority"), NULL,
     "Its blocks run before those of kernels with a higher number, where both wait. Default: 0."},
    {"pdl", KEY_OPTIONAL, read_pdl, WORDS(pdl_words), "auto",
     "auto: edges to the kernel are programmatic where its code proves that it waits for what it reads. off: none is."},
    LATER("collective"),
    LATER("partition"),
};

const key_table read_kernel_table = {"a kernel", keys, KEY_COUNT(keys)};

static void read_kernel(reader *r, const tree *key, const tree *value, model_kernel *k)
{
    size_t errors = diag_error_count(r->d);

    k->name = names_intern(r->n, key->text, key->length);
    k->at = key->at;
    k->entry = k->name;
    k->entry_at = key->at;
    if (read_is_named(r, key, value))
        read_keys(r, value, &read_kernel_table, key->at, k);
    if (k->entry == NULL)
        k->entry = k->name;
    k->broken |= diag_error_count(r->d) != errors;
}

void read_kernels(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    (void)object;
    if (!read_is_section(r, value, "'kernels'") || !read_count(r, value->at, value->count, READ_MAX_KERNELS, "kernels"))
        return;
    r->m->kernels = ARENA_ARRAY(r->a, model_kernel, value->count + 1);
    r->m->kernel_count = value->count;
    for (size_t i = 0; i < value->count; i++)
        read_kernel(r, value->keys[i], value->items[i], &r->m->kernels[i]);
}
