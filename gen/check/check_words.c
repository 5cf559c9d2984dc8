/* SPDX-License-Identifier: MIT */
/* Words that C, C++ and CUDA have taken. Every list is in the order of strcmp. */
#include "check/check_parts.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* clang-format off */
static const char *const keywords[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
    "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
    "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return",
    "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
    "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "typeof", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
};

/* Object-like macros of the headers that emitted C includes, and what compilers define in their GNU modes. */
static const char *const macros[] = {
    "EOF", "FLT_EVAL_METHOD", "FP_NAN", "HUGE_VAL", "HUGE_VALF", "INFINITY", "MB_CUR_MAX", "NAN", "NULL", "RAND_MAX",
    "assert", "errno", "isfinite", "isinf", "isnan", "linux", "math_errhandling", "offsetof", "signbit", "stderr",
    "stdin", "stdout", "unix",
};

static const char *const cuda_words[] = {
    "block", "blockDim", "blockIdx", "char1", "char2", "char3", "char4", "cooperative_groups", "dim3", "double1",
    "double2", "double3", "double4", "float1", "float2", "float3", "float4", "gridDim", "half", "half2", "int1",
    "int16_t", "int2", "int3", "int32_t", "int4", "int64_t", "int8_t", "intptr_t", "long1", "long2", "longlong1",
    "longlong2", "nv_bfloat16", "nv_bfloat162", "nvcuda", "ptrdiff_t", "short1", "short2", "short3", "short4",
    "size_t", "std", "threadIdx", "uchar1", "uchar2", "uchar3", "uchar4", "uint1", "uint16_t", "uint2", "uint3",
    "uint32_t", "uint4", "uint64_t", "uint8_t", "uintptr_t", "ulonglong1", "ulonglong2", "ushort1", "ushort2",
    "ushort3", "ushort4", "warpSize",
};

/* What emitted C calls its own variables, functions and types: a program of that name would hide one, or be hidden. */
static const char *const generated_words[] = {
    "CLOCK_MONOTONIC", "Dl_info", "EINVAL", "ENOMEM", "ERANGE", "FILE", "MOST_REPLAYS", "MOST_WARM_UP", "PORT_LIMIT",
    "PRIu64", "TRACED_REPLAYS", "a", "address", "after", "aligned", "alignment", "argument", "arguments", "at", "b",
    "begin", "bias", "bits", "bytes", "call_failed", "calls", "capacity", "compare_times", "config", "constants",
    "copy", "count", "d", "data", "detail", "device", "dimension", "doing", "dtype", "edge_data", "enabled", "end",
    "equals", "etext", "expected", "exponent", "exponent_bits", "failed", "file", "file_failed", "fill", "find_name",
    "fits", "fixed", "fraction_bits", "give_inputs", "give_setting", "given", "good", "got", "graph", "graph_names",
    "handle", "header", "i", "in", "infinity", "info", "input_changed", "input_memory", "inputs", "is_npy", "items",
    "keep_outputs", "kernel", "key", "lane", "larger", "launch", "least", "length", "library", "magnitude", "main",
    "marks", "memory", "most", "name", "names", "nanoseconds", "narrow", "no_lane", "node", "now", "npy_begin",
    "npy_header_fits", "npy_refused", "npy_shape_fits", "npy_value", "number", "o", "on", "open_program", "option",
    "options", "order", "other", "out", "output_memory", "outputs", "own", "p", "padded", "params", "parse_float",
    "parse_integer", "parse_number", "parse_value", "part", "path", "pinned", "pointers", "port", "ports", "prefix",
    "print_device", "print_names", "print_node", "print_usage", "profile_all", "profile_nodes", "profiled", "program",
    "read_constants", "read_file", "read_options", "read_port", "records", "replay", "replay_all", "replays", "result",
    "results", "run", "scaled", "self", "set_setting", "setting", "settings", "shape", "shared", "sign", "size",
    "source", "start", "status", "step_once", "storage", "switch_names", "take_flag", "take_graph", "take_number",
    "take_option", "take_pair", "take_switch", "text", "timeout_ns", "timespec", "to", "to_small_float", "told",
    "trace", "traces", "turn", "turn_switch", "typed", "usage", "used", "user", "value", "wait", "want_output",
    "want_outputs", "wanted", "way", "what", "whole", "width", "write_npy_header", "write_port", "write_text",
    "write_trace", "wrong_usage", "x", "y",
};

/* Headers of C, C++, POSIX, CUDA and the runtime that end in .h. */
static const char *const headers[] = {
    "alloca", "assert", "builtin_types", "complex", "cooperative_groups", "crt", "ctype", "cublas", "cuda", "cudaGL",
    "cuda_bf16", "cuda_fp16", "cuda_fp8", "cuda_pipeline", "cuda_runtime", "cuda_runtime_api", "device_functions",
    "device_types", "dirent", "dlfcn", "driver_types", "endian", "errno", "features", "fenv", "float", "getopt",
    "host_config", "host_defines", "inttypes", "iso646", "libgen", "limits", "locale", "malloc", "math",
    "math_constants", "math_functions", "memory", "mma", "nvToolsExt", "poll", "pthread", "sched", "setjmp", "signal",
    "sm_20_atomic_functions", "stdalign", "stdarg", "stdatomic", "stdbit", "stdbool", "stdckdint", "stddef", "stdint",
    "stdio", "stdlib", "stdnoreturn", "string", "strings", "surface_types", "syslog", "texture_types", "tgmath",
    "threads", "time", "uchar", "unistd", "values", "vector_functions", "vector_types", "vg_cuda", "vg_rt", "vgsim",
    "wait", "wchar", "wctype",
};

static const char *const library_functions[] = {
    "abort", "abs", "accept", "accept4", "access", "acct", "acos", "acosf", "acosh", "acoshf", "acoshl", "acosl",
    "addmntent", "addseverity", "adjtime", "adjtimex", "advance", "aio_cancel", "aio_error", "aio_fsync", "aio_init",
    "aio_read", "aio_return", "aio_suspend", "aio_write", "alarm", "aligned_alloc", "alphasort", "arc4random",
    "arc4random_buf", "arc4random_uniform", "arch_prctl", "asctime", "asctime_r", "asin", "asinf", "asinh", "asinhf",
    "asinhl", "asinl", "asprintf", "assert", "atan", "atan2", "atan2f", "atan2l", "atanf", "atanh", "atanhf", "atanhl",
    "atanl", "atof", "atoi", "atol", "atoll", "atomicAdd", "atomicAnd", "atomicCAS", "atomicDec", "atomicExch",
    "atomicInc", "atomicMax", "atomicMin", "atomicOr", "atomicSub", "atomicXor", "backtrace", "backtrace_symbols",
    "backtrace_symbols_fd", "basename", "bcmp", "bcopy", "bind", "bind_textdomain_codeset", "bindtextdomain", "brk",
    "brkpt", "bsd_signal", "bsearch", "btowc", "bzero", "c16rtomb", "c32rtomb", "c8rtomb", "cabs", "cabsf", "cabsl",
    "cacos", "cacosf", "cacosh", "cacoshf", "cacoshl", "cacosl", "call_once", "calloc", "canonicalize",
    "canonicalize_file_name", "canonicalizef", "canonicalizel", "capget", "capset", "carg", "cargf", "cargl", "casin",
    "casinf", "casinh", "casinhf", "casinhl", "casinl", "catan", "catanf", "catanh", "catanhf", "catanhl", "catanl",
    "catclose", "catgets", "catopen", "cbrt", "cbrtf", "cbrtl", "ccos", "ccosf", "ccosh", "ccoshf", "ccoshl", "ccosl",
    "ceil", "ceilf", "ceill", "cexp", "cexpf", "cexpl", "cfgetispeed", "cfgetospeed", "cfmakeraw", "cfsetispeed",
    "cfsetospeed", "cfsetspeed", "chdir", "chflags", "chmod", "chown", "chroot", "cimag", "cimagf", "cimagl",
    "clearenv", "clearerr", "clearerr_unlocked", "clock", "clock64", "clock_adjtime", "clock_getcpuclockid",
    "clock_getres", "clock_gettime", "clock_nanosleep", "clock_settime", "clog", "clog10", "clog10f", "clog10l",
    "clogf", "clogl", "clone", "close", "close_range", "closedir", "closefrom", "closelog", "confstr", "conj", "conjf",
    "conjl", "connect", "copy_file_range", "copysign", "copysignf", "copysignl", "cos", "cosf", "cosh", "coshf",
    "coshl", "cosl", "cospi", "cospif", "cpow", "cpowf", "cpowl", "cproj", "cprojf", "cprojl", "creal", "crealf",
    "creall", "creat", "csin", "csinf", "csinh", "csinhf", "csinhl", "csinl", "csqrt", "csqrtf", "csqrtl", "ctan",
    "ctanf", "ctanh", "ctanhf", "ctanhl", "ctanl", "ctermid", "ctime", "ctime_r", "cuserid", "cyl_bessel_i0",
    "cyl_bessel_i0f", "cyl_bessel_i1", "cyl_bessel_i1f", "daddl", "daemon", "dcgettext", "dcngettext", "ddivl",
    "delete_module", "dfmal", "dgettext", "difftime", "dirfd", "dirname", "div", "dl_iterate_phdr", "dladdr", "dladdr1",
    "dlclose", "dlerror", "dlinfo", "dlmopen", "dlopen", "dlsym", "dlvsym", "dmull", "dngettext", "dprintf", "drand48",
    "drand48_r", "drem", "dremf", "dreml", "dsqrtl", "dsubl", "dup", "dup2", "dup3", "duplocale", "dysize", "eaccess",
    "ecvt", "ecvt_r", "endfsent", "endgrent", "endhostent", "endmntent", "endnetent", "endnetgrent", "endprotoent",
    "endpwent", "endservent", "endsgent", "endspent", "endttyent", "endusershell", "endutent", "endutxent",
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "erand48", "erand48_r",
    "erf", "erfc", "erfcf", "erfcinv", "erfcinvf", "erfcl", "erfcx", "erfcxf", "erff", "erfinv", "erfinvf", "erfl",
    "err", "error", "error_at_line", "errx", "euidaccess", "eventfd", "eventfd_read", "eventfd_write", "execl",
    "execle", "execlp", "execv", "execve", "execveat", "execvp", "execvpe", "exit", "exp", "exp10", "exp10f", "exp10l",
    "exp2", "exp2f", "exp2l", "expf", "expl", "explicit_bzero", "expm1", "expm1f", "expm1l", "fabs", "fabsf", "fabsl",
    "faccessat", "fadd", "faddl", "fallocate", "fanotify_init", "fanotify_mark", "fchdir", "fchflags", "fchmod",
    "fchmodat", "fchown", "fchownat", "fclose", "fcloseall", "fcntl", "fcvt", "fcvt_r", "fdatasync", "fdim", "fdimf",
    "fdiml", "fdiv", "fdividef", "fdivl", "fdopen", "fdopendir", "feclearexcept", "fedisableexcept", "feenableexcept",
    "fegetenv", "fegetexcept", "fegetexceptflag", "fegetmode", "fegetround", "feholdexcept", "feof", "feof_unlocked",
    "feraiseexcept", "ferror", "ferror_unlocked", "fesetenv", "fesetexcept", "fesetexceptflag", "fesetmode",
    "fesetround", "fetestexcept", "fetestexceptflag", "feupdateenv", "fexecve", "fflush", "fflush_unlocked", "ffma",
    "ffmal", "ffs", "ffsl", "ffsll", "fgetc", "fgetc_unlocked", "fgetgrent", "fgetgrent_r", "fgetpos", "fgets",
    "fgets_unlocked", "fgetsgent", "fgetsgent_r", "fgetspent", "fgetspent_r", "fgetwc", "fgetwc_unlocked", "fgetws",
    "fgetws_unlocked", "fgetxattr", "fileno", "fileno_unlocked", "finite", "finitef", "finitel", "flistxattr",
    "float2int", "flock", "flockfile", "floor", "floorf", "floorl", "fma", "fmaf", "fmal", "fmax", "fmaxf", "fmaximum",
    "fmaximum_mag", "fmaximum_mag_num", "fmaximum_mag_numf", "fmaximum_mag_numl", "fmaximum_magf", "fmaximum_magl",
    "fmaximum_num", "fmaximum_numf", "fmaximum_numl", "fmaximumf", "fmaximuml", "fmaxl", "fmaxmag", "fmaxmagf",
    "fmaxmagl", "fmemopen", "fmin", "fminf", "fminimum", "fminimum_mag", "fminimum_mag_num", "fminimum_mag_numf",
    "fminimum_mag_numl", "fminimum_magf", "fminimum_magl", "fminimum_num", "fminimum_numf", "fminimum_numl",
    "fminimumf", "fminimuml", "fminl", "fminmag", "fminmagf", "fminmagl", "fmod", "fmodf", "fmodl", "fmtmsg", "fmul",
    "fmull", "fnmatch", "fopen", "fopencookie", "fork", "forkpty", "fpathconf", "fprintf", "fputc", "fputc_unlocked",
    "fputs", "fputs_unlocked", "fputwc", "fputwc_unlocked", "fputws", "fputws_unlocked", "fread", "fread_unlocked",
    "free", "freeaddrinfo", "freeifaddrs", "freelocale", "fremovexattr", "freopen", "frexp", "frexpf", "frexpl",
    "fromfp", "fromfpf", "fromfpl", "fromfpx", "fromfpxf", "fromfpxl", "fscanf", "fsconfig", "fseek", "fseeko",
    "fsetpos", "fsetxattr", "fsmount", "fsopen", "fspick", "fsqrt", "fsqrtl", "fstat", "fstatat", "fstatfs", "fstatvfs",
    "fsub", "fsubl", "fsync", "ftell", "ftello", "ftime", "ftok", "ftruncate", "ftrylockfile", "fts_children",
    "fts_close", "fts_open", "fts_read", "fts_set", "ftw", "funlockfile", "futimens", "futimes", "futimesat", "fwide",
    "fwprintf", "fwrite", "fwrite_unlocked", "fwscanf", "gamma", "gammaf", "gammal", "gcvt", "get_avphys_pages",
    "get_current_dir_name", "get_nprocs", "get_nprocs_conf", "get_phys_pages", "getaddrinfo", "getaddrinfo_a",
    "getaliasbyname", "getaliasbyname_r", "getauxval", "getc", "getc_unlocked", "getchar", "getchar_unlocked",
    "getcontext", "getcpu", "getcwd", "getdate", "getdate_r", "getdelim", "getdirentries", "getdomainname",
    "getdtablesize", "getegid", "getentropy", "getenv", "geteuid", "getfsent", "getfsfile", "getfsspec", "getgid",
    "getgrent", "getgrent_r", "getgrgid", "getgrgid_r", "getgrnam", "getgrnam_r", "getgrouplist", "getgroups",
    "gethostbyaddr", "gethostbyaddr_r", "gethostbyname", "gethostbyname2", "gethostbyname2_r", "gethostbyname_r",
    "gethostent", "gethostent_r", "gethostid", "gethostname", "getifaddrs", "getipv4sourcefilter", "getitimer",
    "getline", "getloadavg", "getlogin", "getlogin_r", "getmntent", "getmntent_r", "getnameinfo", "getopt",
    "getopt_long", "getopt_long_only", "getpagesize", "getpass", "getpayload", "getpayloadf", "getpayloadl",
    "getpeername", "getpgid", "getpgrp", "getpid", "getppid", "getpriority", "getprotobyname", "getprotobyname_r",
    "getprotobynumber", "getprotobynumber_r", "getprotoent", "getprotoent_r", "getpt", "getpw", "getpwent",
    "getpwent_r", "getpwnam", "getpwnam_r", "getpwuid", "getpwuid_r", "getrandom", "getresgid", "getresuid",
    "getrlimit", "getrusage", "gets", "getservbyname", "getservbyname_r", "getservbyport", "getservbyport_r",
    "getservent", "getservent_r", "getsgent", "getsgent_r", "getsgnam", "getsgnam_r", "getsid", "getsockname",
    "getsockopt", "getsourcefilter", "getspent", "getspent_r", "getspnam", "getspnam_r", "getsubopt", "gettext",
    "gettid", "gettimeofday", "getttyent", "getttynam", "getuid", "getusershell", "getutent", "getutent_r", "getutid",
    "getutid_r", "getutline", "getutline_r", "getutmp", "getutmpx", "getutxent", "getutxid", "getutxline", "getw",
    "getwc", "getwc_unlocked", "getwchar", "getwchar_unlocked", "getwd", "getxattr", "glob", "glob_pattern_p",
    "globfree", "gmtime", "gmtime_r", "gnu_dev_major", "gnu_dev_makedev", "gnu_dev_minor", "gnu_get_libc_release",
    "gnu_get_libc_version", "grantpt", "group_member", "gsignal", "gtty", "hasmntopt", "hcreate", "hcreate_r",
    "hdestroy", "hdestroy_r", "hsearch", "hsearch_r", "htonl", "htons", "hypot", "hypotf", "hypotl", "iconv",
    "iconv_close", "iconv_open", "if_freenameindex", "if_indextoname", "if_nameindex", "if_nametoindex", "ilogb",
    "ilogbf", "ilogbl", "imaxabs", "imaxdiv", "index", "inet_addr", "inet_aton", "inet_lnaof", "inet_makeaddr",
    "inet_netof", "inet_network", "inet_nsap_addr", "inet_nsap_ntoa", "inet_ntoa", "inet_ntop", "inet_pton",
    "init_module", "initgroups", "initstate", "initstate_r", "innetgr", "inotify_add_watch", "inotify_init",
    "inotify_init1", "inotify_rm_watch", "insque", "int2float", "ioctl", "ioperm", "iopl", "isalnum", "isalnum_l",
    "isalpha", "isalpha_l", "isascii", "isatty", "isblank", "isblank_l", "iscntrl", "iscntrl_l", "isctype", "isdigit",
    "isdigit_l", "isfdtype", "isfinite", "isgraph", "isgraph_l", "isinf", "isinff", "isinfl", "islower", "islower_l",
    "isnan", "isnanf", "isnanl", "isprint", "isprint_l", "ispunct", "ispunct_l", "isspace", "isspace_l", "isupper",
    "isupper_l", "iswalnum", "iswalnum_l", "iswalpha", "iswalpha_l", "iswblank", "iswblank_l", "iswcntrl", "iswcntrl_l",
    "iswctype", "iswctype_l", "iswdigit", "iswdigit_l", "iswgraph", "iswgraph_l", "iswlower", "iswlower_l", "iswprint",
    "iswprint_l", "iswpunct", "iswpunct_l", "iswspace", "iswspace_l", "iswupper", "iswupper_l", "iswxdigit",
    "iswxdigit_l", "isxdigit", "isxdigit_l", "j0", "j0f", "j0l", "j1", "j1f", "j1l", "jn", "jnf", "jnl", "jrand48",
    "jrand48_r", "kill", "killpg", "klogctl", "labs", "lchmod", "lchown", "lckpwdf", "lcong48", "lcong48_r", "ldexp",
    "ldexpf", "ldexpl", "ldiv", "lfind", "lgamma", "lgamma_r", "lgammaf", "lgammaf128_r", "lgammaf32_r", "lgammaf32x_r",
    "lgammaf_r", "lgammal", "lgammal_r", "lgetxattr", "link", "linkat", "lio_listio", "listen", "listxattr", "llabs",
    "lldiv", "llistxattr", "llmax", "llmin", "llogb", "llogbf", "llogbl", "llrint", "llrintf", "llrintl", "llround",
    "llroundf", "llroundl", "loc1", "loc2", "localeconv", "localtime", "localtime_r", "lockf", "locs", "log", "log10",
    "log10f", "log10l", "log1p", "log1pf", "log1pl", "log2", "log2f", "log2l", "logb", "logbf", "logbl", "logf",
    "login", "login_tty", "logl", "logout", "logwtmp", "longjmp", "lrand48", "lrand48_r", "lremovexattr", "lrint",
    "lrintf", "lrintl", "lround", "lroundf", "lroundl", "lsearch", "lseek", "lsetxattr", "lstat", "lutimes", "madvise",
    "makecontext", "mallinfo", "mallinfo2", "malloc", "malloc_info", "malloc_stats", "malloc_trim",
    "malloc_usable_size", "mallopt", "max", "mblen", "mbrlen", "mbrtoc16", "mbrtoc32", "mbrtoc8", "mbrtowc", "mbsinit",
    "mbsnrtowcs", "mbsrtowcs", "mbstowcs", "mbtowc", "mcount", "memalign", "memccpy", "memchr", "memcmp", "memcpy",
    "memfd_create", "memfrob", "memmem", "memmove", "mempcpy", "memrchr", "memset", "min", "mincore", "mkdir",
    "mkdirat", "mkdtemp", "mkfifo", "mkfifoat", "mknod", "mknodat", "mkostemp", "mkostemps", "mkstemp", "mkstemps",
    "mktemp", "mktime", "mlock", "mlock2", "mlockall", "mmap", "modf", "modff", "modfl", "modify_ldt", "moncontrol",
    "monstartup", "mount", "mount_setattr", "move_mount", "mprotect", "mq_close", "mq_getattr", "mq_notify", "mq_open",
    "mq_receive", "mq_send", "mq_setattr", "mq_timedreceive", "mq_timedsend", "mq_unlink", "mrand48", "mrand48_r",
    "mremap", "msgctl", "msgget", "msgrcv", "msgsnd", "msync", "mul24", "mulhi", "munlock", "munlockall", "munmap",
    "name_to_handle_at", "nan", "nanf", "nanl", "nanosleep", "nearbyint", "nearbyintf", "nearbyintl", "newlocale",
    "nextafter", "nextafterf", "nextafterl", "nextdown", "nextdownf", "nextdownl", "nexttoward", "nexttowardf",
    "nexttowardl", "nextup", "nextupf", "nextupl", "nftw", "ngettext", "nice", "norm", "norm3d", "norm3df", "norm4d",
    "norm4df", "normcdf", "normcdff", "normcdfinv", "normcdfinvf", "normf", "nrand48", "nrand48_r", "ntohl", "ntohs",
    "ntp_adjtime", "ntp_gettime", "ntp_gettimex", "on_exit", "open", "open_by_handle_at", "open_memstream", "open_tree",
    "open_wmemstream", "openat", "opendir", "openlog", "openpty", "parse_printf_format", "pathconf", "pause", "pclose",
    "perror", "personality", "pipe", "pipe2", "pivot_root", "pkey_alloc", "pkey_free", "pkey_get", "pkey_mprotect",
    "pkey_set", "poll", "popen", "posix_fadvise", "posix_fadvise64", "posix_fallocate", "posix_fallocate64",
    "posix_madvise", "posix_memalign", "posix_openpt", "pow", "powf", "powl", "ppoll", "prctl", "pread", "preadv",
    "preadv2", "printf", "printf_size", "printf_size_info", "prlimit", "process_madvise", "process_mrelease",
    "process_vm_readv", "process_vm_writev", "prof_trigger", "profil", "pselect", "psiginfo", "psignal",
    "pthread_attr_destroy", "pthread_attr_getdetachstate", "pthread_attr_getguardsize", "pthread_attr_getinheritsched",
    "pthread_attr_getschedparam", "pthread_attr_getschedpolicy", "pthread_attr_getscope", "pthread_attr_getstack",
    "pthread_attr_getstackaddr", "pthread_attr_getstacksize", "pthread_attr_init", "pthread_attr_setdetachstate",
    "pthread_attr_setguardsize", "pthread_attr_setinheritsched", "pthread_attr_setschedparam",
    "pthread_attr_setschedpolicy", "pthread_attr_setscope", "pthread_attr_setstack", "pthread_attr_setstackaddr",
    "pthread_attr_setstacksize", "pthread_barrier_destroy", "pthread_barrier_init", "pthread_barrier_wait",
    "pthread_barrierattr_destroy", "pthread_barrierattr_getpshared", "pthread_barrierattr_init",
    "pthread_barrierattr_setpshared", "pthread_cancel", "pthread_cond_broadcast", "pthread_cond_clockwait",
    "pthread_cond_destroy", "pthread_cond_init", "pthread_cond_signal", "pthread_cond_timedwait", "pthread_cond_wait",
    "pthread_condattr_destroy", "pthread_condattr_getclock", "pthread_condattr_getpshared", "pthread_condattr_init",
    "pthread_condattr_setclock", "pthread_condattr_setpshared", "pthread_create", "pthread_detach", "pthread_equal",
    "pthread_exit", "pthread_getconcurrency", "pthread_getcpuclockid", "pthread_getschedparam", "pthread_getspecific",
    "pthread_join", "pthread_key_create", "pthread_key_delete", "pthread_kill", "pthread_mutex_clocklock",
    "pthread_mutex_consistent", "pthread_mutex_destroy", "pthread_mutex_getprioceiling", "pthread_mutex_init",
    "pthread_mutex_lock", "pthread_mutex_setprioceiling", "pthread_mutex_timedlock", "pthread_mutex_trylock",
    "pthread_mutex_unlock", "pthread_mutexattr_destroy", "pthread_mutexattr_getprioceiling",
    "pthread_mutexattr_getprotocol", "pthread_mutexattr_getpshared", "pthread_mutexattr_getrobust",
    "pthread_mutexattr_gettype", "pthread_mutexattr_init", "pthread_mutexattr_setprioceiling",
    "pthread_mutexattr_setprotocol", "pthread_mutexattr_setpshared", "pthread_mutexattr_setrobust",
    "pthread_mutexattr_settype", "pthread_once", "pthread_rwlock_clockrdlock", "pthread_rwlock_clockwrlock",
    "pthread_rwlock_destroy", "pthread_rwlock_init", "pthread_rwlock_rdlock", "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock", "pthread_rwlock_unlock",
    "pthread_rwlock_wrlock", "pthread_rwlockattr_destroy", "pthread_rwlockattr_getpshared", "pthread_rwlockattr_init",
    "pthread_rwlockattr_setpshared", "pthread_self", "pthread_setcancelstate", "pthread_setcanceltype",
    "pthread_setconcurrency", "pthread_setschedparam", "pthread_setschedprio", "pthread_setspecific", "pthread_sigmask",
    "pthread_sigqueue", "pthread_spin_destroy", "pthread_spin_init", "pthread_spin_lock", "pthread_spin_trylock",
    "pthread_spin_unlock", "pthread_testcancel", "ptrace", "ptsname", "ptsname_r", "putc", "putc_unlocked", "putchar",
    "putchar_unlocked", "putenv", "putgrent", "puts", "putsgent", "putspent", "pututline", "pututxline", "putw",
    "putwc", "putwc_unlocked", "putwchar", "putwchar_unlocked", "pvalloc", "pwrite", "pwritev", "pwritev2", "qecvt",
    "qecvt_r", "qfcvt", "qfcvt_r", "qgcvt", "qsort", "qsort_r", "quick_exit", "quotactl", "raise", "rand", "rand_r",
    "random", "random_r", "rawmemchr", "rcbrt", "rcbrtf", "re_comp", "re_compile_fastmap", "re_compile_pattern",
    "re_exec", "re_match", "re_match_2", "re_search", "re_search_2", "re_set_registers", "re_set_syntax", "read",
    "readahead", "readdir", "readdir_r", "readlink", "readlinkat", "readv", "realloc", "reallocarray", "realpath",
    "reboot", "recv", "recvfrom", "recvmmsg", "recvmsg", "regcomp", "regerror", "regexec", "regfree",
    "register_printf_function", "register_printf_modifier", "register_printf_specifier", "register_printf_type",
    "remainder", "remainderf", "remainderl", "remap_file_pages", "remove", "removexattr", "remque", "remquo", "remquof",
    "remquol", "rename", "renameat", "renameat2", "revoke", "rewind", "rewinddir", "rhypot", "rhypotf", "rindex",
    "rint", "rintf", "rintl", "rmdir", "rnorm", "rnorm3d", "rnorm3df", "rnorm4d", "rnorm4df", "rnormf", "round",
    "roundeven", "roundevenf", "roundevenl", "roundf", "roundl", "rpmatch", "rsqrt", "rsqrtf", "saturate", "sbrk",
    "scalb", "scalbf", "scalbl", "scalbln", "scalblnf", "scalblnl", "scalbn", "scalbnf", "scalbnl", "scandir",
    "scandirat", "scanf", "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity", "sched_getcpu",
    "sched_getparam", "sched_getscheduler", "sched_rr_get_interval", "sched_setaffinity", "sched_setparam",
    "sched_setscheduler", "sched_yield", "secure_getenv", "seed48", "seed48_r", "seekdir", "select", "sem_clockwait",
    "sem_close", "sem_destroy", "sem_getvalue", "sem_init", "sem_open", "sem_post", "sem_timedwait", "sem_trywait",
    "sem_unlink", "sem_wait", "semctl", "semget", "semop", "semtimedop", "send", "sendfile", "sendmmsg", "sendmsg",
    "sendto", "setbuf", "setbuffer", "setcontext", "setdomainname", "setegid", "setenv", "seteuid", "setfsent",
    "setfsgid", "setfsuid", "setgid", "setgrent", "setgroups", "sethostent", "sethostid", "sethostname",
    "setipv4sourcefilter", "setitimer", "setjmp", "setlinebuf", "setlocale", "setlogin", "setlogmask", "setmntent",
    "setnetent", "setnetgrent", "setns", "setpayload", "setpayloadf", "setpayloadl", "setpayloadsig", "setpayloadsigf",
    "setpayloadsigl", "setpgid", "setpgrp", "setpriority", "setprotoent", "setpwent", "setregid", "setresgid",
    "setresuid", "setreuid", "setrlimit", "setservent", "setsgent", "setsid", "setsockopt", "setsourcefilter",
    "setspent", "setstate", "setstate_r", "settimeofday", "setttyent", "setuid", "setusershell", "setutent",
    "setutxent", "setvbuf", "setxattr", "sgetsgent", "sgetsgent_r", "shm_open", "shm_unlink", "shmat", "shmctl",
    "shmdt", "shmget", "shutdown", "sigabbrev_np", "sigaction", "sigaddset", "sigaltstack", "sigandset", "sigblock",
    "sigdelset", "sigdescr_np", "sigemptyset", "sigfillset", "siggetmask", "sighold", "sigignore", "siginterrupt",
    "sigisemptyset", "sigismember", "siglongjmp", "signal", "signalfd", "signbit", "significand", "significandf",
    "significandl", "sigorset", "sigpause", "sigpending", "sigprocmask", "sigqueue", "sigrelse", "sigreturn", "sigset",
    "sigsetmask", "sigstack", "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo", "sin", "sincos", "sincosf",
    "sincosl", "sincospi", "sincospif", "sinf", "sinh", "sinhf", "sinhl", "sinl", "sinpi", "sinpif", "sleep",
    "snprintf", "sockatmark", "socket", "socketpair", "splice", "sprintf", "sprofil", "sqrt", "sqrtf", "sqrtl", "srand",
    "srand48", "srand48_r", "srandom", "srandom_r", "sscanf", "ssignal", "stat", "statfs", "statvfs", "statx", "step",
    "stpcpy", "stpncpy", "strcasecmp", "strcasecmp_l", "strcasestr", "strcat", "strchr", "strchrnul", "strcmp",
    "strcoll", "strcoll_l", "strcpy", "strcspn", "strdup", "strerror", "strerror_l", "strerror_r", "strerrordesc_np",
    "strerrorname_np", "strfmon", "strfmon_l", "strfromd", "strfromf", "strfroml", "strfry", "strftime", "strftime_l",
    "strlen", "strncasecmp", "strncasecmp_l", "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk",
    "strptime", "strptime_l", "strrchr", "strsep", "strsignal", "strspn", "strstr", "strtod", "strtod_l", "strtof",
    "strtof128_l", "strtof32_l", "strtof32x_l", "strtof_l", "strtoimax", "strtok", "strtok_r", "strtol", "strtol_l",
    "strtold", "strtold_l", "strtoll", "strtoll_l", "strtoq", "strtoul", "strtoul_l", "strtoull", "strtoull_l",
    "strtoumax", "strtouq", "strverscmp", "strxfrm", "strxfrm_l", "stty", "swab", "swapcontext", "swapoff", "swapon",
    "swprintf", "swscanf", "symlink", "symlinkat", "sync", "sync_file_range", "syncfs", "syscall", "sysconf", "sysinfo",
    "syslog", "system", "sysv_signal", "tan", "tanf", "tanh", "tanhf", "tanhl", "tanl", "tcdrain", "tcflow", "tcflush",
    "tcgetattr", "tcgetpgrp", "tcgetsid", "tcsendbreak", "tcsetattr", "tcsetpgrp", "tdelete", "tdestroy", "tee",
    "telldir", "tempnam", "textdomain", "tfind", "tgamma", "tgammaf", "tgammal", "tgkill", "time", "timegm",
    "timelocal", "timer_create", "timer_delete", "timer_getoverrun", "timer_gettime", "timer_settime", "timerfd_create",
    "timerfd_gettime", "timerfd_settime", "times", "timespec_get", "timespec_getres", "tmpfile", "tmpnam", "tmpnam_r",
    "toascii", "tolower", "tolower_l", "totalorder", "totalorderf", "totalorderl", "totalordermag", "totalordermagf",
    "totalordermagl", "toupper", "toupper_l", "towctrans", "towctrans_l", "towlower", "towlower_l", "towupper",
    "towupper_l", "trap", "trunc", "truncate", "truncf", "truncl", "tsearch", "ttyname", "ttyname_r", "ttyslot",
    "twalk", "twalk_r", "tzset", "ualarm", "ufromfp", "ufromfpf", "ufromfpl", "ufromfpx", "ufromfpxf", "ufromfpxl",
    "ulckpwdf", "ulimit", "ullmax", "ullmin", "umask", "umax", "umin", "umount", "umount2", "umul24", "uname", "ungetc",
    "ungetwc", "unlink", "unlinkat", "unlockpt", "unsetenv", "unshare", "updwtmp", "updwtmpx", "uselocale", "usleep",
    "utime", "utimensat", "utimes", "utmpname", "utmpxname", "valloc", "vasprintf", "vdprintf", "verr", "verrx",
    "versionsort", "vfork", "vfprintf", "vfscanf", "vfwprintf", "vfwscanf", "vhangup", "vlimit", "vmsplice", "vprintf",
    "vscanf", "vsnprintf", "vsprintf", "vsscanf", "vswprintf", "vswscanf", "vsyslog", "vwarn", "vwarnx", "vwprintf",
    "vwscanf", "wait", "wait3", "wait4", "waitid", "waitpid", "warn", "warnx", "wcpcpy", "wcpncpy", "wcrtomb",
    "wcscasecmp", "wcscasecmp_l", "wcscat", "wcschr", "wcschrnul", "wcscmp", "wcscoll", "wcscoll_l", "wcscpy",
    "wcscspn", "wcsdup", "wcsftime", "wcsftime_l", "wcslen", "wcsncasecmp", "wcsncasecmp_l", "wcsncat", "wcsncmp",
    "wcsncpy", "wcsnlen", "wcsnrtombs", "wcspbrk", "wcsrchr", "wcsrtombs", "wcsspn", "wcsstr", "wcstod", "wcstod_l",
    "wcstof", "wcstof128_l", "wcstof32_l", "wcstof32x_l", "wcstof_l", "wcstoimax", "wcstok", "wcstol", "wcstol_l",
    "wcstold", "wcstold_l", "wcstoll", "wcstoll_l", "wcstombs", "wcstoq", "wcstoul", "wcstoul_l", "wcstoull",
    "wcstoull_l", "wcstoumax", "wcstouq", "wcswcs", "wcswidth", "wcsxfrm", "wcsxfrm_l", "wctob", "wctomb", "wctrans",
    "wctrans_l", "wctype", "wctype_l", "wcwidth", "wmemchr", "wmemcmp", "wmemcpy", "wmemmove", "wmempcpy", "wmemset",
    "wordexp", "wordfree", "wprintf", "write", "writev", "wscanf", "y0", "y0f", "y0l", "y1", "y1f", "y1l", "yn", "ynf",
    "ynl",
};

/* clang-format on */

static int compare(const void *key, const void *entry)
{
    return strcmp(key, *(const char *const *)entry);
}

static bool is_in(const char *name, const char *const *list, size_t count)
{
    return bsearch(name, list, count, sizeof *list, compare) != NULL;
}

static bool starts_with(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool word_is_keyword(const char *name)
{
    return is_in(name, keywords, COUNT(keywords)) || (name[0] == '_' && (name[1] == '_' || is_upper(name[1]))) ||
           strstr(name, "__") != NULL;
}

bool word_is_library_function(const char *name)
{
    return is_in(name, library_functions, COUNT(library_functions));
}

/* INT_MAX, DBL_EPSILON, UINT64_C, M_PI … */
static bool has_macro_form(const char *name)
{
    static const char *const starts[] = {"CHAR_", "DBL_",     "FLT_",   "INT",    "LDBL_",  "LLONG_", "LONG_", "M_",
                                         "PRI",   "PTRDIFF_", "SCHAR_", "SCN",    "SHRT_",  "SIG",    "SIZE_", "UCHAR_",
                                         "UINT",  "ULLONG_",  "ULONG_", "USHRT_", "WCHAR_", "WINT_"};
    static const char *const ends[] = {"_BIT", "_C", "_DIG", "_EPSILON", "_MAX", "_MIN", "_PI", "_WIDTH"};
    size_t length = strlen(name);
    bool start = false;

    for (size_t i = 0; i < COUNT(starts); i++)
        start = start || starts_with(name, starts[i]);
    for (size_t i = 0; start && i < COUNT(ends); i++)
        if (length > strlen(ends[i]) && strcmp(name + length - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

bool word_is_macro(const char *name)
{
    return is_in(name, macros, COUNT(macros)) || has_macro_form(name);
}

bool word_is_cuda(const char *name)
{
    if (is_in(name, cuda_words, COUNT(cuda_words)) || starts_with(name, "vg_") || starts_with(name, "VG_") ||
        starts_with(name, "CU_") || starts_with(name, "cuda") || starts_with(name, "CUDA") ||
        strcmp(name, "VGSIM") == 0)
        return true;
    return (starts_with(name, "CU") && name[2] >= 'a' && name[2] <= 'z') ||
           (starts_with(name, "cu") && is_upper(name[2]));
}

bool word_is_generated(const char *name)
{
    return is_in(name, generated_words, COUNT(generated_words)) || starts_with(name, "launch_") ||
           starts_with(name, "driven") || starts_with(name, "DRIVEN_");
}

bool word_is_header(const char *name)
{
    return is_in(name, headers, COUNT(headers));
}
