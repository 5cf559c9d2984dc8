/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The table that a program emits for the command-line driver, by a function of its own, so that several programs are in
 * one application. MAIN_FILE: NAME_main.c; TABLE: the function's name. */
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define main JOIN(TABLE, _main)
#include MAIN_FILE
#undef main

const vg_driver_program *TABLE(void);
int JOIN(TABLE, _main)(int count, char **arguments);

const vg_driver_program *TABLE(void)
{
    return &driven;
}
