/* SPDX-License-Identifier: 0BSD */
#include "<cub/iterator/tex_obj_input_iterator.cuh> has no host build: put it, and what needs it, behind #ifndef VGSIM"
