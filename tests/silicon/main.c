/* tests/silicon/main.c: mistakes that a rig must never make. A good card of any family is never FAIL and no chip of it
 * is named, whatever silicon does where the documents leave room: each value of each knob, random combinations, all
 * tests with the risky ones, all judged as on silicon. Bad memory is named all the same, in the same words, and never
 * the wrong chip.
 *
 *     build/silicon [--all] [--jobs N] [--seed N] [--shard I/N] [--only TEXT]
 *
 * Without --all a sample that the seed draws. --jobs processes share the points, two unless said otherwise. --shard is
 * the I-th of N parts of the points, for as many machines. --only makes the points that have TEXT in their names.
 * TAP 13. */
#include <getopt.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/common/numbers.h"
#include "tests/silicon/point.h"

#define JOBS_MAX 64

static const struct section *const sections[] = { &good_cards, &good_knobs, &good_random,
                                                  &good_risks, &bad_knobs,  &bad_other,
                                                  &bad_holes,  &bad_shapes };

/* State that the processes share. */
struct shared {
    atomic_uint next; /* the next point that nobody has */
    atomic_flag printing;
    unsigned printed, failed;
    struct counts counts;
};

struct options {
    bool all;
    uint64_t jobs, seed;
    uint64_t shard, shards;
    const char *only;
};

static void print_complaint(const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");

        printf("#   %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void print_point(struct shared *shared, const struct point *point)
{
    while (atomic_flag_test_and_set(&shared->printing))
        sched_yield();
    shared->failed += point->complaint[0] != '\0';
    printf("%sok %u - %s\n", point->complaint[0] ? "not " : "", ++shared->printed, point->name);
    print_complaint(point->complaint);
    fflush(stdout);
    atomic_flag_clear(&shared->printing);
}

/* The section that a point is of, and the point's number there; null past the last one. */
static const struct section *section_of(unsigned *index, bool all)
{
    for (unsigned i = 0; i < ARRAY_SIZE(sections); i++) {
        const unsigned count = sections[i]->count(all);

        if (*index < count)
            return sections[i];
        *index -= count;
    }
    return NULL;
}

/* Takes points until there are no more. */
static void work(struct shared *shared, const struct options *options)
{
    struct card_said *const said = malloc(sizeof(*said));
    struct point point;

    if (!said)
        exit(2);
    for (;;) {
        const unsigned number = atomic_fetch_add(&shared->next, 1);
        unsigned index = number;
        const struct section *const section = section_of(&index, options->all);

        if (!section)
            break;
        if (number % options->shards != options->shard - 1)
            continue;
        point = (struct point){ .all = options->all,
                                .only = options->only,
                                .draw = { (options->seed << 20) + number },
                                .counts = &shared->counts,
                                .said = said };
        section->point(&point, index);
        if (!options->only || strstr(point.name, options->only))
            print_point(shared, &point);
    }
    free(said);
}

/* Whether all processes came to their end; one that did not has left a point out. */
static bool work_together(struct shared *shared, const struct options *options)
{
    bool good = true;

    fflush(stdout);
    for (uint64_t i = 0; i < options->jobs; i++)
        if (fork() == 0) {
            work(shared, options);
            fflush(stdout);
            _exit(0);
        }
    for (int status; wait(&status) > 0;)
        good &= WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return good;
}

/* "2/5" */
static bool parse_shard(struct options *options, const char *text)
{
    const size_t digits = strcspn(text, "/");

    return text[digits] == '/' && number_parse(text, digits, &options->shard) &&
           number_parse(text + digits + 1, strlen(text + digits + 1), &options->shards) &&
           options->shard >= 1 && options->shard <= options->shards;
}

static bool parse(struct options *options, int argc, char **argv)
{
    static const struct option longs[] = {
        { "all", no_argument, NULL, 'a' },        { "jobs", required_argument, NULL, 'j' },
        { "seed", required_argument, NULL, 's' }, { "shard", required_argument, NULL, 'i' },
        { "only", required_argument, NULL, 'o' }, { 0 }
    };

    for (int option; (option = getopt_long(argc, argv, "", longs, NULL)) != -1;) {
        if (option == 'a')
            options->all = true;
        else if (option == 'o')
            options->only = optarg;
        else if (option == 'i' && parse_shard(options, optarg))
            continue;
        else if ((option != 'j' && option != 's') ||
                 !number_parse(optarg, strlen(optarg),
                               option == 'j' ? &options->jobs : &options->seed))
            return false;
    }
    return optind == argc && options->jobs && options->jobs <= JOBS_MAX;
}

int main(int argc, char **argv)
{
    struct options options = { .jobs = 2, .seed = 1, .shard = 1, .shards = 1 };
    struct shared *const shared =
        mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (shared == MAP_FAILED || !parse(&options, argc, argv)) {
        fprintf(stderr, "usage: %s [--all] [--jobs N] [--seed N] [--shard I/N] [--only TEXT]\n",
                argv[0]);
        return 2;
    }
    if (!work_together(shared, &options)) {
        printf("not ok %u - silicon.ends\n", ++shared->printed);
        shared->failed++;
    }
    printf("# %u runs, %u of them PASS; bad cards of random shape: %u named, %u without a name\n",
           shared->counts.runs, shared->counts.passed, shared->counts.named, shared->counts.silent);
    printf("1..%u\n", shared->printed);
    return shared->failed ? 1 : 0;
}
