/* SPDX-License-Identifier: MIT */
/* The source that most specs here name: what is wrong with them is not that it is missing. */
