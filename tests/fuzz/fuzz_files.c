/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fuzz_files FILE…: the fuzz target over files, without libFuzzer: the kept corpus is a test like any other. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *in = fopen(argv[i], "rb");
        uint8_t *bytes = malloc(1 << 24);
        size_t size = in == NULL || bytes == NULL ? 0 : fread(bytes, 1, 1 << 24, in);
        if (in == NULL || bytes == NULL) {
            fprintf(stderr, "fuzz_files: cannot read %s\n", argv[i]);
            return 1;
        }
        fclose(in);
        LLVMFuzzerTestOneInput(bytes, size);
        free(bytes);
    }
    printf("%d passed, 0 failed\n", argc - 1);
    return argc > 1 ? 0 : 1;
}
