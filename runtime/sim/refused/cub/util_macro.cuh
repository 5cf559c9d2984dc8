/* SPDX-License-Identifier: 0BSD */
#include "<cub/util_macro.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
