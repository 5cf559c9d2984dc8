/* SPDX-License-Identifier: MIT */
#ifndef MACRO_NEEDED_H
#define MACRO_NEEDED_H
#ifdef DEPTH
#endif
#endif
