/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How the source's own host code launches kernels: the text between <<< and >>>. */
#include "tasks/describe_parts.h"

bool describe_is_launch(const describe_word *words, size_t i)
{
    return describe_is(&words[i], "<") && describe_is(&words[i + 1], "<") && describe_is(&words[i + 2], "<") &&
           words[i + 1].at == words[i].at + 1 && words[i + 2].at == words[i].at + 2;
}

/* One past the arguments of a template that begin at `open`; `open` where none do. */
static size_t past_arguments(const describe_word *words, size_t open)
{
    size_t end;

    if (!describe_is(&words[open], "<") || describe_is_launch(words, open))
        return open;
    end = describe_skip_group(words, open, "<", ">");
    return end != 0 ? end : open;
}

/* Words with a blank wherever the text has any. */
static const char *joined(arena *a, const describe_word *words, size_t first, size_t end)
{
    const char *text = "";

    for (size_t i = first; i < end; i++) {
        bool apart = i > first && words[i - 1].at + words[i - 1].length < words[i].at;

        text = arena_printf(a, "%s%s%.*s", text, apart ? " " : "", (int)words[i].length, words[i].at);
    }
    return text;
}

bool describe_launch_words(const describe_word *words, const char *kernel, size_t *first, size_t *end,
                           unsigned *line)
{
    for (size_t i = 0; words[i].kind != WORD_END; i++) {
        if (words[i].place != PLACE_HOST || !describe_is(&words[i], kernel))
            continue;
        *line = words[i].line;
        *first = past_arguments(words, i + 1);
        if (!describe_is_launch(words, *first))
            continue;
        for (*end = *first += 3; *end - *first < DESCRIBE_MOST_HEAD && words[*end].kind != WORD_END; ++*end)
            if (describe_is(&words[*end], ">") && describe_is(&words[*end + 1], ">") &&
                describe_is(&words[*end + 2], ">"))
                return true;
    }
    return false;
}

const char *describe_find_launch(arena *a, const describe_word *words, const char *kernel, unsigned *line)
{
    size_t first, end;

    if (!describe_launch_words(words, kernel, &first, &end, line))
        return NULL;
    return joined(a, words, first, end);
}
