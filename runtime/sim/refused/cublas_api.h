/* SPDX-License-Identifier: 0BSD */
#include "<cublas_api.h> has no host build: put it, and what needs it, behind #ifndef VGSIM"
