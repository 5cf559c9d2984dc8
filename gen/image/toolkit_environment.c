/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The environment that tools are run in. The toolkit and its parts read about forty variables: options, folders of
 * headers, places of their own parts, files to write. None of them may decide about machine code, so the tools do not
 * get them. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "image/toolkit.h"

/* NVCC_CCBIN is no option but the choice of a tool, like NVCC: where the compiler in PATH is too new for nvcc, nothing
 * can be compiled without it. */
#define HOST_COMPILER "NVCC_CCBIN"

const char *const toolkit_unread_variables[] = {
    /* nvcc, and what its nvcc.profile adds to */
    "NVCC_*",
    "INCLUDES",
    "SYSTEM_INCLUDES",
    "LIBRARIES",
    "TOP",
    "_HERE_",
    "_THERE_",
    "_SPACE_",
    "_CUDART_",
    "_TARGET_*",
    "_NVVM*",
    "compiler-bin*",
    "CICC*",
    "CUDAFE*",
    "PTXAS*",
    "OPENCC_*",
    "OCG_*",
    "NVASM_*",
    "NVDISASM_*",
    "NVLINK_*",
    "FATBINARY*",
    "LLVMC_FLAGS",
    "LLVMDIS_FLAGS",
    /* its front end and its optimizer */
    "EDG_*",
    "USR_INCLUDE",
    "NVVM*",
    "LIBNVVM*",
    "NV_NVVM*",
    "LLVM_OVERRIDE_PRODUCER",
    "AS_SECURE_LOG_FILE",
    "NOCOLOR",
    /* ptxas */
    "CAN_FINALIZE_DEBUG",
    "DUMP_KNOBS_TO_FILE",
    /* gcc and clang */
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "OBJC_INCLUDE_PATH",
    "OBJCPLUS_INCLUDE_PATH",
    "GCC_*",
    "COMPILER_PATH",
    "LPATH",
    "DEPENDENCIES_OUTPUT",
    "SUNPRO_DEPENDENCIES",
    "SOURCE_DATE_EPOCH",
    "CCC_*",
    "CLANG_*",
    "POSIXLY_CORRECT",
    /* languages and forms of numbers */
    "LANG",
    "LANGUAGE",
    "LC_*",
    NULL,
};

/* The tool's own temporary files go with ours; its messages do not depend on the locale, nor __DATE__ on the day. */
static void set_environment(const toolkit *t, const char *environment[5])
{
    const char *host = getenv(HOST_COMPILER);
    size_t count = 0;
    environment[count++] = "LC_ALL=C";
    environment[count++] = "SOURCE_DATE_EPOCH=0";
    if (host != NULL) {
        environment[count++] = arena_printf(t->memory, HOST_COMPILER "=%s", host);
    }
    if (t->temporary != NULL) {
        environment[count++] = arena_printf(t->memory, "TMPDIR=%s", t->temporary);
    }
    environment[count] = NULL;
}

bool toolkit_run(const toolkit *t, const char *const *arguments, const char *folder, run_result *result)
{
    const char *environment[5];
    set_environment(t, environment);
    return run_program(t->memory, &(run_command){arguments, folder, environment, toolkit_unread_variables}, result);
}

run_child *toolkit_start(const toolkit *t, const char *const *arguments, const char *folder, run_result *result)
{
    const char *environment[5];
    set_environment(t, environment);
    return run_start(t->memory, &(run_command){arguments, folder, environment, toolkit_unread_variables}, result);
}

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[strspn(value, " \t")] != '\0';
}

void toolkit_report_environment(diag *d)
{
    static const char *const options[] = {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (is_set(options[i])) {
            diag_warning(d, (span){0}, "environment-unread",
                         "the environment variable %s does not count: the spec alone decides how kernels are compiled",
                         options[i]);
            diag_hint(d, "write what the kernels need under 'compile' in the spec");
        }
    }
    if (is_set(HOST_COMPILER)) {
        diag_warning(d, (span){0}, "environment-host-compiler",
                     "nvcc uses the host compiler that the environment variable " HOST_COMPILER " names: '%s'",
                     getenv(HOST_COMPILER));
        diag_hint(d, "machine code can differ where kernels use its headers or its predefined macros");
    }
}

void toolkit_hint_environment(diag *d, const char *output)
{
    static const char *const folders[] = {"CPATH", "CPLUS_INCLUDE_PATH", "C_INCLUDE_PATH"};
    bool missing = strstr(output, "No such file or directory") != NULL || strstr(output, "file not found") != NULL ||
                   strstr(output, "cannot open source file") != NULL;
    for (size_t i = 0; missing && i < sizeof folders / sizeof folders[0]; i++) {
        if (is_set(folders[i])) {
            diag_hint(d,
                      "the environment variable %s does not count: list folders of headers as 'include' under "
                      "'compile' in the spec",
                      folders[i]);
            return;
        }
    }
}
