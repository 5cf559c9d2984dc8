/* SPDX-License-Identifier: 0BSD */
#include "<cuda_pipeline_helpers.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
