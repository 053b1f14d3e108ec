#include "hw/nv50/gr3d.h"
#include "hw/nv50/m2mf.h"
#include "hw/nv50/pgraph.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/vm/translate.h"
#include "model/nv50/vm/vm_user.h"

#define CHIPS_G84_TO_G98 ((CHIP_BIT(CHIP_G98) << 1) - CHIP_BIT(CHIP_G84))
#define CHIPS_G200_MCP   (CHIP_BIT(CHIP_G200) | CHIP_BIT(CHIP_MCP77) | CHIP_BIT(CHIP_MCP79))
#define CHIPS_GT21X      (CHIPS_GT215_UP & ~CHIP_BIT(CHIP_MCP89))

/* The object classes of each chipset (docs/hardware/tesla-mmio.md §2.2). Objects of all of them can be bound, as drivers
 * do. A class without a function takes no methods. */
struct class_row {
    uint16_t id, chips;
    int (*method)(struct nv50 *card, uint32_t method, uint32_t data);
};

static const struct class_row classes[] = {
    { GRAPH_CLASS_NULL, CHIPS_ALL, 0 },
    { GRAPH_CLASS_2D, CHIPS_ALL, eng2d_method },
    { GRAPH_CLASS_M2MF, CHIPS_ALL, m2mf_method },
    { GRAPH_CLASS_COMPUTE, CHIPS_ALL, compute_method },
    { GRAPH_CLASS_3D_G80, CHIPS_ALL, gr3d_method },
    { GRAPH_CLASS_3D_G84, CHIPS_G84_TO_G98, gr3d_method },
    { GRAPH_CLASS_3D_G200, CHIPS_G200_MCP, gr3d_method },
    { GRAPH_CLASS_3D_GT215, CHIPS_GT21X, gr3d_method },
    { GRAPH_CLASS_3D_MCP89, CHIP_BIT(CHIP_MCP89), gr3d_method },
    { GRAPH_CLASS_COMPUTE_GT215, CHIPS_GT215_UP, compute_method },
};

static const struct class_row *class_of(const struct nv50 *card, uint32_t id)
{
    for (unsigned i = 0; i < ARRAY_SIZE(classes); i++)
        if (classes[i].id == id && (classes[i].chips & card->chip_bit))
            return &classes[i];
    return NULL;
}

/* Knob fault_bits: bits that a card may set beside the documented ones. Drivers acknowledge bit 24 and go on without
 * knowing its meaning (silicon-sequences.md §6.2); a unit's trap word has bits that no source names. */
#define TRAP_BESIDE (BIT(9) | BIT(17))

static uint32_t beside(const struct nv50 *card, uint32_t bits)
{
    return card_knob(card, KNOB_FAULT_BITS) == FAULT_BITS_MORE ? bits : 0;
}

void graph_raise(struct nv50 *card, uint32_t interrupts)
{
    interrupts |= beside(card, PGRAPH_INTR_SINGLE_STEP);
    reg_set(card, PGRAPH_INTR, reg_get(card, PGRAPH_INTR) | interrupts);
    graph_tell(card);
}

uint32_t graph_tpc_word(const struct nv50 *card, unsigned tpc, uint32_t g80, uint32_t g200)
{
    return (card->chip->tpc_stride == PGRAPH_TPC_STRIDE_G80 ? g80 : g200) +
           tpc * card->chip->tpc_stride;
}

unsigned graph_first_tpc(const struct nv50 *card)
{
    return (unsigned)__builtin_ctz(card->tpcs);
}

void graph_trap(struct nv50 *card, uint32_t unit, uint32_t word, uint32_t bits)
{
    const uint32_t before = reg_get(card, word);

    if (card->broken[DEFECT_GRAPH_TRAP_LOST])
        return;
    reg_set(card, word, before | bits | beside(card, TRAP_BESIDE));
    if (!(before & PGRAPH_UNIT_TRAP_ENABLE))
        return;
    reg_set(card, PGRAPH_TRAP, reg_get(card, PGRAPH_TRAP) | unit);
    if (reg_get(card, PGRAPH_TRAP_EN) & unit)
        graph_raise(card, PGRAPH_INTR_TRAP);
}

static uint32_t channel_of(const struct nv50 *card)
{
    const uint32_t current = reg_get(card, PGRAPH_CTXCTL_CUR);

    return current & PGRAPH_CTXCTL_VALID ? current & PGRAPH_CTXCTL_CHANNEL
                                         : FIELD_PUT(CHANNEL_DESC_TARGET, (uint32_t)TARGET_INVALID);
}

/* Knob class_check: bit 4 of DEBUG_0 is the check that INVALID_OBJECT tells of (§5.2). */
static bool checks_class(const struct nv50 *card)
{
    return card_knob(card, KNOB_CLASS_CHECK) == CLASS_CHECK_ALWAYS ||
           (reg_get(card, PGRAPH_DEBUG_0) & BIT(4));
}

/* The checks of §5.6: a data error, or GRAPH_DONE if the object may be bound. */
static int check_object(const struct nv50 *card, const uint32_t *object, bool written)
{
    const uint32_t kind = FIELD_GET(DMAOBJ0_CLASS, object[0]);

    if (card->broken[DEFECT_GRAPH_CLASS_UNCHECKED])
        return GRAPH_DONE;
    if (checks_class(card) && kind != DMAOBJ_CLASS_READ && kind != DMAOBJ_CLASS_WRITE &&
        kind != DMAOBJ_CLASS_READ_WRITE)
        return DATA_ERROR_INVALID_OBJECT;
    if (written && kind == DMAOBJ_CLASS_READ)
        return DATA_ERROR_READ_ONLY_OBJECT;
    if ((object[0] & DMAOBJ0_SUPERVISOR) && !card->broken[DEFECT_GRAPH_SUPERVISOR_UNCHECKED])
        return DATA_ERROR_SUPERVISOR_OBJECT;
    if (vm_object_base(card, object) % card_knob(card, KNOB_BASE_ALIGNMENT) != 0)
        return DATA_ERROR_INVALID_ALIGNMENT;
    return GRAPH_DONE;
}

/* Selector 0 is bound as it is: the access finds out (tesla-vm.md §1.5). */
int graph_bind(struct nv50 *card, struct vm_user *user, uint32_t selector, bool written)
{
    if (selector > UINT16_MAX)
        return DATA_ERROR_INVALID_VALUE;
    struct vm_user bound = *user;
    vm_user_bind(card, &bound, channel_of(card), (uint16_t)selector);
    if (card->broken[DEFECT_GRAPH_BASE_TRUNCATED])
        bound.object[2] &= ~UINT32_C(0xff);
    const int error = selector ? check_object(card, bound.object, written) : GRAPH_DONE;
    if (error == GRAPH_DONE)
        *user = bound;
    return error;
}

bool graph_write_record(struct nv50 *card, const struct vm_user *user, uint64_t offset)
{
    uint8_t record[NOTIFY_RECORD_BYTES] = { 0 };

    bytes_put(record, ptimer_now(card), 8);
    const bool is_short = offset == 0 && card->broken[DEFECT_GRAPH_NOTIFY_SHORT]; /* not m2mf's */

    return vm_user_write(card, user, offset, record, is_short ? 8 : sizeof(record));
}

/* ---- methods ---- */

static int bind_object(struct nv50 *card, unsigned subchannel, uint32_t instance)
{
    uint32_t words[DMAOBJ_WORDS];

    if (instance == 0 || instance > UINT16_MAX)
        return DATA_ERROR_INVALID_VALUE;
    vm_load_object(card, channel_of(card), (uint16_t)instance, words);
    const uint32_t id = FIELD_GET(GRAPH_OBJECT_CLASS, words[0]);
    if (!class_of(card, id)) {
        reg_set(card, PGRAPH_CTX_SWITCH_1, id);
        graph_raise(card, PGRAPH_INTR_ILLEGAL_CLASS);
        return GRAPH_DONE;
    }
    card->pgraph->state.objects[subchannel] = id | instance << 16;
    return GRAPH_DONE;
}

/* Each class has an object of its own for its records. */
static struct vm_user notify_user(struct nv50 *card, uint32_t class)
{
    struct vm_user user = card->pgraph->m2mf[M2MF_USER_NOTIFY];

    if (class == GRAPH_CLASS_2D)
        return card->pgraph->eng2d[ENG2D_USER_NOTIFY];
    if (class == GRAPH_CLASS_COMPUTE || class == GRAPH_CLASS_COMPUTE_GT215)
        vm_user_bind(
            card, &user, channel_of(card),
            (uint16_t)card->pgraph->state.compute[(COMPUTE_DMA_NOTIFY - METHODS_FIRST) / 4]);
    else if (class != GRAPH_CLASS_M2MF)
        vm_user_bind(card, &user, channel_of(card),
                     (uint16_t)card->pgraph->state.gr3d[(GR3D_DMA_NOTIFY - METHODS_FIRST) / 4]);
    return user;
}

/* Method 0x104 asks for a notify record; it is written when the next method is done (§5.7). */
void graph_finish_notify(struct nv50 *card, uint32_t class)
{
    struct pgraph *graph = card->pgraph;
    struct vm_user user = notify_user(card, class);

    graph->notify_asked = false;
    user.slot = 1;
    if (!graph_write_record(card, &user, 0)) {
        reg_set(card, PGRAPH_MISC, reg_get(card, PGRAPH_MISC) | PGRAPH_MISC_NOTIFY_FAULT);
        graph_trap(card, PGRAPH_TRAP_DISPATCH, PGRAPH_DISPATCH_TRAP, PGRAPH_DISPATCH_TRAP_FAULT);
    } else if (graph->notify_kind == GRAPH_NOTIFY_INTERRUPT) {
        graph_raise(card, PGRAPH_INTR_NOTIFY);
    }
}

static int ask_notify(struct nv50 *card, uint32_t kind)
{
    struct pgraph *graph = card->pgraph;

    if (kind > GRAPH_NOTIFY_INTERRUPT)
        return DATA_ERROR_INVALID_ENUM;
    if (graph->notify_asked) {
        graph_raise(card, PGRAPH_INTR_DOUBLE_NOTIFY);
        return GRAPH_DONE;
    }
    graph->notify_asked = true;
    graph->notify_kind = kind;
    return GRAPH_DONE;
}

/* Methods that every class has are done here; the rest go to the class of the subchannel's object. */
static int execute(struct nv50 *card, unsigned subchannel, uint32_t method, uint32_t data)
{
    const uint32_t object = card->pgraph->state.objects[subchannel];

    if (method == GRAPH_OBJECT)
        return bind_object(card, subchannel, data);
    const struct class_row *class = class_of(card, object & GRAPH_OBJECT_CLASS);
    reg_set(card, PGRAPH_CTX_SWITCH_1, object & PGRAPH_CTX_SWITCH_1_CLASS);
    reg_set(card, PGRAPH_CTX_SWITCH_4,
            (reg_get(card, PGRAPH_CTX_SWITCH_4) & ~PGRAPH_CTX_SWITCH_4_OBJECT) |
                (object & PGRAPH_CTX_SWITCH_4_OBJECT));
    if (!class) {
        graph_raise(card, PGRAPH_INTR_ILLEGAL_CLASS);
        return GRAPH_DONE;
    }
    if (!class->method)
        return method == GRAPH_NOP ? GRAPH_DONE : GRAPH_ILLEGAL;
    if (method == GRAPH_NOTIFY)
        return ask_notify(card, data);
    if (method == GRAPH_NOP || method == GRAPH_WAIT_IDLE)
        return GRAPH_DONE;
    return class->method(card, method, data);
}

static void note_method(struct nv50 *card, unsigned subchannel, uint32_t method, uint32_t data)
{
    reg_set(card, PGRAPH_TRAPPED_ADDR,
            method | FIELD_PUT(PGRAPH_CMD_SUBCHANNEL, (uint32_t)subchannel));
    reg_set(card, PGRAPH_TRAPPED_DATA, data);
}

void pgraph_method(struct nv50 *card, unsigned subchannel, uint32_t method, uint32_t data)
{
    const bool asked = card->pgraph->notify_asked;

    card->pgraph->work.class = card->pgraph->state.objects[subchannel] & GRAPH_OBJECT_CLASS;
    shell_trace(&card->shell, "method %u %03x %08x", subchannel, method, data);
    if (!(reg_get(card, PGRAPH_INTR) & ~(PGRAPH_INTR_NOTIFY | PGRAPH_INTR_BUFFER_NOTIFY)))
        note_method(card, subchannel, method, data);
    const int result = execute(card, subchannel, method, data);
    if (result == GRAPH_ILLEGAL) {
        graph_raise(card, PGRAPH_INTR_ILLEGAL_MTHD);
    } else if (result != GRAPH_DONE) {
        reg_set(card, PGRAPH_DATA_ERROR, (uint32_t)result);
        graph_raise(card, PGRAPH_INTR_DATA_ERROR);
    }
    if (asked && method != GRAPH_NOTIFY && !pgraph_works(card))
        graph_finish_notify(card, card->pgraph->state.objects[subchannel] & GRAPH_OBJECT_CLASS);
}
