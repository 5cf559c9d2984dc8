/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The resident launch of a small program: proven as it is made, and refused with any of its parts, words and addresses
 * changed. */
#include "fuse/fuse_mailbox.h"
#include "fuse_fixture.h"
#include "plan/mailbox.h"
#include "plan/plan_mailbox.h"
#include "spec/model_mailbox.h"

/* x and y are used in the mirror, w is copied in and out, gain goes by value, and a switch leaves the last step out. */
static void make_program(void)
{
    static const image_options options = {.unread = true};
    uint32_t x, y, w, gain, a, t;
    model_step *s;

    begin_program();
    x = direct("x", ROLE_INPUT);
    y = direct("y", ROLE_OUTPUT);
    w = copied("w", ROLE_INOUT);
    gain = add_buffer(f, "gain", ROLE_SETTING, "u32", 1, 4);
    f->m.buffers[gain].by_pointer = false;
    f->m.buffers[gain].shape_count = 0;
    a = buffer("a", ROLE_SCRATCH);
    t = buffer("t", ROLE_SCRATCH);
    s = add_launch(f, 0, WITH);
    set_whole(f, s, 0, x);
    set_setting(f, s, 1, gain);
    set_whole(f, s, 2, a);
    s->arguments[0].once = true;
    both("mix", a, w, t);
    step("out", t, y);
    step("keep", t, w)->switched = add_switch(f, "on", true);
    f->m.graphs[0].mailbox = true;
    f->m.mailbox = ARENA_NEW(f->a, model_mailbox);
    p = make_plan(f, false);
    mailbox_kernels(f->a, &f->m, p);
    make_image(ptx_of(p));
    fuse_choose(f->a, &f->m, &made, p, &options);
    fuse_mailbox(f->a, f->d, &f->m, &made, p, &options);
    ck_assert_uint_eq(diag_error_count(f->d), 0);
    ck_assert_ptr_nonnull(p->mailbox);
}

static bool is_proven(bool expected)
{
    diag *d = diag_new(f->a);
    bool ok = verify_plan(f->a, d, &f->m, p) && verify_fused(f->a, d, &f->m, &made, p);

    if (ok != expected)
        diag_print(d, stderr);
    return ok;
}

static plan_fused_list *pass(void)
{
    return p->mailbox->node.blocks->parts[0].bodies;
}

/* What the graph does, as parts. */
static plan_fused_list *steps(void)
{
    return pass()->parts[1].bodies;
}

static plan_part *part_called(const char *name)
{
    for (size_t i = 0; i < steps()->part_count; i++) {
        plan_part *part = &steps()->parts[i];

        if (strcmp(steps()->of->nodes[part->node].name, name) == 0)
            return part;
    }
    ck_abort_msg("no part is called %s", name);
    return NULL;
}

START_TEST(made_launches_are_proven)
{
    make_program();
    ck_assert(is_proven(true));
    ck_assert_uint_eq(steps()->part_count, 6); /* four steps, w in and out */
    end_program();
}
END_TEST

static size_t argument_count(void)
{
    size_t count;

    make_program();
    count = p->mailbox->node.argument_count;
    end_program();
    return count;
}

/* Each address leads elsewhere, each value is another one. */
START_TEST(other_arguments_are_refused)
{
    size_t count = argument_count();

    for (size_t i = 0; i < count; i++) {
        plan_argument *argument;
        unsigned char *value;

        make_program();
        argument = &p->mailbox->node.arguments[i];
        if (argument->pointer) {
            argument->first += 4;
        } else {
            value = arena_alloc(f->a, argument->type->size);
            memcpy(value, argument->value, argument->type->size);
            value[0] ^= 1;
            argument->value = value;
        }
        ck_assert_msg(!is_proven(false), "argument %zu", i);
        end_program();
    }
}
END_TEST

static void drop(plan_fused_list *list, size_t at)
{
    memmove(&list->parts[at], &list->parts[at + 1], (list->part_count - at - 1) * sizeof *list->parts);
    list->part_count--;
}

START_TEST(other_parts_are_refused)
{
    for (size_t i = 0; i < 6; i++) {
        make_program();
        drop(steps(), i);
        ck_assert_msg(!is_proven(false), "without part %zu", i);
        end_program();
        make_program();
        steps()->parts[i] = steps()->parts[(i + 1) % 6];
        ck_assert_msg(!is_proven(false), "with part %zu twice", (i + 1) % 6);
        end_program();
    }
    make_program();
    plan_part swapped = *part_called("mix"), *out = part_called("out");
    *part_called("mix") = *out;
    *out = swapped;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    part_called("mix")->apart = true;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    swapped = pass()->parts[0];
    pass()->parts[0] = pass()->parts[2];
    pass()->parts[2] = swapped;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    part_called("keep")->switched = 0;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    part_called("keep")->switched_offset += 4;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    part_called("with")->given[1].offset += 4;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    part_called("with")->given[1].loaded = false;
    ck_assert(!is_proven(false));
    end_program();
}
END_TEST

START_TEST(other_words_are_refused)
{
    make_program();
    p->mailbox->graphs[0].in[1].word = p->mailbox->graphs[0].in[0].word;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    p->mailbox->in_at = 0;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    p->mailbox->mirror_bytes -= 4;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    p->mailbox->out_lines_at = 8;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    uint32_t go = p->mailbox->node.conditions[0];
    p->mailbox->node.conditions[0] = p->mailbox->node.conditions[1];
    p->mailbox->node.conditions[1] = go;
    ck_assert(!is_proven(false));
    end_program();
    make_program();
    p->mailbox->graphs[0].out_count--;
    ck_assert(!is_proven(false));
    end_program();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify_fused_mailbox");
    TCase *tests = tcase_create("plan");

    tcase_add_test(tests, made_launches_are_proven);
    tcase_add_test(tests, other_arguments_are_refused);
    tcase_add_test(tests, other_parts_are_refused);
    tcase_add_test(tests, other_words_are_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
