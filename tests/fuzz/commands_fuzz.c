/* The host command as people call it: every subcommand that reads a file, with any bytes in it: reports, ROMs, dumps,
 * traces, kernel's logs, tables, board files. It does not crash, ends with 0 or 2 (1 only where that is FAIL), in bounded
 * time and memory; nothing that reaches a terminal controls it; and no temporary file is left.
 *
 * The input is a line, a letter for a row of `rows`, a digit that says how many ninths of the bytes are the first file,
 * more arguments; then the bytes. `run` is not here, as it acts on the machine's own cards: its files are read by
 * stick_fuzz too. */
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <getopt.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hw/bits.h"
#include "tests/fuzz/feed.h"
#include "tools/commands.h"

#define ARGUMENTS 40
#define HEAD_MAX  200 /* bytes of the line */

enum { TAKES_MORE = 1, MAY_FAIL = 2 };

/* Where standard input is a file, it is `in`: the second one. */
static const struct row {
    int (*run)(int argc, char **argv);
    const char *words, *first, *second;
    unsigned flags;
} rows[] = {
    { command_report, "report one", "one", "two", TAKES_MORE },
    { command_report, "report one --check --html p.html --junit p.xml --csv p.csv", "one", "two",
      MAY_FAIL },
    { command_report, "report run --html -", "run/a.jsonl", "run/b.jsonl", TAKES_MORE },
    { command_report, "report one --places two", "one", "two", TAKES_MORE },
    { command_report, "report one --expect two", "one", "two", TAKES_MORE },
    { command_expect, "expect one two", "one", "two", TAKES_MORE },
    { command_confirm, "confirm one two", "one", "two", TAKES_MORE },
    { command_confirm, "confirm --chip B1 one two", "one", "two", TAKES_MORE },
    { command_bundle, "bundle run --output p.tgz", "run/report.jsonl", "run/boot.log", TAKES_MORE },
    { command_vbios, "vbios one", "one", "two", TAKES_MORE },
    { command_probe, "probe one", "one", "two", TAKES_MORE },
    { command_probe, "probe one two", "one", "two", TAKES_MORE },
    { command_devinit, "devinit one", "one", "two", TAKES_MORE },
    { command_devinit, "devinit one --explain --output 0", "one", "two", TAKES_MORE },
    { command_translate, "translate --chipset g84 --vram one", "one", "in", TAKES_MORE },
    { command_translate, "translate --chipset gv100 --vram one --explain", "one", "in",
      TAKES_MORE },
    { command_maps, "maps --vram one --sysram two@0x1000", "one", "two", TAKES_MORE },
    { command_maps, "maps --chipset gv100 --bar0 one", "one", "two", TAKES_MORE },
    { command_decode, "decode --file one", "one", "two", TAKES_MORE },
    { command_decode, "decode register", "one", "two", TAKES_MORE },
    { command_encode, "encode", "one", "two", TAKES_MORE },
    { command_explain, "explain one", "one", "two", TAKES_MORE },
    { command_channels, "channels one", "one", "two", TAKES_MORE },
    { command_place, "place", "one", "in", TAKES_MORE },
    { command_selftest, "selftest --suite id --vbios one", "one", "two", MAY_FAIL },
    { command_selftest, "selftest --suite id,post --cold --chipset g84 --vbios one", "one", "two",
      MAY_FAIL },
    { command_selftest, "selftest --suite id,board --chipset gv100 --expect one", "one", "two",
      MAY_FAIL },
    { command_selftest, "selftest --chipset g84 --replay one", "one", "two", 0 },
    { command_selftest, "selftest --chipset gv100 --replay one --by register", "one", "two", 0 },
    { command_slots, "slots", "one", "two", TAKES_MORE },
    { command_chipsets, "chipsets", "one", "two", TAKES_MORE },
    { command_tests, "tests", "one", "two", TAKES_MORE },
    { command_defects, "defects", "one", "two", TAKES_MORE },
    { command_keys, "keys", "one", "two", TAKES_MORE },
};

static char folder[] = "/tmp/barecard-commands-XXXXXX";
static int terminal, output, nothing; /* standard error and output as they were; an empty file */
static int home, inside;              /* folders */

static void require_that(bool good, const char *what)
{
    if (good)
        return;
    dprintf(terminal, "%s\n", what);
    abort();
}

static int remove_one(const char *path, const struct stat *stat, int kind, struct FTW *at)
{
    (void)stat, (void)kind;
    return at->level ? remove(path) : 0;
}

static void leave_folder(void)
{
    rmdir(folder);
}

/* Output of sanitizers still reaches the terminal; without them there is nothing to tell. */
__attribute__((weak)) void __sanitizer_set_report_fd(void *fd);

/* The descriptor, as the sanitizers take it. */
static void *as_pointer(intptr_t fd)
{
    void *pointer;

    memcpy(&pointer, &fd, sizeof(pointer));
    return pointer;
}

static void open_folder(void)
{
    if (terminal)
        return;
    terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
    require_that(mkdtemp(folder) && setenv("TMPDIR", folder, 1) == 0, "no folder");
    home = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    inside = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (__sanitizer_set_report_fd)
        __sanitizer_set_report_fd(as_pointer(terminal));
    atexit(leave_folder);
}

static void keep(const char *name, const uint8_t *bytes, size_t size)
{
    FILE *const file = fopen(name, "wb");

    require_that(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "no room");
}

/* Words that lead out of the folder would have the fuzzer read and write files that are not its own. */
static bool is_own(const char *word)
{
    for (const char *c = word; *c; c++)
        if (*c <= ' ' || *c >= 0x7f || *c == '/')
            return false;
    return !strstr(word, "..");
}

static int split(char *text, char **argv, int argc)
{
    char *rest = text, *word;

    while (argc < ARGUMENTS && (word = strsep(&rest, " ")))
        if (*word && is_own(word))
            argv[argc++] = word;
    argv[argc] = NULL;
    return argc;
}

/* Valid UTF-8 without a control character but the ends of lines and of cells. */
static bool is_shown(const uint8_t *c, size_t size)
{
    for (size_t i = 0, more; i < size; i += more + 1) {
        more = c[i] < 0x80 ? 0 : c[i] < 0xc2 ? 9 : c[i] < 0xe0 ? 1 : c[i] < 0xf0 ? 2 : 3;
        if (more >= size - i || c[i] == 0x7f || (c[i] < ' ' && c[i] != '\n' && c[i] != '\t'))
            return false;
        for (size_t k = 1; k <= more; k++)
            if ((c[i + k] & 0xc0) != 0x80)
                return false;
        if (c[i] == 0xc2 && c[i + 1] < 0xa0)
            return false;
    }
    return true;
}

static void expect_shown(int fd)
{
    const off_t size = lseek(fd, 0, SEEK_END);
    uint8_t *const text = malloc((size_t)size + 1);

    require_that(text && pread(fd, text, (size_t)size, 0) == size, "no memory");
    if (!is_shown(text, (size_t)size)) {
        require_that(write(terminal, text, (size_t)size) >= 0, "");
        require_that(false, "what is printed may control a terminal");
    }
    free(text);
}

/* As main() calls it, and with streams as a new process has them. */
static int call(const struct row *row, int argc, char **argv, int said)
{
    const int in = open("in", O_RDONLY | O_CLOEXEC);
    int status;

    fflush(stdout);
    dup2(in < 0 ? nothing : in, STDIN_FILENO);
    dup2(said, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    optind = 0;
    clearerr(stdin);
    __fpurge(stdin);
    status = row->run(argc, argv);
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    dup2(terminal, STDERR_FILENO);
    if (in >= 0)
        close(in);
    return status;
}

/* save.h and bundle give their temporary files names that begin so. */
static void expect_nothing_left(void)
{
    DIR *const all = opendir(".");

    for (struct dirent *one; (one = readdir(all));)
        require_that(!strstr(one->d_name, "barecard-"), "a temporary file is left");
    closedir(all);
}

static void carry_out(const struct row *row, char *more)
{
    char *argv[ARGUMENTS + 1], title[32], words[200];
    const int said = open("said", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

    snprintf(words, sizeof(words), "%s", row->words);
    int argc = split(words, argv, 0);
    snprintf(title, sizeof(title), "barecard %s", argv[0]);
    argv[0] = title;
    if (row->flags & TAKES_MORE)
        argc = split(more, argv, argc);
    const int status = call(row, argc, argv, said);
    require_that(status == 0 || status == 2 || (status == 1 && row->flags & MAY_FAIL), "status");
    expect_shown(said);
    close(said);
    expect_nothing_left();
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    const uint8_t *const end = memchr(bytes, '\n', size < HEAD_MAX ? size : HEAD_MAX);
    char head[HEAD_MAX + 1] = "";

    if (!end || end - bytes < 2 || bytes[0] < '0' || bytes[1] < '0' || bytes[1] > '9' ||
        bytes[0] - '0' >= (int)ARRAY_SIZE(rows))
        return 0;
    const struct row *const row = &rows[bytes[0] - '0'];
    const size_t rest = size - (size_t)(end + 1 - bytes);
    const size_t first = rest * (bytes[1] - '0') / 9;

    memcpy(head, bytes + 2, (size_t)(end - bytes) - 2);
    open_folder();
    require_that(fchdir(inside) == 0 && mkdir("run", 0700) == 0, "no room");
    keep(row->first, end + 1, first);
    keep(row->second, end + 1 + first, rest - first);
    carry_out(row, head);
    require_that(nftw(".", remove_one, 8, FTW_DEPTH | FTW_PHYS) == 0,
                 "the folder cannot be emptied");
    return fchdir(home);
}
