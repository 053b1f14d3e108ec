#include "linux/hold.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEVICE     "bus/pci/devices/%s"
#define VFIO       "vfio-pci"
#define STATE      "card-" /* of the file's name, then the card's address */
#define COMMAND_AT 4
#define NOBODY                                                                                     \
    "barecard" /* as driver_override: no driver has that name, so none comes while we drive the card */

static bool fail(char sentence[SENTENCE_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(char sentence[SENTENCE_MAX], const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(sentence, SENTENCE_MAX, format, list);
    va_end(list);
    return false;
}

/* ---- configuration space --------------------------------------------------------------------- */

static int open_config(const struct hold *hold, const struct held_function *f)
{
    char path[FILE_PATH_MAX];

    file_path(path, hold->roots->sys, "bus/pci/devices/%s/config", f->name);
    return open(path, O_RDWR | O_CLOEXEC);
}

static unsigned read_command(const struct hold *hold, const struct held_function *f)
{
    const int file = open_config(hold, f);
    uint16_t command = 0;

    if (file >= 0) {
        if (pread(file, &command, sizeof(command), COMMAND_AT) != sizeof(command))
            command = 0;
        close(file);
    }
    return command;
}

static void write_command(const struct hold *hold, const struct held_function *f)
{
    const int file = open_config(hold, f);
    const uint16_t command = (uint16_t)f->command;

    if (file < 0)
        return;
    if (pwrite(file, &command, sizeof(command), COMMAND_AT) != sizeof(command))
        perror("barecard: Command register");
    close(file);
}

/* ---- the former state, in a file ------------------------------------------------------------- */

static void state_path(char path[FILE_PATH_MAX], const struct hold *hold)
{
    file_path(path, hold->roots->run, STATE "%s", hold->functions[0].name);
}

/* A word or "-" for none, so that a line can be read back by its words. */
static const char *word(const char *text)
{
    return text[0] ? text : "-";
}

/* The file is locked as long as the card is held, so that a second run does not give back a card in
 * use. */
static bool write_state(struct hold *hold, char sentence[SENTENCE_MAX])
{
    char path[FILE_PATH_MAX];

    mkdir(hold->roots->run, 0700);
    state_path(path, hold);
    FILE *const file = fopen(path, "a+e");
    if (!file)
        return fail(sentence, "%s cannot be written: %s", path, strerror(errno));
    if (flock(fileno(file), LOCK_EX | LOCK_NB) || ftruncate(fileno(file), 0)) {
        fclose(file);
        return fail(sentence, "%s is being tested by another barecard run",
                    hold->functions[0].name);
    }
    fprintf(file, "framebuffer %s %s\n", word(hold->framebuffer.driver),
            word(hold->framebuffer.device));
    for (unsigned i = 0; i < hold->count; i++) {
        const struct held_function *const f = &hold->functions[i];

        fprintf(file, "function %s %s %s %s %x %d %s\n", f->name, word(f->driver),
                word(f->override), word(f->control), f->command, f->has_resets, f->resets);
    }
    fflush(file);
    hold->state = file;
    return true;
}

static void unword(char *text)
{
    if (strcmp(text, "-") == 0)
        text[0] = '\0';
}

static bool read_function(struct hold *hold, const char *line)
{
    struct held_function f = { 0 };
    int has = 0, used = 0;

    if (hold->count == FUNCTIONS_MAX ||
        sscanf(line, "function %15s %31s %31s %7s %x %d %n", f.name, f.driver, f.override,
               f.control, &f.command, &has, &used) != 6)
        return false;
    f.has_resets = has;
    snprintf(f.resets, sizeof(f.resets), "%s", line + used);
    f.resets[strcspn(f.resets, "\n")] = '\0';
    unword(f.driver);
    unword(f.override);
    unword(f.control);
    hold->functions[hold->count++] = f;
    return true;
}

static bool read_state(struct hold *hold, const char *name)
{
    char line[FILE_PATH_MAX];

    file_path(line, hold->roots->run, "%s", name);
    FILE *const file = fopen(line, "r+e");
    if (!file)
        return false;
    if (flock(fileno(file), LOCK_EX | LOCK_NB)) { /* the run that has taken the card still lives */
        fclose(file);
        return false;
    }
    while (fgets(line, sizeof(line), file))
        if (sscanf(line, "framebuffer %31s %31s", hold->framebuffer.driver,
                   hold->framebuffer.device) == 2) {
            unword(hold->framebuffer.driver);
            unword(hold->framebuffer.device);
        } else {
            read_function(hold, line);
        }
    hold->state = file;
    return true;
}

/* ---- taking ---------------------------------------------------------------------------------- */

static void look(struct hold *hold, const struct function *function)
{
    struct held_function *const f = &hold->functions[hold->count++];
    const char *const sys = hold->roots->sys;

    *f = (struct held_function){ 0 };
    snprintf(f->name, sizeof(f->name), "%s", function->name);
    snprintf(f->driver, sizeof(f->driver), "%s", function->driver);
    file_read(f->override, sizeof(f->override), sys, DEVICE "/driver_override", f->name);
    if (strcmp(f->override, "(null)") == 0)
        f->override[0] = '\0';
    file_read(f->control, sizeof(f->control), sys, DEVICE "/power/control", f->name);
    f->has_resets =
        file_read(f->resets, sizeof(f->resets), sys, DEVICE "/reset_method", f->name) > 0;
    f->command = read_command(hold, f);
}

/* By the program that knows where the system keeps its modules. */
static int modprobe(const char *const words[])
{
    int status = 0;
    const pid_t child = fork();

    if (child == 0) {
        execvp(words[0], (char *const *)words);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* disable_idle_d3: else the driver sends an unopened card to sleep. It takes the parameter only when it is loaded. */
static bool load_vfio(const struct roots *roots, char sentence[SENTENCE_MAX])
{
    static const char *const load[] = { "modprobe", VFIO, "disable_idle_d3=1", NULL };
    static const char *const unload[] = { "modprobe", "-r", VFIO, NULL };
    static const char *const container[] = { "modprobe", "vfio_iommu_type1", NULL };
    char value[8];

    if (file_read(value, sizeof(value), roots->sys, "module/vfio_pci/parameters/disable_idle_d3") >
            0 &&
        value[0] != 'Y' && modprobe(unload) != 0)
        return fail(sentence,
                    "vfio-pci is loaded without disable_idle_d3=1 and in use, so it would send the "
                    "card to sleep: end who uses it (virtual machines), or load it with that");
    if (!file_there(roots->sys, "bus/pci/drivers/" VFIO) && modprobe(load) != 0)
        return fail(
            sentence,
            "modprobe vfio-pci fails: dmesg says why; started with iommu=pt, Linux needs no such "
            "module for --no-iommu");
    if (!file_there(roots->dev, "vfio/vfio") || !file_there(roots->sys, "module/vfio_iommu_type1"))
        modprobe(container);
    return true;
}

static bool unbind(const struct hold *hold, const struct held_function *f,
                   char sentence[SENTENCE_MAX])
{
    char driver[32];

    if (!file_link(driver, sizeof(driver), hold->roots->sys, DEVICE "/driver", f->name))
        return true;
    const int error = file_write(f->name, hold->roots->sys, DEVICE "/driver/unbind", f->name);
    if (error)
        return fail(sentence, "%s: the driver %s does not let go of it: %s", f->name, driver,
                    strerror(error));
    return true;
}

static bool bind_vfio(const struct hold *hold, const struct held_function *f,
                      char sentence[SENTENCE_MAX])
{
    const char *const sys = hold->roots->sys;
    char driver[32];

    file_write(VFIO, sys, DEVICE "/driver_override", f->name);
    file_write(f->name, sys, "bus/pci/drivers_probe");
    if (file_link(driver, sizeof(driver), sys, DEVICE "/driver", f->name) &&
        strcmp(driver, VFIO) == 0)
        return true;
    return fail(sentence, "%s: vfio-pci does not take it; dmesg says why", f->name);
}

static bool take_function(struct hold *hold, const struct held_function *f, bool vfio,
                          char sentence[SENTENCE_MAX])
{
    const char *const sys = hold->roots->sys;

    file_write("on", sys, DEVICE "/power/control", f->name);
    if (f->has_resets)
        file_write("\n", sys, DEVICE "/reset_method", f->name);
    if (!unbind(hold, f, sentence))
        return false;
    if (!vfio) {
        file_write(NOBODY, sys, DEVICE "/driver_override", f->name);
        return true;
    }
    if (!bind_vfio(hold, f, sentence))
        return false;
    file_write("on", sys, DEVICE "/power/control", f->name); /* the driver has allowed it again */
    return true;
}

/* The state is on file before the first change, so that a later start can undo a take that was cut
 * off half way. */
bool hold_take(struct hold *hold, const struct roots *roots, const struct linux_card *card,
               bool vfio, char sentence[SENTENCE_MAX])
{
    char ignored[SENTENCE_MAX];

    *hold = (struct hold){ .roots = roots, .framebuffer = card->framebuffer };
    for (unsigned i = 0; i < card->function_count; i++)
        look(hold, &card->functions[i]);
    if (!write_state(hold, sentence))
        return false;
    hold->taken = true;
    bool good = !vfio || load_vfio(roots, sentence);
    if (good && hold->framebuffer.driver[0])
        file_write(hold->framebuffer.device, roots->sys, "bus/platform/drivers/%s/unbind",
                   hold->framebuffer.driver);
    for (unsigned i = 0; good && i < hold->count; i++)
        good = take_function(hold, &hold->functions[i], vfio, sentence);
    if (!good)
        hold_give_back(hold, ignored);
    return good;
}

/* ---- giving back ----------------------------------------------------------------------------- */

/* Bound again, or without a driver as it was. */
static bool give_to_driver(const struct hold *hold, const struct held_function *f,
                           char sentence[SENTENCE_MAX])
{
    const char *const sys = hold->roots->sys;
    char driver[32];

    file_link(driver, sizeof(driver), sys, DEVICE "/driver", f->name);
    if (strcmp(driver, f->driver) == 0)
        return true;
    const int error =
        f->driver[0] ? file_write(f->name, sys, "bus/pci/drivers/%s/bind", f->driver) : 0;

    file_link(driver, sizeof(driver), sys, DEVICE "/driver", f->name);
    if (!f->driver[0] || strcmp(driver, f->driver) == 0)
        return true;
    return fail(sentence,
                "%s is not as before: the driver %s did not take it again (%s); dmesg says more, "
                "and this tries it again: echo %s | sudo tee /sys/bus/pci/drivers/%s/bind",
                f->name, f->driver, error ? strerror(error) : "it gives no reason", f->name,
                f->driver);
}

static bool give_function(const struct hold *hold, const struct held_function *f,
                          char sentence[SENTENCE_MAX])
{
    const char *const sys = hold->roots->sys;
    char override[34], driver[32];

    if (!file_there(sys, DEVICE, f->name))
        return true; /* it was removed meanwhile */
    snprintf(override, sizeof(override), "%s\n", f->override);
    file_link(driver, sizeof(driver), sys, DEVICE "/driver", f->name);
    if (strcmp(driver, f->driver) != 0 && driver[0])
        file_write(f->name, sys, DEVICE "/driver/unbind", f->name);
    file_write(override, sys, DEVICE "/driver_override", f->name);
    write_command(hold, f);
    const unsigned command = read_command(hold, f); /* a driver changes it again */
    /* Of a card with several functions the kernel lists a reset of the bus, which it found before the others, and refuses that
     * word later: then it looks again which resets it can do. */
    if (f->has_resets && file_write(f->resets, sys, DEVICE "/reset_method", f->name) != 0)
        file_write("default", sys, DEVICE "/reset_method", f->name);
    const bool good = give_to_driver(hold, f, sentence);
    if (f->control[0])
        file_write(f->control, sys, DEVICE "/power/control", f->name);
    if (command != f->command)
        return fail(sentence,
                    "%s is not as before: its Command register reads 0x%04x, and was 0x%04x",
                    f->name, command, f->command);
    return good;
}

static bool give_framebuffer(const struct hold *hold, char sentence[SENTENCE_MAX])
{
    const struct framebuffer_holder *const f = &hold->framebuffer;
    char driver[32];

    if (!f->driver[0])
        return true;
    file_write(f->device, hold->roots->sys, "bus/platform/drivers/%s/bind", f->driver);
    if (file_link(driver, sizeof(driver), hold->roots->sys, "bus/platform/devices/%s/driver",
                  f->device))
        return true;
    return fail(sentence,
                "the console does not come back to the screen of %s (%s) before the machine is "
                "started again",
                hold->functions[0].name, f->driver);
}

bool hold_give_back(struct hold *hold, char sentence[SENTENCE_MAX])
{
    char path[FILE_PATH_MAX];
    bool good = true;

    if (!hold->taken)
        return true;
    for (unsigned i = hold->count; i-- > 0;)
        good &= give_function(hold, &hold->functions[i], sentence);
    good &= give_framebuffer(hold, sentence);
    state_path(path, hold);
    unlink(path);
    fclose(hold->state);
    hold->taken = false;
    return good;
}

/* A file that is locked belongs to a run that is still alive, so read_state leaves it out. */
unsigned hold_recover(const struct roots *roots, char name[16])
{
    DIR *const folder = opendir(roots->run);
    char ignored[SENTENCE_MAX];
    unsigned count = 0;
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        struct hold hold = { .roots = roots };

        if (strncmp(entry->d_name, STATE, strlen(STATE)) != 0 || !read_state(&hold, entry->d_name))
            continue;
        hold.taken = true;
        if (hold.count && count++ == 0)
            snprintf(name, 16, "%s", hold.functions[0].name);
        hold_give_back(&hold, ignored);
    }
    if (folder)
        closedir(folder);
    return count;
}
