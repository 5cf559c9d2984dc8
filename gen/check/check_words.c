/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Words that C, C++ and CUDA have taken. Every list is in the order of strcmp. */
#include "check/check_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define LONGEST 64 /* no function of a library has as long a name */

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

/* Variables and macros of emitted C that stand beside the program's type, and what applications are likely to take
 * from the C library: a program of that name would hide one, or be hidden. tests/script/words.sh finds what is
 * missing here. */
static const char *const generated_words[] = {
    "CLOCK_MONOTONIC", "EINVAL", "ENOMEM", "ERANGE", "FILE", "PRIu64", "a", "after", "argument", "arguments", "at",
    "b", "begin", "bias", "bits", "blamed", "block_x", "block_y", "block_z", "bodies", "bytes", "config", "constants",
    "copy", "count", "d", "data", "detail", "device", "edge_data", "enabled", "end", "failed", "fill", "fixed",
    "graph", "grid_x", "grid_y", "grid_z", "handle", "i", "in", "kernel", "key", "lane", "launch", "magnitude", "main",
    "memory", "node", "nodes", "number", "o", "on", "order", "other", "out", "own", "p", "params", "part", "pinned",
    "pointers", "pool", "pooled", "profiled", "replays", "result", "scaled", "scratch", "self", "setting", "shape",
    "shared", "size", "source", "start", "status", "storage", "timeout_ns", "timespec", "to", "trace", "turn", "typed",
    "value", "wanted", "what", "width", "x", "y",
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

/* Functions of the C library and of CUDA. Emitted functions (PROGRAM_x), kernels on the CPU device, and macros and
 * structs in kernel sources would replace or hide them: a kernel 'select' would be called by the whole process
 * instead of the library's. is_variant adds what differs by a suffix. */
static const char *const library_functions[] = {
    "abort", "abs", "accept", "accept4", "access", "acct", "addmntent", "addseverity", "adjtime", "adjtimex",
    "advance", "aio_cancel", "aio_error", "aio_fsync", "aio_init", "aio_read", "aio_return", "aio_suspend",
    "aio_write", "alarm", "aligned_alloc", "alphasort", "arc4random", "arc4random_buf", "arc4random_uniform",
    "arch_prctl", "asctime", "asprintf", "assert", "atof", "atoi", "atol", "atoll", "atomicAdd", "atomicAnd",
    "atomicCAS", "atomicDec", "atomicExch", "atomicInc", "atomicMax", "atomicMin", "atomicOr", "atomicSub",
    "atomicXor", "backtrace", "backtrace_symbols", "backtrace_symbols_fd", "basename", "bcmp", "bcopy", "bind",
    "bind_textdomain_codeset", "bindtextdomain", "brk", "brkpt", "bsd_signal", "bsearch", "btowc", "bzero", "c16rtomb",
    "c32rtomb", "c8rtomb", "call_once", "calloc", "canonicalize_file_name", "capget", "capset", "catclose", "catgets",
    "catopen", "cfgetispeed", "cfgetospeed", "cfmakeraw", "cfsetispeed", "cfsetospeed", "cfsetspeed", "chdir",
    "chflags", "chmod", "chown", "chroot", "clearenv", "clearerr", "clock", "clock64", "clock_adjtime",
    "clock_getcpuclockid", "clock_getres", "clock_gettime", "clock_nanosleep", "clock_settime", "clone", "close",
    "close_range", "closedir", "closefrom", "closelog", "confstr", "connect", "copy_file_range", "creat", "ctermid",
    "ctime", "cuserid", "daddl", "daemon", "dcgettext", "dcngettext", "ddivl", "delete_module", "dfmal", "dgettext",
    "difftime", "dirfd", "dirname", "div", "dl_iterate_phdr", "dladdr", "dladdr1", "dlclose", "dlerror", "dlinfo",
    "dlmopen", "dlopen", "dlsym", "dlvsym", "dmull", "dngettext", "dprintf", "drand48", "dsqrtl", "dsubl", "dup",
    "dup2", "dup3", "duplocale", "dysize", "eaccess", "ecvt", "endfsent", "endgrent", "endhostent", "endmntent",
    "endnetent", "endnetgrent", "endprotoent", "endpwent", "endservent", "endsgent", "endspent", "endttyent",
    "endusershell", "endutent", "endutxent", "erand48", "err", "error", "error_at_line", "errx", "euidaccess",
    "eventfd", "eventfd_read", "eventfd_write", "execl", "execle", "execlp", "execv", "execve", "execveat", "execvp",
    "execvpe", "exit", "explicit_bzero", "faccessat", "fadd", "faddl", "fallocate", "fchdir", "fchflags", "fchmod",
    "fchmodat", "fchown", "fchownat", "fclose", "fcloseall", "fcntl", "fcvt", "fdatasync", "fdiv", "fdividef", "fdivl",
    "fdopen", "fdopendir", "feclearexcept", "fedisableexcept", "feenableexcept", "fegetenv", "fegetexcept",
    "fegetexceptflag", "fegetmode", "fegetround", "feholdexcept", "feof", "feraiseexcept", "ferror", "fesetenv",
    "fesetexcept", "fesetexceptflag", "fesetmode", "fesetround", "fetestexcept", "fetestexceptflag", "feupdateenv",
    "fexecve", "fflush", "ffma", "ffmal", "ffs", "ffsl", "ffsll", "fgetc", "fgetgrent", "fgetpos", "fgets",
    "fgetsgent", "fgetspent", "fgetwc", "fgetws", "fgetxattr", "fileno", "flistxattr", "float2int", "flock",
    "flockfile", "fmemopen", "fmtmsg", "fmul", "fmull", "fnmatch", "fopen", "fopencookie", "fork", "forkpty",
    "fpathconf", "fprintf", "fputc", "fputs", "fputwc", "fputws", "fread", "free", "freeaddrinfo", "freeifaddrs",
    "freelocale", "fremovexattr", "freopen", "fscanf", "fsconfig", "fseek", "fseeko", "fsetpos", "fsetxattr",
    "fsmount", "fsopen", "fspick", "fsqrt", "fsqrtl", "fstat", "fstatat", "fstatfs", "fstatvfs", "fsub", "fsubl",
    "fsync", "ftell", "ftello", "ftime", "ftok", "ftruncate", "ftrylockfile", "fts_children", "fts_close", "fts_open",
    "fts_read", "fts_set", "ftw", "funlockfile", "futimens", "futimes", "futimesat", "fwide", "fwprintf", "fwrite",
    "fwscanf", "gcvt", "get_avphys_pages", "get_current_dir_name", "get_nprocs", "get_nprocs_conf", "get_phys_pages",
    "getaddrinfo", "getaddrinfo_a", "getaliasbyname", "getauxval", "getc", "getchar", "getcontext", "getcpu", "getcwd",
    "getdate", "getdelim", "getdirentries", "getdomainname", "getdtablesize", "getegid", "getentropy", "getenv",
    "geteuid", "getfsent", "getfsfile", "getfsspec", "getgid", "getgrent", "getgrgid", "getgrnam", "getgrouplist",
    "getgroups", "gethostbyaddr", "gethostbyname", "gethostbyname2", "gethostent", "gethostid", "gethostname",
    "getifaddrs", "getipv4sourcefilter", "getitimer", "getline", "getloadavg", "getlogin", "getmntent", "getnameinfo",
    "getopt", "getopt_long", "getopt_long_only", "getpagesize", "getpass", "getpeername", "getpgid", "getpgrp",
    "getpid", "getppid", "getpriority", "getprotobyname", "getprotobynumber", "getprotoent", "getpt", "getpw",
    "getpwent", "getpwnam", "getpwuid", "getrandom", "getresgid", "getresuid", "getrlimit", "getrusage", "gets",
    "getservbyname", "getservbyport", "getservent", "getsgent", "getsgnam", "getsid", "getsockname", "getsockopt",
    "getsourcefilter", "getspent", "getspnam", "getsubopt", "gettext", "gettid", "gettimeofday", "getttyent",
    "getttynam", "getuid", "getusershell", "getutent", "getutid", "getutline", "getutmp", "getutmpx", "getutxent",
    "getutxid", "getutxline", "getw", "getwc", "getwchar", "getwd", "getxattr", "glob", "glob_pattern_p", "globfree",
    "gmtime", "gnu_dev_major", "gnu_dev_makedev", "gnu_dev_minor", "gnu_get_libc_release", "gnu_get_libc_version",
    "grantpt", "group_member", "gsignal", "gtty", "hasmntopt", "hcreate", "hdestroy", "hsearch", "htonl", "htons",
    "iconv", "iconv_close", "iconv_open", "if_freenameindex", "if_indextoname", "if_nameindex", "if_nametoindex",
    "imaxabs", "imaxdiv", "index", "inet_addr", "inet_aton", "inet_lnaof", "inet_makeaddr", "inet_netof",
    "inet_network", "inet_nsap_addr", "inet_nsap_ntoa", "inet_ntoa", "inet_ntop", "inet_pton", "init_module",
    "initgroups", "initstate", "innetgr", "insque", "int2float", "ioctl", "ioperm", "iopl", "isalnum", "isalpha",
    "isascii", "isatty", "isblank", "iscntrl", "isctype", "isdigit", "isfdtype", "isfinite", "isgraph", "islower",
    "isprint", "ispunct", "isspace", "isupper", "iswalnum", "iswalpha", "iswblank", "iswcntrl", "iswctype", "iswdigit",
    "iswgraph", "iswlower", "iswprint", "iswpunct", "iswspace", "iswupper", "iswxdigit", "isxdigit", "jrand48", "kill",
    "killpg", "klogctl", "labs", "lchmod", "lchown", "lckpwdf", "lcong48", "ldiv", "lfind", "lgammaf128_r",
    "lgammaf32_r", "lgammaf32x_r", "lgammaf_r", "lgammal_r", "lgetxattr", "link", "linkat", "lio_listio", "listen",
    "listxattr", "llabs", "lldiv", "llistxattr", "llmax", "llmin", "loc1", "loc2", "localeconv", "localtime", "lockf",
    "locs", "login", "login_tty", "logout", "logwtmp", "longjmp", "lrand48", "lremovexattr", "lsearch", "lseek",
    "lsetxattr", "lstat", "lutimes", "madvise", "makecontext", "mallinfo", "mallinfo2", "malloc", "malloc_info",
    "malloc_stats", "malloc_trim", "malloc_usable_size", "mallopt", "max", "mblen", "mbrlen", "mbrtoc16", "mbrtoc32",
    "mbrtoc8", "mbrtowc", "mbsinit", "mbsnrtowcs", "mbsrtowcs", "mbstowcs", "mbtowc", "mcount", "memalign", "memccpy",
    "memchr", "memcmp", "memcpy", "memfd_create", "memfrob", "memmem", "memmove", "mempcpy", "memrchr", "memset",
    "min", "mincore", "mkdir", "mkdirat", "mkdtemp", "mkfifo", "mkfifoat", "mknod", "mknodat", "mkostemp", "mkostemps",
    "mkstemp", "mkstemps", "mktemp", "mktime", "mlock", "mlock2", "mlockall", "mmap", "modify_ldt", "moncontrol",
    "monstartup", "mount", "mount_setattr", "move_mount", "mprotect", "mq_close", "mq_getattr", "mq_notify", "mq_open",
    "mq_receive", "mq_send", "mq_setattr", "mq_timedreceive", "mq_timedsend", "mq_unlink", "mrand48", "mremap",
    "msgctl", "msgget", "msgrcv", "msgsnd", "msync", "mul24", "mulhi", "munlock", "munlockall", "munmap",
    "name_to_handle_at", "nanosleep", "newlocale", "nftw", "ngettext", "nice", "nrand48", "ntohl", "ntohs",
    "ntp_adjtime", "ntp_gettime", "ntp_gettimex", "on_exit", "open", "open_by_handle_at", "open_memstream",
    "open_tree", "open_wmemstream", "openat", "opendir", "openlog", "openpty", "parse_printf_format", "pathconf",
    "pause", "pclose", "perror", "personality", "pipe", "pipe2", "pivot_root", "poll", "popen", "ppoll", "prctl",
    "pread", "preadv", "preadv2", "printf", "printf_size", "printf_size_info", "prlimit", "process_madvise",
    "process_mrelease", "process_vm_readv", "process_vm_writev", "prof_trigger", "profil", "pselect", "psiginfo",
    "psignal", "ptrace", "ptsname", "putc", "putchar", "putenv", "putgrent", "puts", "putsgent", "putspent",
    "pututline", "pututxline", "putw", "putwc", "putwchar", "pvalloc", "pwrite", "pwritev", "pwritev2", "qecvt",
    "qfcvt", "qgcvt", "qsort", "quick_exit", "quotactl", "raise", "rand", "random", "rawmemchr", "re_comp",
    "re_compile_fastmap", "re_compile_pattern", "re_exec", "re_match", "re_match_2", "re_search", "re_search_2",
    "re_set_registers", "re_set_syntax", "read", "readahead", "readdir", "readlink", "readlinkat", "readv", "realloc",
    "reallocarray", "realpath", "reboot", "recv", "recvfrom", "recvmmsg", "recvmsg", "regcomp", "regerror", "regexec",
    "regfree", "register_printf_function", "register_printf_modifier", "register_printf_specifier",
    "register_printf_type", "remap_file_pages", "remove", "removexattr", "remque", "rename", "renameat", "renameat2",
    "revoke", "rewind", "rewinddir", "rindex", "rmdir", "rpmatch", "saturate", "sbrk", "scandir", "scandirat", "scanf",
    "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity", "sched_getcpu", "sched_getparam",
    "sched_getscheduler", "sched_rr_get_interval", "sched_setaffinity", "sched_setparam", "sched_setscheduler",
    "sched_yield", "secure_getenv", "seed48", "seekdir", "select", "sem_clockwait", "sem_close", "sem_destroy",
    "sem_getvalue", "sem_init", "sem_open", "sem_post", "sem_timedwait", "sem_trywait", "sem_unlink", "sem_wait",
    "semctl", "semget", "semop", "semtimedop", "send", "sendfile", "sendmmsg", "sendmsg", "sendto", "setbuf",
    "setbuffer", "setcontext", "setdomainname", "setegid", "setenv", "seteuid", "setfsent", "setfsgid", "setfsuid",
    "setgid", "setgrent", "setgroups", "sethostent", "sethostid", "sethostname", "setipv4sourcefilter", "setitimer",
    "setjmp", "setlinebuf", "setlocale", "setlogin", "setlogmask", "setmntent", "setnetent", "setnetgrent", "setns",
    "setpgid", "setpgrp", "setpriority", "setprotoent", "setpwent", "setregid", "setresgid", "setresuid", "setreuid",
    "setrlimit", "setservent", "setsgent", "setsid", "setsockopt", "setsourcefilter", "setspent", "setstate",
    "settimeofday", "setttyent", "setuid", "setusershell", "setutent", "setutxent", "setvbuf", "setxattr", "sgetsgent",
    "shm_open", "shm_unlink", "shmat", "shmctl", "shmdt", "shmget", "shutdown", "sigabbrev_np", "sigaction",
    "sigaddset", "sigaltstack", "sigandset", "sigblock", "sigdelset", "sigdescr_np", "sigemptyset", "sigfillset",
    "siggetmask", "sighold", "sigignore", "siginterrupt", "sigisemptyset", "sigismember", "siglongjmp", "signal",
    "signalfd", "signbit", "sigorset", "sigpause", "sigpending", "sigprocmask", "sigqueue", "sigrelse", "sigreturn",
    "sigset", "sigsetmask", "sigstack", "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo", "sleep", "snprintf",
    "sockatmark", "socket", "socketpair", "splice", "sprintf", "sprofil", "srand", "srand48", "srandom", "sscanf",
    "ssignal", "stat", "statfs", "statvfs", "statx", "step", "stpcpy", "stpncpy", "strcasecmp", "strcasestr", "strcat",
    "strchr", "strchrnul", "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strerror", "strerrordesc_np",
    "strerrorname_np", "strfmon", "strfromd", "strfromf", "strfroml", "strfry", "strftime", "strlen", "strncasecmp",
    "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strptime", "strrchr", "strsep", "strsignal",
    "strspn", "strstr", "strtod", "strtof", "strtof128_l", "strtof32_l", "strtof32x_l", "strtoimax", "strtok",
    "strtol", "strtold", "strtoll", "strtoq", "strtoul", "strtoull", "strtoumax", "strtouq", "strverscmp", "strxfrm",
    "stty", "swab", "swapcontext", "swapoff", "swapon", "swprintf", "swscanf", "symlink", "symlinkat", "sync",
    "sync_file_range", "syncfs", "syscall", "sysconf", "sysinfo", "syslog", "system", "sysv_signal", "tcdrain",
    "tcflow", "tcflush", "tcgetattr", "tcgetpgrp", "tcgetsid", "tcsendbreak", "tcsetattr", "tcsetpgrp", "tdelete",
    "tdestroy", "tee", "telldir", "tempnam", "textdomain", "tfind", "tgkill", "time", "timegm", "timelocal",
    "timer_create", "timer_delete", "timer_getoverrun", "timer_gettime", "timer_settime", "times", "timespec_get",
    "timespec_getres", "tmpfile", "tmpnam", "toascii", "tolower", "toupper", "towctrans", "towlower", "towupper",
    "trap", "truncate", "tsearch", "ttyname", "ttyslot", "twalk", "tzset", "ualarm", "ulckpwdf", "ulimit", "ullmax",
    "ullmin", "umask", "umax", "umin", "umount", "umount2", "umul24", "uname", "ungetc", "ungetwc", "unlink",
    "unlinkat", "unlockpt", "unsetenv", "unshare", "updwtmp", "updwtmpx", "uselocale", "usleep", "utime", "utimensat",
    "utimes", "utmpname", "utmpxname", "valloc", "vasprintf", "vdprintf", "verr", "verrx", "versionsort", "vfork",
    "vfprintf", "vfscanf", "vfwprintf", "vfwscanf", "vhangup", "vlimit", "vmsplice", "vprintf", "vscanf", "vsnprintf",
    "vsprintf", "vsscanf", "vswprintf", "vswscanf", "vsyslog", "vwarn", "vwarnx", "vwprintf", "vwscanf", "wait",
    "wait3", "wait4", "waitid", "waitpid", "warn", "warnx", "wcpcpy", "wcpncpy", "wcrtomb", "wctob", "wctomb",
    "wctrans", "wctype", "wcwidth", "wordexp", "wordfree", "wprintf", "write", "writev", "wscanf",
};

/* These have forms for float and long double too. */
static const char *const math_functions[] = {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cabs", "cacos", "cacosh", "canonicalize", "carg",
    "casin", "casinh", "catan", "catanh", "cbrt", "ccos", "ccosh", "ceil", "cexp", "cimag", "clog", "clog10", "conj",
    "copysign", "cos", "cosh", "cospi", "cpow", "cproj", "creal", "csin", "csinh", "csqrt", "ctan", "ctanh",
    "cyl_bessel_i0", "cyl_bessel_i1", "drem", "erf", "erfc", "erfcinv", "erfcx", "erfinv", "exp", "exp10", "exp2",
    "expm1", "fabs", "fdim", "finite", "floor", "fma", "fmax", "fmaximum", "fmaximum_mag", "fmaximum_mag_num",
    "fmaximum_num", "fmaxmag", "fmin", "fminimum", "fminimum_mag", "fminimum_mag_num", "fminimum_num", "fminmag",
    "fmod", "frexp", "fromfp", "fromfpx", "gamma", "getpayload", "hypot", "ilogb", "isinf", "isnan", "j0", "j1", "jn",
    "ldexp", "lgamma", "llogb", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround",
    "modf", "nan", "nearbyint", "nextafter", "nextdown", "nexttoward", "nextup", "norm", "norm3d", "norm4d", "normcdf",
    "normcdfinv", "pow", "rcbrt", "remainder", "remquo", "rhypot", "rint", "rnorm", "rnorm3d", "rnorm4d", "round",
    "roundeven", "rsqrt", "scalb", "scalbln", "scalbn", "setpayload", "setpayloadsig", "significand", "sin", "sincos",
    "sincospi", "sinh", "sinpi", "sqrt", "tan", "tanh", "tgamma", "totalorder", "totalordermag", "trunc", "ufromfp",
    "ufromfpx", "y0", "y1", "yn",
};

/* What begins so is a function of the C library. */
static const char *const families[] = {
    "epoll_", "fanotify_", "inotify_", "pkey_", "posix_", "pthread_", "timerfd_", "wcs", "wmem",
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

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool word_is_keyword(const char *name)
{
    return is_in(name, keywords, COUNT(keywords)) || (name[0] == '_' && (name[1] == '_' || is_upper(name[1]))) ||
           strstr(name, "__") != NULL;
}

static bool is_function(const char *name)
{
    return is_in(name, library_functions, COUNT(library_functions)) ||
           is_in(name, math_functions, COUNT(math_functions));
}

/* The function's name without the suffix; NULL where the name does not end so. */
static const char *without(char *copy, const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);

    if (length <= end || length >= LONGEST || strcmp(name + length - end, suffix) != 0)
        return NULL;
    memcpy(copy, name, length - end);
    copy[length - end] = '\0';
    return copy;
}

/* sinf, sinl, strtod_l, ctime_r, putc_unlocked. */
static bool is_variant(const char *name)
{
    static const char *const of_math[] = {"f", "l"}, *const of_all[] = {"_l", "_r", "_unlocked"};
    char copy[LONGEST];

    for (size_t i = 0; i < COUNT(of_math); i++)
        if (without(copy, name, of_math[i]) != NULL && is_in(copy, math_functions, COUNT(math_functions)))
            return true;
    for (size_t i = 0; i < COUNT(of_all); i++)
        if (without(copy, name, of_all[i]) != NULL && is_function(copy))
            return true;
    return false;
}

static bool is_of_family(const char *name)
{
    for (size_t i = 0; i < COUNT(families); i++)
        if (text_begins(name, families[i]))
            return true;
    return false;
}

bool word_is_family(const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < COUNT(families); i++)
        if (strncmp(name, families[i], length) == 0 && strcmp(families[i] + length, "_") == 0)
            return true;
    return false;
}

bool word_is_library_function(const char *name)
{
    return is_function(name) || is_variant(name) || is_of_family(name);
}

/* PRIu64, SCNxFAST32, PRIdMAX. */
static bool is_format(const char *name)
{
    static const char *const widths[] = {"", "FAST", "LEAST"};
    const char *rest = name + 4;

    if (!text_begins(name, "PRI") && !text_begins(name, "SCN"))
        return false;
    if (name[3] == '\0' || strchr("diouxX", name[3]) == NULL)
        return false;
    if (strcmp(rest, "MAX") == 0 || strcmp(rest, "PTR") == 0)
        return true;
    for (size_t i = 0; i < COUNT(widths); i++) {
        size_t length = strlen(widths[i]);

        if (strncmp(rest, widths[i], length) == 0 && rest[length] != '\0' &&
            rest[length + strspn(rest + length, "0123456789")] == '\0')
            return true;
    }
    return false;
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

    if (is_format(name))
        return true;
    for (size_t i = 0; i < COUNT(starts); i++)
        start = start || text_begins(name, starts[i]);
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
    if (is_in(name, cuda_words, COUNT(cuda_words)) || text_begins(name, "vg_") || text_begins(name, "VG_") ||
        text_begins(name, "CU_") || text_begins(name, "cuda") || text_begins(name, "CUDA") ||
        strcmp(name, "VGSIM") == 0)
        return true;
    return (text_begins(name, "CU") && name[2] >= 'a' && name[2] <= 'z') ||
           (text_begins(name, "cu") && is_upper(name[2]));
}

bool word_is_generated(const char *name)
{
    return is_in(name, generated_words, COUNT(generated_words)) || text_begins(name, "launch_") ||
           text_begins(name, "driven") || text_begins(name, "DRIVEN_");
}

bool word_is_header(const char *name)
{
    return is_in(name, headers, COUNT(headers));
}
