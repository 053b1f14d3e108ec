/* Files that `barecard run --out` keeps (linux/medium.h): a file that is begun anew takes the place of an older one when it is
 * whole, and on a disk that is full the older one stays. */
#include <dirent.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "linux/medium.h"
#include "tests/kit/tests.h"

#define OLDER "what an earlier run has said"

static char folder[] = "/tmp/barecard-medium-XXXXXX";
static struct medium medium;
static const char *const names[] = { "report.txt", "probe.json", "card.rom" };

static void put(const char *name, const char *text)
{
    FILE *const file = fopen(name, "w");

    assert_true(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void holds(const char *name, const char *text)
{
    char seen[256] = "";
    FILE *const file = fopen(name, "r");

    assert_non_null(file);
    seen[fread(seen, 1, sizeof(seen) - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, seen);
}

/* The folder's files besides report.jsonl. */
static void expect_files(unsigned wanted)
{
    DIR *const all = opendir(".");
    unsigned seen = 0;

    for (struct dirent *one; (one = readdir(all));)
        seen += one->d_type == DT_REG && strcmp(one->d_name, "report.jsonl") != 0;
    closedir(all);
    assert_int_equal(wanted, seen);
}

FIXTURE(begin)
{
    char path[] = "/tmp/barecard-medium-XXXXXX";

    memcpy(folder, path, sizeof(folder));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(0, chdir(folder));
    for (unsigned i = 0; i < 3; i++)
        put(names[i], OLDER);
    signal(SIGXFSZ, SIG_IGN);
}

FIXTURE(end)
{
    char command[sizeof(folder) + 8];

    assert_int_equal(0, chdir("/"));
    snprintf(command, sizeof(command), "rm -r %s", folder);
    assert_int_equal(0, system(command));
}

static void open_medium(void)
{
    const struct roots roots = { .lib = "/proc/nowhere" };
    char sentence[SENTENCE_MAX];

    assert_true(medium_open(&medium, &roots, folder, sentence));
}

static void write_pieces(void)
{
    medium_text(&medium, "one\n", 4);
    medium_text(&medium, "two\n", 4);
    medium_probe(&medium, "[1", 2);
    medium_probe(&medium, "]", 1);
}

TEST(files_that_fit_replace_older_ones, begin, end)
{
    open_medium();
    write_pieces();
    holds("report.was", OLDER);
    assert_true(medium_keep(&medium, "card.rom", "rom", 3));
    medium_end_tests(&medium);
    medium_close(&medium);
    assert_null(medium.lost);
    holds("report.txt", "one\ntwo\n");
    holds("probe.json", "[1]");
    holds("card.rom", "rom");
    expect_files(3);
}

/* The disk is full after two bytes of each file. */
TEST(files_that_do_not_fit_leave_older_ones, begin, end)
{
    struct rlimit usual;

    getrlimit(RLIMIT_FSIZE, &usual);
    open_medium();
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 2, usual.rlim_max });
    write_pieces();
    const bool kept = medium_keep(&medium, "card.rom", "rom", 3);

    medium_end_tests(&medium);
    medium_close(&medium);
    setrlimit(RLIMIT_FSIZE, &usual);
    assert_false(kept);
    assert_string_equal("probe.json could not be written (is the disk full?)", medium.lost);
    for (unsigned i = 0; i < 3; i++)
        holds(names[i], OLDER);
    expect_files(3);
}

TEST(a_run_that_never_began_changes_nothing, begin, end)
{
    open_medium();
    medium_close(&medium);
    holds("report.txt", OLDER);
    expect_files(3);
}

/* The process that tests is killed in its second round: the other one ends the text of that round, and the worst round's
 * takes its place; what a probe had is no JSON, so the older one comes back. */
TEST(another_process_ends_the_files, begin, end)
{
    struct medium *const shared =
        mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    open_medium();
    *shared = medium;
    const pid_t child = fork();

    if (child == 0) {
        medium_text(shared, "first\n", 6);
        medium_end_round(shared, true);
        medium_text(shared, "second\n", 7);
        medium_probe(shared, "[", 1);
        _exit(0);
    }
    assert_int_equal(child, waitpid(child, NULL, 0));
    medium_text(shared, "verdict\n", 8);
    holds("report.txt", "second\nverdict\n");
    holds(".report.worst", "first\n");
    medium_close(shared);
    holds("report.txt", "first\n");
    holds("probe.json", OLDER);
    expect_files(3);
    munmap(shared, sizeof(*shared));
}
