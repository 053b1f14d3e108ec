#include "linux/window.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A signal handler gets no argument of ours. */
static const struct windows *volatile guarded;

uint8_t *window_find(const struct windows *windows, bus_addr at, size_t size)
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        const struct window *const w = &windows->all[i];

        if (w->size && at.v - w->at < w->size && size <= w->size - (size_t)(at.v - w->at))
            return w->memory + (at.v - w->at);
    }
    return NULL;
}

void windows_close(struct windows *windows)
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++)
        if (windows->all[i].size)
            munmap(windows->all[i].memory, windows->all[i].size);
    *windows = (struct windows){ 0 };
}

/* The access that has failed is made again when this returns, and reads all ones. */
static void replace_page(int signal_number, siginfo_t *info, void *context)
{
    const struct windows *const windows = guarded;
    const uintptr_t at = (uintptr_t)info->si_addr, page = (uintptr_t)sysconf(_SC_PAGESIZE);

    (void)signal_number;
    (void)context;
    for (unsigned i = 0; windows && i < PCI_BAR_COUNT; i++) {
        const struct window *const w = &windows->all[i];

        if (!w->size || at - (uintptr_t)w->memory >= w->size)
            continue;
        void *const there = (void *)(at & ~(page - 1)); /* NOLINT(performance-no-int-to-ptr) */

        if (mmap(there, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                 0) != there)
            break;
        memset(there, 0xff, page);
        return;
    }
    signal(SIGBUS, SIG_DFL); /* no card's: the access made again ends the process */
}

void window_guard(const struct windows *windows)
{
    const struct sigaction action = { .sa_sigaction = replace_page, .sa_flags = SA_SIGINFO };

    guarded = windows;
    sigaction(SIGBUS, &action, NULL);
}
