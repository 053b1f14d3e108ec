#include "linux/run.h"

#include <errno.h>
#include <fcntl.h>
#include <pci/pci.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "linux/bus.h"
#include "linux/keyboard.h"
#include "linux/live.h"
#include "linux/medium.h"
#include "linux/send.h"

#define STATUS_ELSE   2
#define AT_ONCE       77 /* the child's exit status when it was told to end at once */
#define SAME_US       UINT64_C(300000)
#define SLEPT_NS      INT64_C(2000000000)
#define STOPPED_WORDS 160

/* All that child and guardian share. */
struct session {
    const struct linux_request *request;
    struct pci_access *access;
    struct linux_bus bus;
    struct medium medium;
    struct live live;
    struct keyboard keyboard;
    struct rounds rounds;
    struct run *run;               /* null: it has not begun, or has ended */
    pid_t guardian, child, keeper; /* 0: there is none */
    int alive[2];                  /* the keeper reads, the others hold the other end */
    enum verdict verdict;
    bool done; /* the child has ended the report */
    struct moment began;
    uint64_t began_us;
    int64_t slept_ns; /* that the machine had slept when the run began */
    char machine[200];
    struct linux_card found[CARDS_MAX];
    unsigned found_count;
    uint64_t arena[RUN_ARENA_SIZE / sizeof(uint64_t)];
};

/* A signal handler gets no argument of ours. How often somebody has asked for the end, and by which signal first. */
static volatile sig_atomic_t asked, asked_by;

static int complain(const struct linux_request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int complain(const struct linux_request *request, const char *format, ...)
{
    va_list list;

    fprintf(stderr, "%s: ", request->command);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    return STATUS_ELSE;
}

/* ---- sinks ----------------------------------------------------------------------------------- */

static uint64_t now_us(void *opaque)
{
    struct timespec now;

    (void)opaque;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void sink_tap(void *opaque, const char *text, size_t size)
{
    live_tap(&((struct session *)opaque)->live, text, size);
}

static void sink_record(void *opaque, const char *lines, size_t size)
{
    medium_record(&((struct session *)opaque)->medium, lines, size);
}

static void sink_text(void *opaque, const char *line, size_t size)
{
    medium_text(&((struct session *)opaque)->medium, line, size);
}

static void sink_probe(void *opaque, const char *text, size_t size)
{
    struct session *const s = opaque;

    if (s->request->folder)
        medium_probe(&s->medium, text, size);
    else
        live_tap(&s->live, text, size);
}

static bool sink_keep(void *opaque, const char *name, const void *bytes, size_t size)
{
    return medium_keep(&((struct session *)opaque)->medium, name, bytes, size);
}

static uint64_t sink_log_open(void *opaque, const char *name)
{
    return medium_log_open(&((struct session *)opaque)->medium, name);
}

static bool sink_log_write(void *opaque, uint64_t at, const char *text, size_t size)
{
    return medium_log_write(&((struct session *)opaque)->medium, at, text, size);
}

static void sink_show(void *opaque, const struct scene *scene, bool now)
{
    struct session *const s = opaque;

    (void)scene;
    if (s->run)
        live_show(&s->live, run_scene(s->run), s->began_us, now_us(NULL), now);
}

static void say(void *opaque, const char *line)
{
    struct session *const s = opaque;

    live_comment(&s->live, line);
    if (s->run)
        run_note(s->run, line);
}

static int next_key(void *opaque)
{
    return keyboard_next(&((struct session *)opaque)->keyboard);
}

/* ---- why it ends early ----------------------------------------------------------------------- */

/* How long the machine has slept since it was started: one of the clocks goes on then. */
static int64_t slept_ns(void)
{
    struct timespec with, without;

    clock_gettime(CLOCK_MONOTONIC, &without);
    clock_gettime(CLOCK_BOOTTIME, &with);
    return (with.tv_sec - without.tv_sec) * INT64_C(1000000000) + with.tv_nsec - without.tv_nsec;
}

static const char *signal_words(void)
{
    switch (asked_by) {
    case SIGINT:
        return "stopped by Ctrl-C";
    case SIGHUP:
        return "stopped: the terminal has gone (SIGHUP)";
    default:
        return "stopped by SIGTERM";
    }
}

static const char *halt(void *opaque)
{
    struct session *const s = opaque;
    const char *why = asked ? signal_words() : NULL;

    if (asked == 1 && s->live.terminal)
        live_comment(&s->live,
                     "ends after this step, everything is put back. Ctrl-C again: at once.");
    if (!why && slept_ns() - s->slept_ns > SLEPT_NS)
        why = "the machine has slept meanwhile, and the card may have lost its start";
    for (unsigned i = 0; !why && i < s->bus.count; i++)
        if (s->bus.cards[i].reach == REACH_VFIO)
            why = vfio_asks(&s->bus.cards[i].vfio);
    return why;
}

/* The second time at once: the guardian puts everything back. Who sends a signal to a whole group of processes (timeout,
 * a terminal) reaches this one twice within a moment, and means it once. */
static void hear(int number)
{
    static volatile uint64_t first_us; /* async-signal-safe: only this handler uses it */

    if (asked && now_us(NULL) - first_us >= SAME_US)
        _exit(AT_ONCE);
    if (asked++)
        return;
    asked_by = number;
    first_us = now_us(NULL);
}

/* ---- the run, in the child ------------------------------------------------------------------- */

static struct moment time_of_day(void)
{
    const time_t now = time(NULL);
    struct tm local;

    localtime_r(&now, &local);
    const struct moment_date date = { .year = (uint16_t)(local.tm_year + 1900),
                                      .month = (uint8_t)(local.tm_mon + 1),
                                      .day = (uint8_t)local.tm_mday,
                                      .hour = (uint8_t)local.tm_hour,
                                      .minute = (uint8_t)local.tm_min,
                                      .second = (uint8_t)local.tm_sec };

    return moment_of(&date, (int)(local.tm_gmtoff / 60));
}

static bool has_rounds(const struct run_config *config)
{
    return config->loop != 1 || config->has_until;
}

/* Since midnight. */
static int minute_now(void)
{
    return (int)(time_of_day().ms / 60000 % 1440);
}

static void run_round(struct session *s)
{
    const struct linux_request *const request = s->request;
    const struct run_sinks sinks = { .opaque = s,
                                     .tap = sink_tap,
                                     .record = sink_record,
                                     .text = sink_text,
                                     .probe = sink_probe,
                                     .keep = sink_keep,
                                     .log_open = sink_log_open,
                                     .log_write = sink_log_write,
                                     .show = sink_show,
                                     .time_us = now_us };
    const struct run_setup setup = { .suites = request->suites,
                                     .config = request->config,
                                     .config_error = request->config_error,
                                     .board_file = request->board_file,
                                     .sinks = &sinks,
                                     .version = request->version,
                                     .machine = s->machine,
                                     .began = time_of_day(),
                                     .previous =
                                         s->medium.previous.size ? &s->medium.previous : NULL,
                                     .key = s->keyboard.open ? next_key : NULL,
                                     .halt = halt,
                                     .opaque = s,
                                     .rounds = has_rounds(request->config) ? &s->rounds : NULL };

    s->began_us = now_us(NULL);
    s->slept_ns = slept_ns();
    s->run = run_open(&setup, s->arena);
    run_bus(s->run, &s->bus.bus);
    s->verdict = run_close(s->run);
}

/* What all rounds come to, for who reads TAP. */
static void say_all_rounds(struct session *s)
{
    char line[ROUNDS_WORDS_MAX + 80], sum[ROUNDS_WORDS_MAX];
    struct text words = text_in(sum, sizeof(sum));

    rounds_words(&s->rounds, &words);
    const int size =
        snprintf(line, sizeof(line), "# all rounds: %s; %s\n", verdict_name(s->rounds.worst), sum);
    live_tap(&s->live, line, (size_t)size);
}

/* Each round is a run of its own in the report; report.txt is of the worst. */
static void run_tests(struct session *s)
{
    const struct run_config *const config = s->request->config;
    const int begun = minute_now();

    s->began = time_of_day();
    do {
        run_round(s);
        if (has_rounds(config))
            medium_end_round(&s->medium, s->rounds.worst_in == s->rounds.done);
    } while (has_rounds(config) && !run_stopped(s->run) &&
             rounds_go_on(&s->rounds, config, begun, minute_now()));
    if (has_rounds(config)) {
        s->verdict = s->rounds.worst;
        say_all_rounds(s);
    }
    s->done = true;
}

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

/* From before the first change to a card until each process has its handlers they wait. */
static void hold_signals(int how)
{
    sigset_t set;

    sigemptyset(&set);
    for (unsigned i = 0; i < ARRAY_SIZE(signals); i++)
        sigaddset(&set, signals[i]);
    sigprocmask(how, &set, NULL);
}

static void set_signals(void (*handler)(int))
{
    const struct sigaction action = { .sa_handler = handler };

    for (unsigned i = 0; i < ARRAY_SIZE(signals); i++)
        sigaction(signals[i], &action, NULL);
    hold_signals(SIG_UNBLOCK);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* What the keeper waits for: a word from whoever ends in order, or the end of the last who could. */
static void dismiss_keeper(struct session *s)
{
    if (!s->keeper)
        return;
    if (write(s->alive[1], "d", 1) == 1 && getpid() == s->guardian)
        waitpid(s->keeper, NULL, 0);
    close(s->alive[1]);
}

static void send_all(struct session *s)
{
    const struct sending sending = { .places = s->request->places,
                                     .folder = s->request->config->report,
                                     .label = s->request->config->label,
                                     .began = s->began,
                                     .report = s->medium.journal,
                                     .from = s->medium.from };
    char sentence[SENTENCE_MAX];

    if (!send_report(&sending, sentence))
        complain(s->request, "%s", sentence);
}

static int end(struct session *s)
{
    if (s->done)
        live_end(&s->live, run_scene(s->run), s->request->folder);
    dismiss_keeper(s);
    if (s->done && s->request->config->report[0])
        send_all(s);
    bus_close(&s->bus);
    keyboard_close(&s->keyboard);
    if (s->medium.lost)
        complain(s->request, "%s", s->medium.lost);
    medium_close(&s->medium);
    return s->done ? verdict_status(s->verdict) : STATUS_ELSE;
}

/* Whatever the child died of, the cards go back and the report gets its end. */
static void finish_for(struct session *s, int status)
{
    char why[STOPPED_WORDS];

    if (WIFEXITED(status) && WEXITSTATUS(status) == AT_ONCE)
        snprintf(why, sizeof(why), "stopped at once, in the middle of a step");
    else if (WIFSIGNALED(status))
        snprintf(why, sizeof(why), "the process that tested it was ended by signal %d (%s)",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        snprintf(why, sizeof(why), "the process that tested it ended with status %d",
                 WEXITSTATUS(status));
    window_guard(s->bus.taken ? &s->bus.taken->windows : NULL);
    s->bus.crew = NULL; /* its threads were the child's */
    if (!s->run || s->done)
        return;
    s->verdict = run_abandon(s->run, why);
    if (has_rounds(s->request->config))
        s->verdict = s->rounds.worst;
    s->done = true;
}

/* In a session of its own, and under another name, so that whoever kills the other two does not mean it: it gives the
 * cards back when nobody else is left to. */
static void keep(struct session *s)
{
    char word = 0;

    setsid();
    set_signals(SIG_IGN);
    prctl(PR_SET_NAME, "barecard-keeper");
    close(s->alive[1]);
    while (read(s->alive[0], &word, 1) < 0 && errno == EINTR)
        ;
    if (word)
        _exit(0);
    s->keeper = 0;
    finish_for(s, SIGKILL);
    _exit(end(s));
}

static void start_keeper(struct session *s)
{
    if (pipe2(s->alive, O_CLOEXEC))
        return;
    const pid_t keeper = fork();

    if (keeper == 0)
        keep(s);
    close(s->alive[0]);
    if (keeper > 0)
        s->keeper = keeper;
    else
        close(s->alive[1]);
}

/* Told by the kernel that the guardian is gone, the child ends as if somebody had asked it to. */
static void be_child(struct session *s)
{
    s->child = getpid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    set_signals(hear);
    keyboard_open(&s->keyboard);
    run_tests(s);
    if (getppid() == s->guardian)
        _exit(0);
    _exit(end(s));
}

static pid_t waited_for;

static void pass_on(int number)
{
    if (waited_for > 0)
        kill(waited_for, number);
}

static int guard(struct session *s)
{
    int status = 0;

    s->guardian = getpid();
    start_keeper(s);
    const pid_t child = fork();

    if (child < 0)
        return complain(s->request, "no second process: %s", strerror(errno));
    if (child == 0)
        be_child(s);
    waited_for = child;
    set_signals(pass_on);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    waited_for = 0;
    finish_for(s, status);
    return end(s);
}

/* ---- the beginning --------------------------------------------------------------------------- */

static void name_machine(struct session *s)
{
    const struct places *const places = s->request->places;
    char vendor[48], product[48];
    struct utsname kernel;

    uname(&kernel);
    file_read(vendor, sizeof(vendor), places->sys, "class/dmi/id/sys_vendor");
    file_read(product, sizeof(product), places->sys, "class/dmi/id/product_name");
    snprintf(s->machine, sizeof(s->machine), "%s%s%s%sLinux %s", vendor, vendor[0] ? " " : "",
             product, product[0] ? ", " : "", kernel.release);
}

static bool is_wanted(const struct linux_request *request, const char *name)
{
    for (unsigned i = 0; i < request->wanted_count; i++)
        if (strcmp(request->wanted[i], name) == 0)
            return true;
    return request->wanted_count == 0;
}

/* An address that nobody has is a slip of the pen, and says what there is. */
static bool check_wanted(const struct session *s)
{
    const struct linux_request *const request = s->request;
    char list[CARDS_MAX * 16 + 1] = "";

    for (unsigned c = 0; c < s->found_count; c++)
        snprintf(list + strlen(list), sizeof(list) - strlen(list), " %s", s->found[c].name);
    for (unsigned i = 0; i < request->wanted_count; i++) {
        bool found = false;

        for (unsigned c = 0; c < s->found_count; c++)
            found |= strcmp(request->wanted[i], s->found[c].name) == 0;
        if (!found) {
            complain(request, "no NVIDIA card is at %s; there is%s", request->wanted[i],
                     list[0] ? list : " none");
            return false;
        }
    }
    return true;
}

/* Before anything is touched. Cards in use are passed over unless somebody has named them; `count` are left. */
static bool check_cards(struct session *s, const struct check *check, unsigned *count)
{
    char sentence[SENTENCE_MAX];

    *count = 0;
    for (unsigned i = 0; i < s->found_count; i++) {
        const struct linux_card *const card = &s->found[i];

        if (!is_wanted(s->request, card->name))
            continue;
        if (!check_free(check, card, sentence)) {
            if (s->request->wanted_count || s->found_count == 1) {
                complain(s->request, "%s", sentence);
                return false;
            }
            say(s, sentence);
            continue;
        }
        if (!check_card(check, card, sentence)) {
            complain(s->request, "%s", sentence);
            return false;
        }
        s->found[(*count)++] = *card;
    }
    if (*count || !s->found_count)
        return true;
    complain(s->request, "every card is in use; --take tests them, or name one");
    return false;
}

static const char *const reach_words[] = {
    [REACH_VFIO] = "by VFIO, the IOMMU shows it our memory alone",
    [REACH_DIRECT] =
        "without an IOMMU: while it is tested the card can reach all memory of this machine",
    [REACH_LOOK] = "looked at, with nothing written to it; its driver, if it has one, stays",
    [REACH_NO_DMA] =
        ("the machine has no IOMMU that is switched on, so nothing is tested that needs DMA: "
         "--no-iommu tests it, and lets the card reach all memory")
};

static bool open_cards(struct session *s, const struct check *check, unsigned count)
{
    char sentence[SENTENCE_MAX], line[SENTENCE_MAX];

    for (unsigned i = 0; i < count; i++) {
        const enum reach reach = check_reach(check, &s->found[i]);

        if (!bus_open_card(&s->bus, &s->found[i], reach, sentence)) {
            complain(s->request, "%s", sentence);
            return false;
        }
        snprintf(line, sizeof(line), "%s: %s", s->found[i].name, reach_words[reach]);
        say(s, line);
    }
    return true;
}

/* What an earlier run has left: its cards go back before ours are looked at. */
static bool recover(struct session *s)
{
    char name[16], line[120];

    if (!hold_recover(s->request->places, name))
        return false;
    snprintf(line, sizeof(line), "an earlier barecard run was killed: %s was given back only now",
             name);
    say(s, line);
    return true;
}

static int run_session(struct session *s)
{
    const struct linux_request *const request = s->request;
    const struct check check = { .places = request->places,
                                 .root = geteuid() == 0,
                                 .take = request->take,
                                 .look = request->config->mode != MODE_TEST,
                                 .no_iommu = request->no_iommu };
    char sentence[SENTENCE_MAX];
    unsigned count;

    live_open(&s->live, STDOUT_FILENO);
    name_machine(s);
    if (!check_machine(&check, sentence))
        return complain(request, "%s", sentence);
    const bool killed = recover(s);
    s->found_count = cards_find(request->places, s->access, s->found);
    if (!check_wanted(s) || !check_cards(s, &check, &count))
        return STATUS_ELSE;
    if (!medium_open(&s->medium, request->places, request->folder, sentence))
        return complain(request, "%s", sentence);
    bus_open(&s->bus, request->places, s->access);
    s->bus.log = say;
    s->bus.opaque = s;
    s->bus.roms = request->folder;
    if (killed)
        medium_end_last(&s->medium);
    if (open_cards(s, &check, count))
        return guard(s);
    s->done = false;
    return end(s);
}

int linux_run(const struct linux_request *request, bool *reported)
{
    struct session *const s =
        mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    *reported = false;
    if (s == MAP_FAILED)
        return complain(request, "out of memory");
    s->request = request;
    s->access = pci_alloc();
    s->medium = (struct medium){ .journal = -1, .report = -1, .text = -1, .probe = -1, .log = -1 };
    signal(SIGPIPE, SIG_IGN);
    hold_signals(SIG_BLOCK);
    pci_init(s->access);
    pci_scan_bus(s->access);
    const int status = run_session(s);
    *reported = s->done;
    pci_cleanup(s->access);
    munmap(s, sizeof(*s));
    return status;
}
