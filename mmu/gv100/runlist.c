/* mmu/gv100/runlist.c: a runlist is TSG headers, each followed by its channels. The checker counts how many channels
 * are still due, as the scheduler does before it answers BAD_TSG, and remembers ids. */
#include "mmu/gv100/runlist.h"

#include "hw/gv100/structures.h"
#include "mmu/fields.h"

static enum err channel_pack(const struct runlist_channel *c, uint32_t *words)
{
    if (!FIELD_FITS(RUNLIST0_CHAN_INST_TARGET, c->inst_target) ||
        !FIELD_FITS(RUNLIST0_CHAN_USERD_TARGET, c->userd_target) ||
        !FIELD_FITS(RUNLIST2_CHAN_CHID, c->chid))
        return ERR_RANGE;
    if (c->userd & (uint32_t)~RUNLIST0_CHAN_USERD_PTR_LO ||
        c->inst & (uint32_t)~RUNLIST2_CHAN_INST_PTR_LO)
        return ERR_ALIGN;
    words[0] = FIELD_PUT(RUNLIST0_CHAN_RUNQUEUE_SELECTOR, (uint32_t)c->runqueue) |
               FIELD_PUT(RUNLIST0_CHAN_INST_TARGET, (uint32_t)c->inst_target) |
               FIELD_PUT(RUNLIST0_CHAN_USERD_TARGET, (uint32_t)c->userd_target) |
               (uint32_t)c->userd;
    words[1] = (uint32_t)(c->userd >> 32);
    words[2] = (uint32_t)c->inst | c->chid;
    words[3] = (uint32_t)(c->inst >> 32);
    return OK;
}

static enum err tsg_pack(const struct runlist_tsg *t, uint32_t *words)
{
    if (!FIELD_FITS(RUNLIST0_TSG_TIMESLICE_SCALE, t->timeslice_scale) ||
        !FIELD_FITS(RUNLIST2_TSG_TSGID, t->tsgid))
        return ERR_RANGE;
    words[0] = RUNLIST0_TYPE | FIELD_PUT(TU_RUNLIST0_TSG_GFID, (uint32_t)t->gfid) |
               FIELD_PUT(RUNLIST0_TSG_TIMESLICE_SCALE, (uint32_t)t->timeslice_scale) |
               FIELD_PUT(RUNLIST0_TSG_TIMESLICE_TIMEOUT, (uint32_t)t->timeslice_timeout);
    words[1] = t->length;
    words[2] = t->tsgid;
    words[3] = 0;
    return OK;
}

enum err runlist_pack(const struct runlist_entry *entry, uint32_t words[RUNLIST_ENTRY_WORDS])
{
    return entry->is_tsg ? tsg_pack(&entry->tsg, words) : channel_pack(&entry->channel, words);
}

/* Bits that no field covers are dropped here, because the checker reports them (RUNLIST_RESERVED_BITS). */
void runlist_unpack(const uint32_t words[RUNLIST_ENTRY_WORDS], struct runlist_entry *entry)
{
    *entry = (struct runlist_entry){ .is_tsg = words[0] & RUNLIST0_TYPE };
    if (entry->is_tsg) {
        entry->tsg = (struct runlist_tsg){
            .timeslice_scale = (uint8_t)FIELD_GET(RUNLIST0_TSG_TIMESLICE_SCALE, words[0]),
            .timeslice_timeout = (uint8_t)FIELD_GET(RUNLIST0_TSG_TIMESLICE_TIMEOUT, words[0]),
            .length = (uint8_t)FIELD_GET(RUNLIST1_TSG_LENGTH, words[1]),
            .tsgid = (uint16_t)FIELD_GET(RUNLIST2_TSG_TSGID, words[2]),
            .gfid = (uint8_t)FIELD_GET(TU_RUNLIST0_TSG_GFID, words[0]),
        };
        return;
    }
    entry->channel = (struct runlist_channel){
        .runqueue = words[0] & RUNLIST0_CHAN_RUNQUEUE_SELECTOR,
        .inst_target = (uint8_t)FIELD_GET(RUNLIST0_CHAN_INST_TARGET, words[0]),
        .userd_target = (uint8_t)FIELD_GET(RUNLIST0_CHAN_USERD_TARGET, words[0]),
        .userd = (words[0] & RUNLIST0_CHAN_USERD_PTR_LO) | (uint64_t)words[1] << 32,
        .inst = (words[2] & RUNLIST2_CHAN_INST_PTR_LO) | (uint64_t)words[3] << 32,
        .chid = (uint16_t)FIELD_GET(RUNLIST2_CHAN_CHID, words[2]),
    };
}

/* ---- the checker ---- */

/* Whether the id was there already; it is from now on. */
static bool seen(uint32_t *ids, unsigned id)
{
    const bool was = ids[id / 32] & BIT(id % 32);

    ids[id / 32] |= BIT(id % 32);
    return was;
}

uint32_t runlist_check_base(struct runlist_checker *checker, const struct chip *chip, uint64_t base)
{
    *checker = (struct runlist_checker){ .chip = chip };
    return base % RUNLIST_ALIGN ? BIT(RUNLIST_BASE_UNALIGNED) : 0;
}

static uint32_t check_tsg(struct runlist_checker *checker, const struct runlist_tsg *tsg)
{
    uint32_t found = 0;

    if (checker->due)
        found |= BIT(RUNLIST_TSG_EARLY);
    if (tsg->length < RUNLIST_TSG_LENGTH_MIN)
        found |= BIT(RUNLIST_TSG_EMPTY);
    if (tsg->length > RUNLIST_TSG_LENGTH_MAX)
        found |= BIT(RUNLIST_TSG_TOO_LONG);
    if (!tsg->timeslice_timeout)
        found |= BIT(RUNLIST_TIMESLICE_ZERO);
    if (seen(checker->tsgids, tsg->tsgid))
        found |= BIT(RUNLIST_TSGID_TWICE);
    checker->due = tsg->length;
    return found;
}

/* Everything that is wrong with one channel entry, not only the first thing: a report that names
 * all is worth more. */
static uint32_t check_channel(struct runlist_checker *checker,
                              const struct runlist_channel *channel)
{
    uint32_t found = 0;

    if (!checker->due)
        found |= BIT(RUNLIST_CHANNEL_OUTSIDE_TSG);
    else
        checker->due--;
    if (channel->inst_target == RAMIN_TARGET_INVALID)
        found |= BIT(RUNLIST_INST_TARGET_UNDEFINED);
    if (channel->inst >> INSTANCE_ADDRESS_BITS)
        found |= BIT(RUNLIST_INST_BEYOND);
    if (channel->userd >> INSTANCE_ADDRESS_BITS)
        found |= BIT(RUNLIST_USERD_BEYOND);
    if (channel->userd % USERD_ALIGN)
        found |= BIT(RUNLIST_USERD_UNALIGNED);
    if (seen(checker->chids, channel->chid))
        found |= BIT(RUNLIST_CHID_TWICE);
    return found;
}

/* Whether bits are set that no field of this entry has on this chip. */
static bool has_reserved_bits(const struct chip *chip, const uint32_t words[RUNLIST_ENTRY_WORDS])
{
    uint64_t wide[RUNLIST_ENTRY_WORDS];
    uint64_t reserved = 0;

    for (unsigned i = 0; i < RUNLIST_ENTRY_WORDS; i++)
        wide[i] = words[i];
    for (unsigned i = 0; i < RUNLIST_ENTRY_WORDS; i++)
        reserved |= wide[i] & structure_reserved_mask(&gv100_runlist, chip, wide, i);
    return reserved;
}

uint32_t runlist_check_entry(struct runlist_checker *checker,
                             const uint32_t words[RUNLIST_ENTRY_WORDS])
{
    struct runlist_entry entry;

    runlist_unpack(words, &entry);
    const uint32_t found =
        entry.is_tsg ? check_tsg(checker, &entry.tsg) : check_channel(checker, &entry.channel);
    return has_reserved_bits(checker->chip, words) ? found | BIT(RUNLIST_RESERVED_BITS) : found;
}

uint32_t runlist_check_end(const struct runlist_checker *checker)
{
    return checker->due ? BIT(RUNLIST_ENDS_EARLY) : 0;
}

/* The words end with the host's answer where it gives one, because only these findings stop the runlist. */
const char *runlist_finding_says(enum runlist_finding finding)
{
    static const char *const says[RUNLIST_FINDING_COUNT] = {
        [RUNLIST_CHANNEL_OUTSIDE_TSG] = "a channel outside a TSG: BAD_TSG",
        [RUNLIST_TSG_EMPTY] = "a TSG of length 0: BAD_TSG",
        [RUNLIST_TSG_EARLY] = "a TSG begins before the last one is complete: BAD_TSG",
        [RUNLIST_ENDS_EARLY] = "the runlist ends before its last TSG is complete: BAD_TSG",
        [RUNLIST_BASE_UNALIGNED] = "the runlist does not begin at a multiple of 4 KiB",
        [RUNLIST_TSG_TOO_LONG] = "a TSG of more than 128 channels",
        [RUNLIST_CHID_TWICE] = "a channel id that was there before",
        [RUNLIST_TSGID_TWICE] = "a TSG id that was there before",
        [RUNLIST_INST_TARGET_UNDEFINED] = "INST_TARGET 1 is no place in memory",
        [RUNLIST_INST_BEYOND] = "the instance block lies above 40 bits",
        [RUNLIST_USERD_BEYOND] = "USERD lies above 40 bits",
        [RUNLIST_USERD_UNALIGNED] = "USERD is not aligned to 512 bytes",
        [RUNLIST_RESERVED_BITS] = "bits are set that no field covers",
        [RUNLIST_TIMESLICE_ZERO] = "a time slice of 0 acts as 1024 ns",
    };

    return (unsigned)finding < RUNLIST_FINDING_COUNT ? says[finding] : "unknown finding";
}
