/* Meanings of the lines in tools/nv50/log.c that are of PGRAPH. */
#include "tools/nv50/log.h"

#include "hw/bits.h"
#include "hw/nv50/pgraph.h"

#define MEANINGS(list) .count = ARRAY_SIZE(list), .meanings = (list)

static const struct log_meaning data_errors[] = {
    { DATA_ERROR_INVALID_OPERATION, "INVALID_OPERATION",
      "something that the object's state does not allow", 0, 0 },
    { DATA_ERROR_INVALID_VALUE, "INVALID_VALUE", "a value that the method does not take", 0, 0 },
    { DATA_ERROR_INVALID_ENUM, "INVALID_ENUM", "a number that is none of the method's choices", 0,
      0 },
    { DATA_ERROR_INVALID_OBJECT, "INVALID_OBJECT",
      "a DMA object of a class that the method does not take",
      "a wrong handle, or an object that was overwritten", 0 },
    { DATA_ERROR_READ_ONLY_OBJECT, "READ_ONLY_OBJECT",
      "a write through a DMA object that is read-only", "source and destination exchanged", 0 },
    { DATA_ERROR_SUPERVISOR_OBJECT, "SUPERVISOR_OBJECT",
      "a DMA object for supervisors, from a channel that is none", 0, "tesla-vm.md §3" },
    { DATA_ERROR_INVALID_ALIGNMENT, "INVALID_ADDRESS_ALIGNMENT",
      "an address that is not aligned as the method wants", 0, 0 },
    { DATA_ERROR_INVALID_BITFIELD, "INVALID_BITFIELD", "bits that the method does not have", 0, 0 },
    { DATA_ERROR_M2MF_IN_PITCH, 0, "m2mf lines that are longer than the source's pitch", 0, 0 },
    { DATA_ERROR_M2MF_OUT_PITCH, 0, "m2mf lines that are longer than the destination's pitch", 0,
      0 },
};
const struct log_subject nv50_log_data_error = {
    .kind = LOG_TRAP,
    .title = "PGRAPH refused a method's data",
    .field = "error",
    .said = "said",
    .reg = "PGRAPH_DATA_ERROR",
    MEANINGS(data_errors),
    .asked = "a method with data that its class does not take",
    .usual = "a bug of the program that made the commands (a kernel's driver, X, OpenGL); the next "
             "line has "
             "class, method and data",
    .section = "tesla-mmio.md §5.6",
};

static const struct log_meaning graph_intr[] = {
    { PGRAPH_INTR_ILLEGAL_MTHD, "ILLEGAL_MTHD", "a method that the class does not have",
      "a program for another class; or commands of which one was lost",
      "tesla-mmio.md §5.2, §5.3" },
    { PGRAPH_INTR_ILLEGAL_CLASS, "ILLEGAL_CLASS",
      "an object of a class that this chip does not have",
      "a program for another chip, or an object that was overwritten", "tesla-mmio.md §5.3" },
    { PGRAPH_INTR_DATA_ERROR, "DATA_ERROR", "a method whose data were refused",
      "see the DATA_ERROR above: this line says which method", "tesla-mmio.md §5.6" },
    { PGRAPH_INTR_TRAP, "TRAP", "the method in which a unit trapped",
      "see the TRAP lines above, and the VM fault that follows", "tesla-vm.md §2.6" },
};
const struct log_subject nv50_log_graph_intr = {
    .kind = LOG_TRAP,
    .title = "PGRAPH stopped",
    .field = "intr",
    .said = "said",
    .reg = "PGRAPH_INTR",
    .bits = true,
    MEANINGS(graph_intr),
    .section = "tesla-mmio.md §5.2",
    .usual = "the method that PGRAPH stopped at, of which the driver makes no use",
};
const struct log_subject nv50_log_graph_method = {
    .kind = LOG_STATE,
    .title = "the method that PGRAPH stopped at",
    .usual = "the lines above it say why",
    .section = "tesla-mmio.md §5.2",
};
const struct log_subject nv50_log_dispatch_fault = {
    .kind = LOG_TRAP,
    .title = "PGRAPH's dispatcher trapped: notifier or condition",
    .asked = "to write a notifier, or to read a condition, where the VM refuses it",
    .usual = "the notifier's object or address is wrong; the command stays stuck until the driver "
             "clears it",
    .section = "tesla-vm.md §2.6; tesla-engines.md §4.2",
};
const struct log_subject nv50_log_dispatch_query = {
    .kind = LOG_TRAP,
    .title = "PGRAPH's dispatcher trapped: query",
    .asked = "to write a query's result (or a fence) where the VM refuses it",
    .usual = "the query's address is not mapped in this channel",
    .section = "tesla-engines.md §4.4",
};
const struct log_subject nv50_log_dispatch_odd = {
    .kind = LOG_TRAP,
    .title = "PGRAPH's dispatcher trapped",
    .field = "status",
    .reg = "PGRAPH_DISPATCH_TRAP",
    .asked = "to load or save a context, where the VM refuses it (bits 2 to 4)",
    .usual = "the context object of the channel is gone or too small",
    .section = "tesla-vm.md §2.6",
};

static const struct log_meaning m2mf[] = {
    { PGRAPH_M2MF_TRAP_IN, "IN", "m2mf to read a source that the VM refuses", 0, 0 },
    { PGRAPH_M2MF_TRAP_OUT, "OUT", "m2mf to write a destination that the VM refuses", 0, 0 },
    { PGRAPH_M2MF_TRAP_NOTIFY, "NOTIFY", "m2mf to write a notifier that the VM refuses", 0, 0 },
};
#define FAULT_FOLLOWS                                                                              \
    "a buffer that is not mapped in this channel, or has moved; the line of the VM fault says "    \
    "where"
const struct log_subject nv50_log_m2mf = {
    .kind = LOG_TRAP,
    .title = "m2mf trapped",
    .field = "status",
    .said = "said",
    .reg = "PGRAPH_M2MF_TRAP",
    .bits = true,
    MEANINGS(m2mf),
    .usual = FAULT_FOLLOWS,
    .section = "tesla-vm.md §2.6; tesla-mmio.md §5.5",
};
const struct log_subject nv50_log_vfetch = {
    .kind = LOG_TRAP,
    .title = "vertex fetch trapped",
    .field = "status",
    .reg = "PGRAPH_VFETCH_TRAP",
    .asked = "to fetch vertices or indices where the VM refuses it",
    .usual = FAULT_FOLLOWS,
    .section = "tesla-vm.md §2.6",
};
const struct log_subject nv50_log_strmout = {
    .kind = LOG_TRAP,
    .title = "stream output trapped",
    .field = "status",
    .reg = "PGRAPH_STRMOUT_TRAP",
    .asked = "to write vertices where the VM refuses it",
    .usual = FAULT_FOLLOWS,
    .section = "tesla-vm.md §2.6",
};
const struct log_subject nv50_log_ccache = {
    .kind = LOG_TRAP,
    .title = "the cache of code and constants trapped",
    .field = "status",
    .reg = "PGRAPH_CCACHE_TRAP",
    .asked = "to fetch a shader's code, constants, or a texture's or sampler's description where "
             "the VM refuses it",
    .usual = FAULT_FOLLOWS,
    .section = "tesla-vm.md §2.6",
};
const struct log_subject nv50_log_clipid = {
    .kind = LOG_TRAP,
    .title = "CLIPID trapped",
    .field = "status",
    .reg = "PGRAPH_CLIPID_TRAP",
    .asked = "to read clip ids where the VM refuses it",
    .section = "tesla-vm.md §2.6",
};

static bool tpc_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    static const char *const places_of[] = { "tpc", "mp", "at", "warp", "address" };

    (void)chip;
    for (unsigned i = 0; i < ARRAY_SIZE(places_of); i++) {
        const struct log_field *const field = log_field(fields, places_of[i]);

        if (field)
            out_format(out, field->decimal ? " %s %lld" : " %s 0x%llx", places_of[i],
                       (long long)field->number);
    }
    return true;
}

static const struct log_meaning texture[] = {
    { BIT(1), "FAULT", "texels, or a 2D source, that the VM refuses", FAULT_FOLLOWS, 0 },
    { BIT(2), "STORAGE_TYPE_MISMATCH",
      "a surface whose format does not fit its pages' storage type",
      "the buffer was mapped anew for something else, or its format is wrong",
      "tesla-vm.md §2.6, §4" },
    { BIT(3), "LINEAR_MISMATCH", "a linear surface in tiled pages, or the reverse",
      "the buffer was mapped anew for something else, or its layout is wrong",
      "tesla-vm.md §2.6, §7" },
    { BIT(5), "WRONG_MEMTYPE", "pages of a kind that textures cannot be in", 0, 0 },
};
const struct log_subject nv50_log_texture = {
    .kind = LOG_TRAP,
    .title = "the texture unit trapped",
    .field = "status",
    .said = "said",
    .reg = "PGRAPH_TPC_TEX_TRAP",
    .bits = true,
    MEANINGS(texture),
    .words = tpc_words,
    .section = "tesla-vm.md §2.6",
};
const struct log_subject nv50_log_mp = {
    .kind = LOG_TRAP,
    .title = "a multiprocessor trapped",
    .field = "status",
    .reg = "PGRAPH_TPC_MPC_TRAP",
    .asked = "a program's access outside of its local memory, stack or global memory",
    .usual = "a wrong index in a shader, or limits that the driver set too small",
    .section = "tesla-vm.md §2.6; tesla-engines.md §4.8",
    .words = tpc_words,
};
static const struct log_meaning mp_exec[] = {
    { BIT(0), "STACK_UNDERFLOW", 0, 0, 0 },
    { BIT(1), "STACK_MISMATCH", 0, 0, 0 },
    { BIT(2), "QUADON_ACTIVE", 0, 0, 0 },
    { BIT(3), "TIMEOUT", "a program that goes on for too long",
      "a loop of a shader that does not end, as it was written or because its data were "
      "overwritten",
      0 },
    { BIT(4), "INVALID_OPCODE", 0, 0, 0 },
    { BIT(5), "PM_OVERFLOW", 0, 0, 0 },
    { BIT(6), "BREAKPOINT", "a breakpoint", "a debugger", 0 },
};
const struct log_subject nv50_log_mp_exec = {
    .kind = LOG_TRAP,
    .title = "a program stopped",
    .field = "status",
    .said = "said",
    .bits = true,
    MEANINGS(mp_exec),
    .asked = "an instruction that cannot be carried out",
    .usual = "a broken or foreign shader: its code was overwritten, or it is for another chip",
    .section = "tesla-engines.md §4.8",
    .words = tpc_words,
};

#define SURFACES                                                                                   \
    "a render target, depth buffer or 2D destination that is not mapped in this channel, or has "  \
    "moved"
static const struct log_meaning prop[] = {
    { BIT(2), "SURF_WIDTH_OVERRUN", "a pixel right of its surface",
      "a size that does not fit the surface", 0 },
    { BIT(3), "SURF_HEIGHT_OVERRUN", "a pixel below its surface",
      "a size that does not fit the surface", 0 },
    { BIT(4), "DST2D_FAULT", "a 2D destination that the VM refuses", SURFACES, 0 },
    { BIT(5), "ZETA_FAULT", "a depth buffer that the VM refuses", SURFACES, 0 },
    { BIT(6), "RT_FAULT", "a render target that the VM refuses", SURFACES, 0 },
    { BIT(7), "CUDA_FAULT", "global, local or stack memory of a program that the VM refuses",
      FAULT_FOLLOWS, 0 },
    { BIT(8), "DST2D_STORAGE_TYPE_MISMATCH",
      "a 2D destination whose format does not fit its pages' storage type",
      "the buffer was mapped anew for something else", "tesla-vm.md §2.6, §4" },
    { BIT(9), "ZETA_STORAGE_TYPE_MISMATCH",
      "a depth buffer whose format does not fit its pages' storage type",
      "the buffer was mapped anew for something else", "tesla-vm.md §2.6, §4" },
    { BIT(10), "RT_STORAGE_TYPE_MISMATCH",
      "a render target whose format does not fit its pages' storage type",
      "the buffer was mapped anew for something else", "tesla-vm.md §2.6, §4" },
    { BIT(11), "DST2D_LINEAR_MISMATCH", "a linear 2D destination in tiled pages, or the reverse",
      "the buffer was mapped anew for something else", "tesla-vm.md §2.6, §7" },
    { BIT(12), "RT_LINEAR_MISMATCH", "a linear render target in tiled pages, or the reverse",
      "the buffer was mapped anew for something else", "tesla-vm.md §2.6, §7" },
};
const struct log_subject nv50_log_prop = {
    .kind = LOG_TRAP,
    .title = "PROP trapped",
    .field = "status",
    .said = "said",
    .bits = true,
    .reg = "PGRAPH_TPC_PROP_TRAP",
    MEANINGS(prop),
    .words = tpc_words,
    .section = "tesla-vm.md §2.6",
};
const struct log_subject nv50_log_prop_global = {
    .kind = LOG_TRAP,
    .title = "PROP trapped: memory of a program",
    .words = tpc_words,
    .asked = "global, local or stack memory of a program that the VM refuses",
    .usual = FAULT_FOLLOWS,
    .section = "tesla-vm.md §2.6",
};
const struct log_subject nv50_log_details = {
    .kind = LOG_STATE,
    .title = "words of the trapped unit, for the line above",
    .section = "tesla-vm.md §2.6",
};
const struct log_subject nv50_log_nobody = {
    .kind = LOG_STATE,
    .title = "a trap was raised, but no unit reports one that the driver knows",
    .field = "status",
    .usual = "another line above has said it already, or the card reads wrong words: all ones and "
             "changing rubbish mean that it no longer answers",
    .section = "tesla-mmio.md §5.2",
};
const struct log_subject nv50_log_graph_busy = {
    .kind = LOG_TIMEOUT,
    .title = "PGRAPH did not become idle for a TLB flush",
    .field = "status",
    .reg = "PGRAPH_STATUS",
    .asked = "to finish what it works on, so that its TLB can be flushed",
    .usual =
        "PGRAPH hangs: the units named are those that are still at work; look for the trap above",
    .section = "tesla-vm.md §8.5",
};
