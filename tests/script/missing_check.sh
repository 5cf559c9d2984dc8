#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# Stands in for the unit tests where the Check library is missing, so that nobody takes their absence for success.
echo "the unit tests were not built: install Check (Debian, Ubuntu: package check) and configure again"
exit 1
