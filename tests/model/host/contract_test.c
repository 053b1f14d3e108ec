/* Accesses that pci/bus.h does not allow: sizes that no access has, and places that are not aligned to them. A
 * machine's answer to them is undefined, so the one in this process ends with an assertion. */
#include "tests/model/model_rig.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static bus_addr mmio(uint32_t offset)
{
    return (bus_addr){ rig.bar0 + offset };
}

static void do_wrong(unsigned which)
{
    const struct bus_ops *const ops = rig.bus->ops;
    uint64_t word = 0;

    switch (which) {
    case 0:
        ops->read(rig.bus, mmio(0x102), 4);
        break;
    case 1:
        ops->write(rig.bus, mmio(0x104), 8, 0);
        break;
    case 2:
        ops->read(rig.bus, mmio(0x108), 3);
        break;
    case 3:
        ops->read_block(rig.bus, mmio(0x104), &word, 8);
        break;
    case 4:
        ops->write_block(rig.bus, mmio(0x104), &word, 8);
        break;
    case 5:
        ops->march(rig.bus, mmio(0x104), 8, false, 0, 0, &word);
        break;
    case 6:
        ops->config_read(rig.bus, (struct pci_function){ .bus = 1 }, 2, 4);
        break;
    case 7:
        ops->config_write(rig.bus, (struct pci_function){ .bus = 1 }, 0x1000, 4, 0);
        break;
    default:
        ops->config_read(rig.bus, (struct pci_function){ .bus = 1 }, 0, 8);
        break;
    }
}

TEST(accesses_that_are_none_end_the_process, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    for (unsigned which = 0; which < 9; which++) {
        int status = 0;
        const pid_t child = fork();

        if (!child) {
            signal(SIGABRT, SIG_DFL);
            fclose(stderr);
            do_wrong(which);
            _exit(0);
        }
        assert_int_equal(child, waitpid(child, &status, 0));
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
            fail_msg("wrong access %u went on", which);
    }
}
