/* SPDX-License-Identifier: 0BSD */
#include "<cub/thread/thread_load.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
