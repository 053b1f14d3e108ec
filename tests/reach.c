/* Which blocks of the code a test runs, for tests/mutate.py. gcc's -fsanitize-coverage=trace-pc calls the function
 * below at the start of each block; it sets the byte of that place in a file of REACH_DIR, one file for each program
 * and library. Loaded by LD_PRELOAD, so that nothing of it is in what is tested. */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MODULES 8 /* a program, the library, and other programs that may have been built for it */
#define REACHED (16u << 20) /* more bytes than any of them has of code */

struct module {
    const char *base;
    unsigned char *reached; /* NULL: nobody asked, or the file cannot be had */
};

static struct module modules[MODULES];
static size_t module_count;

void __sanitizer_cov_trace_pc(void);

static unsigned char *open_map(const char *program)
{
    const char *folder = getenv("REACH_DIR");
    const char *slash = strrchr(program, '/');
    char name[1024];

    if (!folder)
        return NULL;
    snprintf(name, sizeof name, "%s/%s", folder, slash ? slash + 1 : program);
    const int file = open(name, O_RDWR | O_CREAT, 0666);
    if (file < 0)
        return NULL;
    void *map = ftruncate(file, REACHED)
                    ? MAP_FAILED
                    : mmap(NULL, REACHED, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return map == MAP_FAILED ? NULL : map;
}

/* The module that has the code at an address, a new one with a map of its own; NULL if there are too many. */
static struct module *module_of(const char *at)
{
    Dl_info where;

    for (size_t i = 0; i < module_count; i++)
        if ((size_t)(at - modules[i].base) < REACHED)
            return &modules[i];
    if (module_count == MODULES || !dladdr(at, &where))
        return NULL;
    modules[module_count] = (struct module){ where.dli_fbase, open_map(where.dli_fname) };
    return &modules[module_count++];
}

void __sanitizer_cov_trace_pc(void)
{
    const char *const at = __builtin_return_address(0);
    const struct module *module = module_of(at);

    if (module && module->reached)
        module->reached[at - module->base] = 1;
}
