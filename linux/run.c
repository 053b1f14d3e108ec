#include "linux/session.h"

#include <pci/pci.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "linux/check.h"

int session_complain(const struct linux_request *request, const char *format, ...)
{
    va_list list;

    fprintf(stderr, "%s: ", request->command);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    return STATUS_ELSE;
}

static void name_machine(struct session *s)
{
    const struct roots *const roots = s->request->roots;
    char vendor[48], product[48];
    struct utsname kernel;

    uname(&kernel);
    file_read(vendor, sizeof(vendor), roots->sys, "class/dmi/id/sys_vendor");
    file_read(product, sizeof(product), roots->sys, "class/dmi/id/product_name");
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

/* An address without a card is a typing mistake, so the message lists the cards. */
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
            session_complain(request, "no NVIDIA card is at %s; there is%s", request->wanted[i],
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
                session_complain(s->request, "%s", sentence);
                return false;
            }
            session_say(s, sentence);
            continue;
        }
        if (!check_card(check, card, sentence)) {
            session_complain(s->request, "%s", sentence);
            return false;
        }
        s->found[(*count)++] = *card;
    }
    if (*count || !s->found_count)
        return true;
    session_complain(s->request, "every card is in use; --take tests them, or name one");
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

/* Says how each card is reached, because the extent of the test depends on it. */
static bool open_cards(struct session *s, const struct check *check, unsigned count)
{
    char sentence[SENTENCE_MAX], line[SENTENCE_MAX];

    for (unsigned i = 0; i < count; i++) {
        const enum reach reach = check_reach(check, &s->found[i]);

        if (!bus_open_card(&s->bus, &s->found[i], reach, sentence)) {
            session_complain(s->request, "%s", sentence);
            return false;
        }
        snprintf(line, sizeof(line), "%s: %s", s->found[i].name, reach_words[reach]);
        session_say(s, line);
        if (s->found[i].console && reach != REACH_LOOK) {
            snprintf(line, sizeof(line),
                     "%s: the console is drawn on it; the screen goes dark until "
                     "the end",
                     s->found[i].name);
            session_say(s, line);
        }
    }
    return true;
}

/* Gives back the cards that an earlier run has left, before ours are looked at. */
static bool recover(struct session *s)
{
    char name[16], line[120];

    if (!hold_recover(s->request->roots, name))
        return false;
    snprintf(line, sizeof(line), "an earlier barecard run was killed: %s was given back only now",
             name);
    session_say(s, line);
    return true;
}

/* All checks come before the first card is opened, so that a refusal leaves the machine as it was. */
static int run_session(struct session *s)
{
    const struct linux_request *const request = s->request;
    const struct check check = { .roots = request->roots,
                                 .root = geteuid() == 0,
                                 .take = request->take,
                                 .look = config_only_looks(request->config),
                                 .no_iommu = request->no_iommu };
    char sentence[SENTENCE_MAX];
    unsigned count;

    live_open(&s->live, STDOUT_FILENO);
    name_machine(s);
    if (!check_machine(&check, sentence))
        return session_complain(request, "%s", sentence);
    const bool killed = recover(s);
    s->found_count = cards_find(request->roots, s->access, s->found);
    if (!check_wanted(s) || !check_cards(s, &check, &count))
        return STATUS_ELSE;
    if (!medium_open(&s->medium, request->roots, request->folder, sentence))
        return session_complain(request, "%s", sentence);
    bus_open(&s->bus, request->roots, s->access);
    s->bus.log = session_say;
    s->bus.opaque = s;
    s->bus.roms = request->folder;
    s->bus.alone = request->config->alone;
    if (killed)
        medium_end_last(&s->medium);
    if (open_cards(s, &check, count))
        return session_guard(s);
    s->done = false;
    return session_end(s);
}

/* The session is shared memory, because the child fills it and this process ends the run with it. */
int linux_run(const struct linux_request *request, bool *reported)
{
    struct session *const s =
        mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    *reported = false;
    if (s == MAP_FAILED)
        return session_complain(request, "out of memory");
    s->request = request;
    s->access = pci_alloc();
    s->medium = (struct medium){ .journal = -1, .report = -1 };
    signal(SIGPIPE, SIG_IGN);
    session_hold_signals();
    pci_init(s->access);
    pci_scan_bus(s->access);
    const int status = run_session(s);
    *reported = s->done;
    pci_cleanup(s->access);
    munmap(s, sizeof(*s));
    return status;
}
