/* Which bits of the model's registers take what is written, on G80, G84 and GT215 (docs/hardware/tesla-mmio.md §3,
 * §4.2, §5.1 and §3.8, tesla-engines.md §5, board.md §4): all ones and all zeros are written to each and read back.
 * A register that the reference gives no bits for is a plain word. The model's own masks are not looked at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/host/core_rig.h"

#define G80   1u
#define G84   2u
#define GT215 4u
#define UP    (G84 | GT215) /* G84 and later */
#define ALL   (G80 | UP)
#define WORD  0xffffffffu

static const struct masked {
    uint32_t at, bits;
    unsigned chips;
    unsigned count, stride; /* of an array; 0: one register */
} registers[] = {
    /* PMC, §3.1 */
    { 0x000140, 0x00000003, ALL, 0, 0 }, /* INTR_EN_HOST: 0 hardware, 1 software */
    { 0x000304, 0x1fffffff, ALL, 0, 0 }, /* VRAM_HIDE_HIGH */
    { 0x000640, WORD, GT215, 0, 0 },     /* INTR_MASK_HOST */
    /* PBUS, §3.2 and §3.3 */
    { 0x001084, WORD, ALL, 0, 0 },       /* DEBUG_1 */
    { 0x001098, WORD, ALL, 0, 0 },       /* DEBUG_6 */
    { 0x001140, 0x04071008, G80, 0, 0 }, /* INTR_EN: fault, pair, USER0, three alarms */
    { 0x001140, 0x04011008, UP, 0, 0 },  /* INTR_EN: one alarm (board.md §4) */
    { 0x001154, WORD, ALL, 4, 4 },       /* INTR_USER0_SCRATCH */
    { 0x001530, WORD, ALL, 0, 0 },       /* clock misc */
    { 0x00154c, WORD, UP, 0, 0 },        /* HWUNITS_1 */
    { 0x001588, WORD, ALL, 0, 0 },
    { 0x001590, WORD, ALL, 0, 0 },
    { 0x001700, 0x03ffffff, ALL, 0, 0 }, /* PMEM: address >> 16, target */
    { 0x001704, WORD, ALL, 0, 0 },       /* CHAN: the last written value */
    { 0x001708, 0x8000ffff, ALL, 3, 4 }, /* BAR1, BAR3, PEEPHOLE: inst, MODE */
    { 0x001900, WORD, ALL, 8, 4 },       /* REMAP */
    { 0x001a14, WORD, GT215, 0, 0 },     /* IBUS_TIMEOUT */
    { 0x00155c, 0x00000100, ALL, 0, 0 }, /* PEEPHOLE W_CTRL: MODE; the others are status (§3.9) */
    { 0x001570, 0xfffffffc, G80, 0, 0 }, /* PEEPHOLE RW_ADDR */
    { 0x060010, 0xfffffffc, UP, 0, 0 },
    /* PTIMER, §3.5 */
    { 0x009140, 0x00000001, ALL, 0, 0 }, /* INTR_EN: ALARM */
    { 0x009220, 0x00011fff, ALL, 0, 0 }, /* CLOCK_SOURCE: mul, div, select */
    { 0x009420, 0xffffffe0, ALL, 0, 0 }, /* ALARM */
    /* PFB, §3.6 */
    { 0x100020, WORD, ALL, 0, 0 },       /* PM_CG_SEL */
    { 0x100034, WORD, UP, 8, 4 },        /* PART_PM_SEL */
    { 0x100208, WORD, ALL, 0, 0 },       /* DBI */
    { 0x100c08, WORD, ALL, 0, 0 },       /* NISO scratch address */
    { 0x100c9c, WORD, UP, 0, 0 },        /* PD_OFFSET */
    { 0x100f04, 0x00ffffff, ALL, 0, 0 }, /* SYSRAM_ADDR_HIGH: address bits 63:40 */
    /* Straps, §3.8: SELECT is always writable, SECONDARY a word */
    { 0x101004, WORD, ALL, 0, 0 },
    { 0x101008, WORD, ALL, 0, 0 },
    { 0x101010, WORD, ALL, 0, 0 },
    { 0x101014, WORD, ALL, 0, 0 },
    /* PCOUNTER, tesla-engines.md §5.1: eight domains; an OP is a table of 16 bits and the bits above it to 20 */
    { 0x00a400, WORD, ALL, 8, 4 }, /* PRE_SRC, START, EVENT and STOP */
    { 0x00a440, WORD, ALL, 8, 4 },
    { 0x00a480, WORD, ALL, 8, 4 },
    { 0x00a4c0, WORD, ALL, 8, 4 },
    { 0x00a560, 0x0000ffff, UP, 8, 4 }, /* SPEC_SRC */
    { 0x00a6e0, 0x00000000, UP, 8, 4 }, /* RECORD_STATUS */
    { 0x00a720, WORD, UP, 8, 4 },       /* RECORD_LIMIT */
    { 0x00a7a0, 0xbfffffff, UP, 0, 0 }, /* RECORD_CHAN: descriptor, VALID */
    { 0x00a7a4, 0x0000ffff, UP, 0, 0 }, /* RECORD_DMA */
    { 0x00a7a8, 0x00001f00, UP, 0, 0 }, /* GCTRL: engines; the resets read 0 */
    { 0x00a780, WORD, ALL, 8, 4 },      /* THRESHOLD */
    /* PTHERM, board.md §4: thresholds, the base calibration; the effective one is read only */
    { 0x020414, WORD, UP, 2, 4 },
    { 0x020480, WORD, UP, 2, 4 },
    { 0x0204c0, WORD, UP, 2, 4 },
    { 0x020010, WORD, UP, 0, 0 },
    { 0x02001c, WORD, UP, 0, 0 },
    /* PFIFO, §4.2 */
    { 0x002040, 0xf00003ff, ALL, 0, 0 }, /* DELAY */
    { 0x002044, 0xf101ffff, ALL, 0, 0 }, /* DMA_TIMESLICE */
    { 0x002048, 0x0007ffff, ALL, 0, 0 }, /* C11_MIN_SLICE: mask 0xfffff, bit 19 is 0 */
    { 0x002054, 0x000003ff, ALL, 0, 0 }, /* DELAY_1 */
    { 0x002058, 0x30000fff, ALL, 0, 0 }, /* SLI */
    { 0x002070, WORD, UP, 0, 0 },        /* PULL_FEATURE */
    { 0x002084, WORD, ALL, 4, 4 },       /* DEBUG_1 to DEBUG_4 */
    { 0x002094, 0x0000001f, UP, 0, 0 },  /* ENG_IFACE */
    { 0x002098, WORD, UP, 0, 0 },        /* DEBUG_5 */
    { 0x002140, WORD, ALL, 0, 0 },       /* INTR_EN */
    { 0x002210, 0x1fffffff, ALL, 0, 0 }, /* RAMHT */
    { 0x002500, 0x00000103, ALL, 0, 0 }, /* CACHES; bit 4 is a status */
    { 0x00250c, WORD, ALL, 0, 0 },       /* CHSW_DEBUG_1 */
    { 0x002520, WORD, UP, 0, 0 },        /* ENGINE_CTRL */
    { 0x002600, WORD, ALL, 128, 4 },     /* CHAN_TABLE */
    { 0x003200, 0x00000001, ALL, 0, 0 }, /* PUSH0 */
    { 0x003204, 0x0001007f, ALL, 0, 0 }, /* PUSH1: CHID, MODE */
    { 0x003210, 0x00000ffc, ALL, 0, 0 }, /* PUT: values up to 0xffc */
    { 0x003220, 0x00000001, ALL, 0, 0 }, /* DMA_PUSH: ACCESS; the rest is status */
    { 0x003224, WORD, ALL, 2, 4 },       /* DMA_FETCH, DMA_STATE */
    { 0x00322c, 0x0000ffff, ALL, 0, 0 }, /* DMA_INSTANCE */
    { 0x003234, WORD, ALL, 0, 0 },       /* DMA_LIMIT */
    { 0x003240, WORD, ALL, 4, 4 },       /* DMA_PUT, DMA_GET, REF, SUBROUTINE */
    { 0x003250, WORD, ALL, 2, 4 },       /* PULL0, PULL1 */
    { 0x003258, 0x0000ffff, ALL, 0, 0 }, /* HASH */
    { 0x003260, WORD, ALL, 4, 4 },       /* ACQUIRE_TIMEOUT, TIMESTAMP, VALUE, SEMAPHORE */
    { 0x003270, 0x00000ffc, ALL, 0, 0 }, /* GET */
    { 0x003280, WORD, ALL, 0, 0 },       /* ENGINE */
    { 0x0032a0, WORD, ALL, 4, 4 },       /* DCOUNT, GET_JMP, RSVD, DATA */
    { 0x0032e4, WORD, ALL, 0, 0 },
    { 0x003300, WORD, UP, 0, 0 },
    { 0x003304, 0x00000003, ALL, 0, 0 }, /* read only */
    { 0x003308, 0x00000000, ALL, 0, 0 },
    { 0x003314, 0x00000003, ALL, 0, 0 }, /* FIFO_ENDIAN */
    { 0x003318, 0x00000007, ALL, 0, 0 },
    { 0x003320, 0x000000ff, ALL, 2, 8 }, /* address bits 39:32 */
    { 0x003330, WORD, ALL, 2, 4 },       /* IB_PUT, IB_GET */
    { 0x003340, WORD, ALL, 2, 4 },       /* IB_ADDRESS_LOW, IB_CONFIG */
    { 0x003364, WORD, ALL, 7, 4 },       /* METHOD_COUNT, DMA_MGET, high, the shadows */
    { 0x003400, WORD, UP, 4, 4 },        /* SEMAPHORE_ADDRESS_HIGH, LOW, SEQUENCE, CACHE_INST */
    { 0x003410, 0x3fffffff, UP, 0, 0 },  /* CHAN_INST */
    /* PGRAPH, §5.1 */
    { 0x400040, 0x007fffff, ALL, 0, 0 }, /* DISABLE: sub-units 0 to 22 */
    { 0x400080, WORD, ALL, 0, 0 },       /* DEBUG_0 */
    { 0x400084, 0x00000000, ALL, 0, 0 }, /* DEBUG_1: nothing is stored */
    { 0x40008c, WORD, ALL, 0, 0 },       /* DEBUG_3 */
    { 0x400138, WORD, ALL, 2, 4 },       /* TRAP_EN, INTR_EN */
    { 0x400304, 0x0000001e, ALL, 0, 0 }, /* CTXCTL_CONTROL: no program is run, RUN stays 0 */
    { 0x400310, 0x000001ff, ALL, 0, 0 }, /* CTXCTL_PC: of 512 instructions */
    { 0x400324, 0x000001ff, ALL, 0, 0 }, /* CTXCTL_INDEX */
    { 0x40032c, 0xbfffffff, ALL, 2, 4 }, /* CTXCTL_CUR, NEXT */
    { 0x400334, WORD, ALL, 0, 0 },
    { 0x40033c, WORD, ALL, 0, 0 },
    { 0x400500, 0x1ff10101, ALL, 0, 0 }, /* FIFO_CONTROL */
    { 0x400784, 0x3fffffff, ALL, 0, 0 }, /* CTXCTL_SWAP */
    { 0x40080c, WORD, ALL, 6, 4 },       /* CMD_DATA, CTX_SWITCH_1 to 4 */
    { 0x400824, WORD, ALL, 2, 4 },       /* FLAGS_0, FLAGS_1 */
    { 0x400830, WORD, ALL, 0, 0 },       /* FLAGS_3 */
    { 0x402ca8, WORD, ALL, 0, 0 },
    { 0x402cc0, WORD, ALL, 0, 0 },
    { 0x405020, WORD, ALL, 0, 0 },
};

static void takes(const char *chip, uint32_t at, uint32_t bits)
{
    wr(at, WORD);
    if (rd(at) != bits)
        fail_msg("%s: 0x%06x reads 0x%08x after all ones, expected 0x%08x", chip, at, rd(at), bits);
    wr(at, 0);
}

static void registers_take_the_bits_that_they_have(void **state)
{
    static const char *const names[] = { "g80", "g84", "gt215" };

    (void)state;
    for (unsigned chip = 0; chip < ARRAY_SIZE(names); chip++)
        for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
            const struct masked *const r = &registers[i];

            if (!(r->chips & 1u << chip))
                continue;
            open_core(names[chip], NULL, NULL);
            wr(0x200, WORD);
            for (unsigned n = 0; n < (r->count ? r->count : 1); n++)
                takes(names[chip], r->at + n * r->stride, r->bits);
            close_card(NULL);
        }
}

/* Of the interrupts that a unit has raised, a one ends its own and no other (§3.2, §3.5, §4.8, §5.1). */
static void a_one_ends_its_interrupt(void **state)
{
    static const struct {
        uint32_t at, bits;
    } units[] = {
        { 0x001100, 0x04011008 },
        { 0x002100, 0x40101051 },
        { 0x400100, 0x03711077 },
        { 0x400108, 0x000001ff },
    };

    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(units); i++)
        for (unsigned bit = 0; bit < 32; bit++) {
            if (!(units[i].bits >> bit & 1))
                continue;
            open_core("g84", NULL, NULL);
            wr(0x200, WORD);
            reg_set((struct nv50 *)card, units[i].at, units[i].bits);
            wr(units[i].at, 1u << bit);
            if (rd(units[i].at) != (units[i].bits & ~(1u << bit)))
                fail_msg("0x%06x reads 0x%08x after bit %u was written", units[i].at,
                         rd(units[i].at), bit);
            close_card(NULL);
        }
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(registers_take_the_bits_that_they_have),
        cmocka_unit_test(a_one_ends_its_interrupt),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(all, NULL, NULL);
}
