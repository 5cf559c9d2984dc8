/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "print_schema.h"

#include <string.h>

#include "base/text_json.h"
#include "base/tmpl.h"
#include "spec/model.h"
#include "spec/read_keys.h"
#include "spec/read_limits.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define NUMBER_SIZE 16
#define TYPES_A_LINE 13

static void write_text(FILE *out, const char *text)
{
    text_write_json(out, text, strlen(text));
}

/* ---- objects: a key table each ---- */

static void write_words(FILE *out, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++) {
        fputs(i > 0 ? ", " : "", out);
        write_text(out, words[i]);
    }
}

static void write_key(FILE *out, const char *indent, const read_key *key)
{
    fprintf(out, "%s  \"%s\": {\n%s    \"description\": ", indent, key->name, indent);
    write_text(out, key->text);
    if (key->initial != NULL) {
        fprintf(out, ",\n%s    \"default\": ", indent);
        if (key->value.words != NULL)
            write_text(out, key->initial);
        else
            fputs(key->initial, out);
    }
    if (key->value.words != NULL) {
        fprintf(out, ",\n%s    \"enum\": [", indent);
        write_words(out, key->value.words);
        fputs("]", out);
    } else {
        fprintf(out, ",\n%s    \"allOf\": [{\"$ref\": \"#/definitions/%s\"}]", indent, key->value.form);
    }
    fprintf(out, "\n%s  }", indent);
}

static void write_needed(FILE *out, const char *indent, const key_table *table)
{
    const char *before = "";

    fprintf(out, "%s\"required\": [", indent);
    for (size_t i = 0; i < table->count; i++) {
        if (table->keys[i].need != KEY_NEEDED && table->keys[i].need != KEY_EARLY)
            continue;
        fprintf(out, "%s\"%s\"", before, table->keys[i].name);
        before = ", ";
    }
    fputs("],\n", out);
}

/* needed: the table of the keys that the object always has. */
static void write_object(FILE *out, const char *indent, const key_table *table, const key_table *needed)
{
    const char *before = "";

    write_needed(out, indent, needed);
    fprintf(out, "%s\"additionalProperties\": false,\n%s\"properties\": {\n", indent, indent);
    for (size_t i = 0; i < table->count; i++) {
        if (table->keys[i].need == KEY_LATER)
            continue;
        fputs(before, out);
        write_key(out, indent, &table->keys[i]);
        before = ",\n";
    }
    fprintf(out, "\n%s},\n", indent);
}

static void fill_spec(FILE *out, const void *context)
{
    (void)context;
    write_object(out, "  ", &read_spec_table, &read_spec_table);
}

static void fill_memory(FILE *out, const void *context)
{
    (void)context;
    write_object(out, "      ", &read_memory_table, &read_memory_table);
}

static void fill_compile(FILE *out, const void *context)
{
    (void)context;
    write_object(out, "      ", &read_compile_table, &read_compile_table);
}

static void fill_kernel(FILE *out, const void *context)
{
    (void)context;
    write_object(out, "      ", &read_kernel_table, &read_kernel_table);
}

static void fill_tune(FILE *out, const void *context)
{
    (void)context;
    write_object(out, "      ", &read_tune_table, &read_tune_table);
}

/* What every buffer needs, a condition needs too. */
static void fill_buffer(FILE *out, const void *context)
{
    (void)context;
    write_object(out, "      ", &read_buffer_table, &read_condition_table);
}

static void fill_step(FILE *out, const void *context)
{
    (void)context;
    write_object(out, "      ", &read_step_table, &read_step_table);
}

/* ---- which keys of a step go together ---- */

static void write_kinds(FILE *out, unsigned kinds)
{
    const char *before = "";

    for (size_t kind = 0; read_step_kinds[kind] != NULL; kind++) {
        if ((kinds & 1u << kind) == 0)
            continue;
        fprintf(out, "%s{\"required\": [\"%s\"]}", before, read_step_kinds[kind]);
        before = ", ";
    }
}

/* A step of this kind needs these keys. */
static void write_kind_needs(FILE *out, size_t kind, const char **before)
{
    const char *comma = "";

    for (size_t i = 0; i < read_step_rule_count; i++) {
        if ((read_step_rules[i].needed & 1u << kind) == 0)
            continue;
        if (*comma == '\0')
            fprintf(out, "%s        \"%s\": [", *before, read_step_kinds[kind]);
        fprintf(out, "%s\"%s\"", comma, read_step_rules[i].key);
        comma = ", ";
    }
    if (*comma == '\0')
        return;
    fputs("]", out);
    *before = ",\n";
}

static void fill_step_kinds(FILE *out, const void *context)
{
    const char *before = "";

    (void)context;
    fputs("      \"oneOf\": [", out);
    write_kinds(out, ~0u);
    fputs("],\n      \"dependencies\": {\n", out);
    for (size_t kind = 0; read_step_kinds[kind] != NULL; kind++)
        write_kind_needs(out, kind, &before);
    for (size_t i = 0; i < read_step_rule_count; i++) {
        fprintf(out, "%s        \"%s\": {\"anyOf\": [", before, read_step_rules[i].key);
        write_kinds(out, read_step_rules[i].kinds);
        fputs("]}", out);
        before = ",\n";
    }
    fputs("\n      },\n", out);
}

/* ---- types ---- */

static void fill_type_names(FILE *out, const void *context)
{
    size_t count;
    const char *const *names = model_type_names(&count);

    (void)context;
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s\"%s\"", i == 0 ? "            " : i % TYPES_A_LINE == 0 ? ",\n            " : ", ", names[i]);
    fputs("\n", out);
}

/* ---- all of it ---- */

typedef struct {
    const char *word;
    unsigned value;
} limit;

static const limit limits[] = {
    {"READ_MAX_TARGETS", READ_MAX_TARGETS},       {"READ_MAX_DEFINES", READ_MAX_DEFINES},
    {"READ_MAX_MACROS", READ_MAX_MACROS},         {"READ_MAX_TUNED", READ_MAX_TUNED},
    {"READ_MAX_FOLDERS", READ_MAX_FOLDERS},       {"READ_MAX_TYPES", READ_MAX_TYPES},
    {"READ_MAX_FIELDS", READ_MAX_FIELDS},         {"READ_MAX_KERNELS", READ_MAX_KERNELS},
    {"READ_MAX_PARAMS", READ_MAX_PARAMS},         {"READ_MAX_BUFFERS", READ_MAX_BUFFERS},
    {"READ_MAX_DIMENSIONS", READ_MAX_DIMENSIONS}, {"READ_MAX_VALUES", READ_MAX_VALUES},
    {"READ_MAX_GRAPHS", READ_MAX_GRAPHS},         {"READ_MAX_STEPS", READ_MAX_STEPS},
    {"READ_MAX_CASES", READ_MAX_CASES},           {"READ_MAX_SWAPS", READ_MAX_SWAPS},
    {"READ_MAX_SWITCHES", READ_MAX_SWITCHES},     {"READ_MAX_NAMES", READ_MAX_NAMES},
};

static void fill_limits(tmpl_word *words, char (*numbers)[NUMBER_SIZE])
{
    for (size_t i = 0; i < COUNT(limits); i++) {
        snprintf(numbers[i], NUMBER_SIZE, "%u", limits[i].value);
        words[i] = (tmpl_word){limits[i].word, numbers[i]};
    }
}

void print_schema(FILE *out)
{
    static const tmpl_slot slots[] = {
        {"spec", fill_spec},
        {"memory", fill_memory},
        {"compile", fill_compile},
        {"kernel", fill_kernel}, {"tune", fill_tune},
        {"buffer", fill_buffer},
        {"step", fill_step},
        {"step_kinds", fill_step_kinds},
        {"type_names", fill_type_names},
    };
    const tmpl t = {"schema.tmpl", schema_template};
    char numbers[COUNT(limits)][NUMBER_SIZE];
    tmpl_word words[COUNT(limits)];

    fill_limits(words, numbers);
    tmpl_write(out, &t, words, COUNT(limits), slots, COUNT(slots), NULL);
}
