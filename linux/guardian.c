/* The processes of a run: the child that tests, the guardian that puts everything back when it has ended, and the keeper
 * that does so when nobody else is left. */
#include "linux/session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "linux/send.h"

#define STOPPED_WORDS 160
#define NEVER_KILLED                                                                               \
    "-1000" /* of oom_score_adj: when memory is short, the kernel ends the child that tests first */

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

void session_hold_signals(void)
{
    hold_signals(SIG_BLOCK);
}

static void set_signals(void (*handler)(int))
{
    const struct sigaction action = { .sa_handler = handler };

    for (unsigned i = 0; i < ARRAY_SIZE(signals); i++)
        sigaction(signals[i], &action, NULL);
    hold_signals(SIG_UNBLOCK);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* Dismisses the keeper, which waits for this word from a process that ends in order, or for the end
 * of the last one that could send it. */
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
    const struct sending sending = { .roots = s->request->roots,
                                     .folder = s->request->config->report,
                                     .label = s->request->config->label,
                                     .began = s->began,
                                     .report = s->medium.journal,
                                     .from = s->medium.from };
    char sentence[SENTENCE_MAX];

    if (!send_report(&sending, sentence))
        session_complain(s->request, "%s", sentence);
}

/* In the words of each card that was taken; hold_give_back has looked. */
static void say_put_back(struct session *s)
{
    for (unsigned i = 0; i < ARRAY_SIZE(s->bus.cards); i++) {
        const struct hold *const hold = &s->bus.cards[i].hold;
        const char *const driver = hold->functions[0].driver;

        if (hold->count)
            live_put_back(&s->live, hold->functions[0].name, driver[0] ? driver : "none");
    }
}

int session_end(struct session *s)
{
    if (s->done)
        live_end(&s->live, run_scene(s->run), s->request->folder);
    dismiss_keeper(s);
    if (s->done && s->request->config->report[0])
        send_all(s);
    bus_close(&s->bus);
    if (s->bus.not_back[0])
        session_complain(s->request, "%s", s->bus.not_back);
    else if (s->done)
        say_put_back(s);
    keyboard_close(&s->keyboard);
    typing_close(&s->typing);
    if (s->medium.lost)
        session_complain(s->request, "%s", s->medium.lost);
    medium_close(&s->medium);
    return s->done ? verdict_status(s->verdict) : STATUS_ELSE;
}

/* However the child has died, the cards go back and the report gets its end. */
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
    s->bus.comparers = NULL; /* its threads were the child's */
    if (!s->run || s->done)
        return;
    s->verdict = run_abandon(s->run, why);
    if (session_has_rounds(s->request->config))
        s->verdict = s->rounds.worst;
    s->done = true;
}

/* In a session of its own, and under another name, so that a kill of the other two does not reach it: it gives the
 * cards back when no other process is left to. */
static void keep(struct session *s)
{
    char word = 0;

    setsid();
    set_signals(SIG_IGN);
    prctl(PR_SET_NAME, "barecard-keeper");
    file_write(NEVER_KILLED, s->request->roots->proc, "self/oom_score_adj");
    close(s->alive[1]);
    while (read(s->alive[0], &word, 1) < 0 && errno == EINTR)
        ;
    if (word)
        _exit(0);
    s->keeper = 0;
    finish_for(s, SIGKILL);
    _exit(session_end(s));
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

/* Told by the kernel that the guardian is gone, the child ends as if a person had asked for it. */
static void be_child(struct session *s)
{
    s->child = getpid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    set_signals(session_hear);
    if (session_prompts(s))
        typing_open(&s->typing, false);
    else
        keyboard_open(&s->keyboard);
    session_test(s);
    if (getppid() == s->guardian)
        _exit(0);
    _exit(session_end(s));
}

static pid_t waited_for;

static void pass_on(int number)
{
    if (waited_for > 0)
        kill(waited_for, number);
}

/* The run is in a child, because a crash there must not keep this process from giving the cards
 * back. */
int session_guard(struct session *s)
{
    int status = 0;

    s->guardian = getpid();
    start_keeper(s);
    const pid_t child = fork();

    if (child < 0)
        return session_complain(s->request, "no second process: %s", strerror(errno));
    if (child == 0)
        be_child(s);
    file_write(NEVER_KILLED, s->request->roots->proc, "self/oom_score_adj");
    waited_for = child;
    set_signals(pass_on);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    waited_for = 0;
    finish_for(s, status);
    return session_end(s);
}
