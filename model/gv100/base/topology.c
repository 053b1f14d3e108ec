#include "model/gv100/base/topology.h"

#include <stdio.h>

#include "model/model.h"

#define LCES_USUAL     4
#define PBDMAS_USUAL   14
#define RUNLISTS_USUAL 5
/* A driver gives up where a runlist has more (§1.4). */
#define PBDMAS_OF_A_RUNLIST 2

/* No source has the numbers of a real card (§1.4): these are distinct and clash with nothing that has a fixed
 * place. Hub clients of the copy engines: 1, 2 and 0x18, then HSCE3 and on (§6.2). */
static const struct {
    uint8_t reset_bit, interrupt_bit, fault_id, client;
} lce_numbers[TOPOLOGY_LCES_MAX] = {
    { 6, 5, 0x0f, 0x01 },   { 7, 6, 0x10, 0x02 },   { 21, 7, 0x11, 0x18 },
    { 22, 10, 0x12, 0x23 }, { 23, 11, 0x13, 0x24 }, { 24, 2, 0x14, 0x25 },
    { 9, 3, 0x15, 0x26 },   { 10, 4, 0x16, 0x27 },  { 11, 0, 0x17, 0x28 },
};

static bool take(unsigned asked, unsigned usual, unsigned most, const char *name, unsigned *out,
                 char *error, size_t error_size)
{
    *out = asked ? asked : usual;
    if (*out >= 1 && *out <= most)
        return true;
    snprintf(error, error_size, "%s %u: 1 to %u", name, asked, most);
    return false;
}

static uint8_t runlist_of(const struct topology *topology, unsigned lce)
{
    if (lce == 0 || topology->runlists == 1)
        return 0;
    return (uint8_t)(1 + (lce - 1) % (topology->runlists - 1));
}

static void add_engines(struct topology *topology)
{
    topology->engine[0] =
        (struct topology_engine){ .reset_bit = 12, .interrupt_bit = 12, .fault_id = 0x40 };
    for (unsigned i = 0; i < topology->lces; i++)
        topology->engine[1 + i] = (struct topology_engine){
            .copies = true,
            .lce = (uint8_t)i,
            .runlist = runlist_of(topology, i),
            .reset_bit = lce_numbers[i].reset_bit,
            .interrupt_bit = lce_numbers[i].interrupt_bit,
            .fault_id = lce_numbers[i].fault_id,
            .client = lce_numbers[i].client,
        };
    topology->engines = 1 + topology->lces;
}

bool gv_topology_choose(struct topology *topology, const struct model_config *config, char *error,
                        size_t error_size)
{
    if (!take(config->lces, LCES_USUAL, TOPOLOGY_LCES_MAX, "lces", &topology->lces, error,
              error_size) ||
        !take(config->pbdmas, PBDMAS_USUAL, TOPOLOGY_PBDMAS_MAX, "pbdmas", &topology->pbdmas, error,
              error_size) ||
        !take(config->runlists, RUNLISTS_USUAL, TOPOLOGY_RUNLISTS_MAX, "runlists",
              &topology->runlists, error, error_size))
        return false;
    const unsigned runlists = topology->runlists, pbdmas = topology->pbdmas;
    if (runlists == 0 || pbdmas == 0) /* which take() has seen to */
        return false;
    add_engines(topology);
    for (unsigned i = 0; i < pbdmas; i++)
        topology->pbdma_runlists[i] =
            (uint16_t)(i < PBDMAS_OF_A_RUNLIST * runlists ? 1u << i % runlists : 0);
    for (unsigned i = pbdmas; i < runlists; i++) /* each runlist has one */
        topology->pbdma_runlists[i % pbdmas] |= (uint16_t)(1u << i);
    return true;
}

int gv_topology_pbdma(const struct topology *topology, unsigned runlist, unsigned nth)
{
    int first = -1;

    for (unsigned i = 0; i < topology->pbdmas; i++) {
        if (!(topology->pbdma_runlists[i] >> runlist & 1))
            continue;
        if (nth == 0)
            return (int)i;
        if (first < 0)
            first = (int)i;
        nth--;
    }
    return first;
}

const struct topology_engine *gv_topology_engine(const struct topology *topology, unsigned runlist,
                                                 unsigned wanted)
{
    if (wanted < topology->engines && topology->engine[wanted].runlist == runlist)
        return &topology->engine[wanted];
    for (unsigned i = 0; i < topology->engines; i++)
        if (topology->engine[i].runlist == runlist)
            return &topology->engine[i];
    return NULL;
}
