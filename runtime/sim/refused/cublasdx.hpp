/* SPDX-License-Identifier: 0BSD */
#include "<cublasdx.hpp> has no host build: put it, and what needs it, behind #ifndef VGSIM"
