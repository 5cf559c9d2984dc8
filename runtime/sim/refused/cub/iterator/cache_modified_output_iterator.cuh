/* SPDX-License-Identifier: 0BSD */
#include "<cub/iterator/cache_modified_output_iterator.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
