/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The kind of problem that each mistake gives, as a graph and in the resident block. */
#include "mail.h"

#include <stdio.h>

#include "vgsim.h"

static mail p;

static int check(uint32_t fault, const char *how)
{
    for (int i = 0; i < MAIL_N; i++)
        mail_x(&p)[i] = (float)i;
    (void)mail_set_fault(&p, fault);
    vgsim_problems_clear();
    if (mail_replay(&p) != VG_OK)
        return 1;
    printf("%s %u: %s\n", how, (unsigned)fault, vgsim_problem_count() > 0 ? vgsim_problem_kind() : "nothing");
    return 0;
}

int main(void)
{
    int failed = mail_open(&p, NULL, NULL) != VG_OK;

    for (uint32_t fault = 0; fault < 4 && !failed; fault++)
        failed = check(fault, "graph");
    failed = failed || mail_arm(&p) != VG_OK;
    for (uint32_t fault = 0; fault < 4 && !failed; fault++)
        failed = check(fault, "mailbox");
    failed = failed || mail_disarm(&p) != VG_OK || mail_close(&p) != VG_OK;
    return failed;
}
