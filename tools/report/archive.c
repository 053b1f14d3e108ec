#include "tools/report/archive.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/save.h"

extern char **environ;

struct hold hold_signals(void)
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
    struct hold hold;
    sigset_t held;

    sigemptyset(&hold.ending);
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        struct sigaction now;

        if (sigaction(ends[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&hold.ending, ends[i]);
    }
    signal(SIGCHLD, SIG_DFL); /* waitpid finds no child where it is ignored */
    held = hold.ending;
    sigaddset(&held, SIGCHLD);
    sigprocmask(SIG_BLOCK, &held, &hold.before);
    return hold;
}

bool hold_is_over(const struct hold *hold)
{
    sigset_t waiting;

    sigpending(&waiting);
    return sigandset(&waiting, &waiting, &hold->ending) == 0 && !sigisemptyset(&waiting);
}

void hold_end(const struct hold *hold)
{
    sigprocmask(SIG_SETMASK, &hold->before, NULL);
}

static bool complain(char **argv, const char *what)
{
    fprintf(stderr, "%s: %s: %s\n", argv[0], what, strerror(errno));
    return false;
}

/* Whether tar ended well; it has named the error itself. A signal that ends the program ends tar
 * first. */
static bool wait_for_tar(const struct hold *hold, pid_t tar)
{
    sigset_t wanted = hold->ending;
    int status = -1, signal = 0;

    sigaddset(&wanted, SIGCHLD);
    while (waitpid(tar, &status, WNOHANG) == 0)
        if (sigwait(&wanted, &signal) == 0 && signal != SIGCHLD) {
            kill(tar, SIGTERM);
            waitpid(tar, &status, 0);
            raise(signal); /* it waits again, and ends the program at last */
            return false;
        }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* No owner's name, and the same bytes for the same files. Tar writes to its standard output, because it takes a file
 * name with a colon for one on another machine. */
static bool run_tar(char **argv, const char *room, const char *folder, int to,
                    const struct hold *hold)
{
    char *const arguments[] = { "tar",
                                "--create",
                                "--gzip",
                                "--sort=name",
                                "--owner=0",
                                "--group=0",
                                "--numeric-owner",
                                "--mtime=@0",
                                "--mode=u=rw,go=r,a+X",
                                "--file=-",
                                "--directory",
                                (char *)room,
                                (char *)folder,
                                NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t signals;
    pid_t tar;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
    posix_spawnattr_init(&signals);
    posix_spawnattr_setsigmask(&signals, &hold->before);
    posix_spawnattr_setflags(&signals, POSIX_SPAWN_SETSIGMASK);
    errno = posix_spawnp(&tar, "tar", &files, &signals, arguments, environ);
    posix_spawnattr_destroy(&signals);
    posix_spawn_file_actions_destroy(&files);
    return errno ? complain(argv, "tar") : wait_for_tar(hold, tar);
}

bool archive_write(char **argv, const char *room, const char *folder, const char *output,
                   const struct hold *hold)
{
    struct save save;

    if (strcmp(output, "-") == 0)
        return run_tar(argv, room, folder, STDOUT_FILENO, hold);
    if (!save_open(&save, output))
        return complain(argv, output);
    const bool packed = run_tar(argv, room, folder, fileno(save.stream), hold);
    return save_close(&save, packed) || (packed && complain(argv, output));
}
