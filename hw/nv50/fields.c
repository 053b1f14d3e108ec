#include "hw/nv50/fields.h"

#include "hw/addr.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/ramfc.h"
#include "hw/nv50/slots.h"
#include "hw/nv50/vm.h"

#define ALL    CHIPS_ALL
#define G84_UP CHIPS_G84_UP
#define MCP89  CHIP_BIT(CHIP_MCP89)
#define ALL32  BITS(31, 0)

/* How the values of a field are named: value_count, values. */
#define PLAIN       0, .values = 0
#define NAMED(list) ARRAY_SIZE(list), .values = (list)

static const struct field_value flag[] = { { 0, "0", ALL }, { 1, "1", ALL } };

/* Value 1 is no place: tesla-vm.md §1.10. HOST and NCOH are other names of the same two values (VM-016), which
 * encode takes too. */
static const struct field_value targets[] = {
    { TARGET_VRAM, "VRAM", ALL },           { TARGET_SYSRAM_SNOOP, "SYSRAM_SNOOP", ALL },
    { TARGET_SYSRAM_SNOOP, "HOST", ALL },   { TARGET_SYSRAM_NOSNOOP, "SYSRAM_NOSNOOP", ALL },
    { TARGET_SYSRAM_NOSNOOP, "NCOH", ALL },
};

/* ---- DMA object: tesla-vm.md §1.8, tesla-mmio.md §3.7.2 ---- */

static const struct field_value dmaobj_classes[] = {
    { DMAOBJ_CLASS_READ, "READ", ALL },
    { DMAOBJ_CLASS_WRITE, "WRITE", ALL },
    { DMAOBJ_CLASS_READ_WRITE, "READ_WRITE", ALL },
};

static const struct field_value dmaobj_targets[] = {
    { DMAOBJ_TARGET_PAGED, "PAGED", ALL },
    { DMAOBJ_TARGET_VRAM, "VRAM", ALL },
    { DMAOBJ_TARGET_SYSRAM_SNOOP, "SYSRAM_SNOOP", ALL },
    { DMAOBJ_TARGET_SYSRAM_SNOOP, "HOST", ALL },
    { DMAOBJ_TARGET_SYSRAM_NOSNOOP, "SYSRAM_NOSNOOP", ALL },
    { DMAOBJ_TARGET_SYSRAM_NOSNOOP, "NCOH", ALL },
};

static const struct field_value dmaobj_accesses[] = {
    { DMAOBJ_ACCESS_FROM_PTE, "FROM_PTE", ALL },
    { DMAOBJ_ACCESS_READ_ONLY, "READ_ONLY", ALL },
    { DMAOBJ_ACCESS_READ_WRITE, "READ_WRITE", ALL },
};

static const struct field_value dmaobj_privileges[] = {
    { DMAOBJ_PRIVILEGE_FROM_PTE, "FROM_PTE", ALL },
    { DMAOBJ_PRIVILEGE_USER, "USER", ALL },
    { DMAOBJ_PRIVILEGE_SUPERVISOR, "SUPERVISOR", ALL },
};

static const struct field_value dmaobj_compressions[] = {
    { COMPRESSION_NONE, "NONE", ALL },
    { COMPRESSION_SINGLE, "SINGLE", ALL },
    { COMPRESSION_DOUBLE, "DOUBLE", ALL },
    { COMPRESSION_FROM_PTE, "FROM_PTE", ALL },
};

static const struct field_value dmaobj_cycles[] = {
    { DMAOBJ_CYCLE_FROM_PTE, "FROM_PTE", ALL },
    { DMAOBJ_CYCLE_SHORT, "SHORT", ALL },
    { DMAOBJ_CYCLE_LONG, "LONG", ALL },
};

static const struct field_value dmaobj_encryptions[] = {
    { DMAOBJ_ENCRYPTION_CLEAR, "CLEAR", G84_UP },
    { DMAOBJ_ENCRYPTION_ON, "ON", G84_UP },
    { DMAOBJ_ENCRYPTION_FROM_PTE, "FROM_PTE", G84_UP },
};

/* clang-format off */
static const struct field dmaobj_fields[] = {
    { "class", ALL, 0, NAMED(dmaobj_classes), { { 0, DMAOBJ0_CLASS } } },
    { "target", ALL, 0, NAMED(dmaobj_targets), { { 0, DMAOBJ0_TARGET } } },
    { "access", ALL, 0, NAMED(dmaobj_accesses), { { 0, DMAOBJ0_ACCESS } } },
    { "privilege", ALL, 0, NAMED(dmaobj_privileges), { { 0, DMAOBJ0_PRIVILEGE } } },
    { "type", ALL, 0, PLAIN, { { 0, DMAOBJ0_TYPE } } },
    { "comp", ALL, 0, NAMED(dmaobj_compressions), { { 0, DMAOBJ0_COMPRESSION } } },
    { "su", ALL, 0, NAMED(flag), { { 0, DMAOBJ0_SUPERVISOR } } },
    { "base", ALL, 0, PLAIN, { { 2, DMAOBJ2_BASE_LOW }, { 3, DMAOBJ3_BASE_HIGH } } },
    { "limit", ALL, 0, PLAIN, { { 1, DMAOBJ1_LIMIT_LOW }, { 3, DMAOBJ3_LIMIT_HIGH } } },
    { "tag_base", ALL, 0, PLAIN, { { 4, DMAOBJ4_TAG_BASE } } },
    { "tag_limit", ALL, 0, PLAIN, { { 4, DMAOBJ4_TAG_LIMIT } } },
    { "comp_base", ALL, 16, PLAIN, { { 5, DMAOBJ5_COMPRESSION_BASE } } },
    { "cycle", ALL, 0, NAMED(dmaobj_cycles), { { 5, DMAOBJ5_CYCLE } } },
    { "enc", G84_UP, 0, NAMED(dmaobj_encryptions), { { 5, DMAOBJ5_ENCRYPTION } } },
};

/* ---- page directory and page table entries: tesla-vm.md §1.7 ---- */

static const struct field_value pde_types[] = {
    { PDE_TYPE_NONE, "NONE", ALL },
    { PDE_TYPE_64K, "64K", ALL },
    { PDE_TYPE_16K, "16K", CHIPS_GT215_UP },
    { PDE_TYPE_4K, "4K", ALL },
};

static const struct field_value pde_sizes[] = {
    { PDE_SIZE_512M, "512M", ALL },
    { PDE_SIZE_128M, "128M", ALL },
    { PDE_SIZE_64M, "64M", ALL },
    { PDE_SIZE_32M, "32M", ALL },
};

static const struct field pde_fields[] = {
    { "type", ALL, 0, NAMED(pde_types), { { 0, PDE_TYPE } } },
    { "target", ALL, 0, NAMED(targets), { { 0, PDE_TARGET } } },
    { "size", ALL, 0, NAMED(pde_sizes), { { 0, PDE_SIZE } } },
    { "address", ALL, 12, PLAIN, { { 0, PDE_ADDRESS } } },
};

static const struct field_value pte_compressions[] = {
    { COMPRESSION_NONE, "NONE", ALL },
    { COMPRESSION_SINGLE, "SINGLE", ALL },
    { COMPRESSION_DOUBLE, "DOUBLE", ALL },
};

static const struct field_value pte_cycles[] = {
    { 0, "SHORT", ALL },
    { 1, "LONG", ALL },
};

static const struct field pte_fields[] = {
    { "present", ALL, 0, NAMED(flag), { { 0, PTE_PRESENT } } },
    { "ro", ALL, 0, NAMED(flag), { { 0, PTE_READ_ONLY } } },
    { "target", ALL, 0, NAMED(targets), { { 0, PTE_TARGET } } },
    { "su", ALL, 0, NAMED(flag), { { 0, PTE_SUPERVISOR } } },
    { "order", ALL, 0, PLAIN, { { 0, PTE_ORDER } } },
    { "address", ALL, 12, PLAIN, { { 0, PTE_ADDRESS } } },
    { "type", ALL, 0, PLAIN, { { 0, PTE_TYPE } } },
    { "comp", ALL, 0, NAMED(pte_compressions), { { 0, PTE_COMPRESSION } } },
    { "tag", ALL, 0, PLAIN, { { 0, PTE_TAG } } },
    { "cycle", ALL, 0, NAMED(pte_cycles), { { 0, PTE_LONG_CYCLE } } },
    { "enc", G84_UP, 0, NAMED(flag), { { 0, PTE_ENCRYPTED } } },
};

/* ---- channel descriptor: tesla-vm.md §1.3 ---- */

static const struct field channel_fields[] = {
    { "address", ALL, 12, PLAIN, { { 0, CHANNEL_DESC_ADDRESS } } },
    { "target", ALL, 0, NAMED(targets), { { 0, CHANNEL_DESC_TARGET } } },
};

/* ---- VM fault record: tesla-vm.md §2.2 ---- */

#define BITS_4 (ALL & ~CHIPS_GT215_UP)
#define BITS_8 CHIPS_GT215_UP

static const struct field fault_fields[] = {
    { "engine", BITS_4, 0, NAMED(vm_engine_names), { { 0, FAULT0_4BIT_ENGINE } } },
    { "engine", BITS_8, 0, NAMED(vm_engine_names), { { 0, FAULT0_8BIT_ENGINE } } },
    { "reason", BITS_4, 0, NAMED(vm_fault_names), { { 0, FAULT0_4BIT_REASON } } },
    { "reason", BITS_8, 0, NAMED(vm_fault_names), { { 0, FAULT0_8BIT_REASON } } },
    { "client", BITS_4, 0, NAMED(vm_client_names), { { 0, FAULT0_4BIT_CLIENT } } },
    { "client", BITS_8, 0, NAMED(vm_client_names), { { 0, FAULT0_8BIT_CLIENT } } },
    { "slot", BITS_4, 0, PLAIN, { { 0, FAULT0_4BIT_SLOT } } },
    { "slot", BITS_8, 0, PLAIN, { { 0, FAULT0_8BIT_SLOT } } },
    { "channel", ALL, 0, PLAIN, { { 1, FAULT1_CHANNEL_LOW }, { 2, FAULT2_CHANNEL_HIGH } } },
    { "address", ALL, 0, PLAIN,
      { { 3, FAULT3_ADDRESS_LOW }, { 4, FAULT4_ADDRESS_MID }, { 5, FAULT5_ADDRESS_HIGH } } },
    { "read", ALL, 0, NAMED(flag), { { 5, FAULT5_READ } } },
};

/* ---- RAMFC and RAMHT: tesla-mmio.md §4.2 to §4.4 ---- */

static const struct field ramfc_fields[] = {
    { "ib_put", ALL, 0, PLAIN, { { RAMFC_IB_PUT / 4, ALL32 } } },
    { "ib_get", ALL, 0, PLAIN, { { RAMFC_IB_GET / 4, ALL32 } } },
    { "dma_put", ALL, 0, PLAIN, { { RAMFC_DMA_PUT / 4, ALL32 } } },
    { "dma_put_high", ALL, 0, PLAIN, { { RAMFC_DMA_PUT_HIGH / 4, ALL32 } } },
    { "dma_get", ALL, 0, PLAIN, { { RAMFC_DMA_GET / 4, ALL32 } } },
    { "dma_get_high", ALL, 0, PLAIN, { { RAMFC_DMA_GET_HIGH / 4, ALL32 } } },
    { "dma_mget", ALL, 0, PLAIN, { { RAMFC_DMA_MGET / 4, ALL32 } } },
    { "dma_mget_high", ALL, 0, PLAIN, { { RAMFC_DMA_MGET_HIGH / 4, ALL32 } } },
    { "get_high_read", ALL, 0, PLAIN, { { RAMFC_GET_HIGH_READ / 4, ALL32 } } },
    { "put_high_read", ALL, 0, PLAIN, { { RAMFC_PUT_HIGH_READ / 4, ALL32 } } },
    { "put_high_write", ALL, 0, PLAIN, { { RAMFC_PUT_HIGH_WRITE / 4, ALL32 } } },
    { "mget_high_read", ALL, 0, PLAIN, { { RAMFC_MGET_HIGH_READ / 4, ALL32 } } },
    { "dma_state", ALL, 0, PLAIN, { { RAMFC_DMA_STATE / 4, ALL32 } } },
    { "method_count", ALL, 0, PLAIN, { { RAMFC_METHOD_COUNT / 4, ALL32 } } },
    { "dcount_shadow", ALL, 0, PLAIN, { { RAMFC_DCOUNT_SHADOW / 4, ALL32 } } },
    { "dma_fetch", ALL, 0, PLAIN, { { RAMFC_DMA_FETCH / 4, ALL32 } } },
    { "subroutine", ALL, 0, PLAIN, { { RAMFC_SUBROUTINE / 4, ALL32 } } },
    { "dma_timeslice", ALL, 0, PLAIN, { { RAMFC_DMA_TIMESLICE / 4, ALL32 } } },
    { "dma_instance", ALL, 0, PLAIN, { { RAMFC_DMA_INSTANCE / 4, ALL32 } } },
    { "dma_limit", ALL, 0, PLAIN, { { RAMFC_DMA_LIMIT / 4, ALL32 } } },
    { "ib_address_low", ALL, 0, PLAIN, { { RAMFC_IB_ADDRESS_LOW / 4, ALL32 } } },
    { "ib_address_high", ALL, 0, PLAIN, { { RAMFC_IB_CONFIG / 4, RAMFC_IB_CONFIG_ADDRESS_HIGH } } },
    { "ib_order", ALL, 0, PLAIN, { { RAMFC_IB_CONFIG / 4, RAMFC_IB_CONFIG_ORDER } } },
    { "engine", ALL, 0, PLAIN, { { RAMFC_ENGINE / 4, ALL32 } } },
    { "pull1", ALL, 0, PLAIN, { { RAMFC_PULL1 / 4, ALL32 } } },
    { "acquire_timeout", ALL, 0, PLAIN, { { RAMFC_ACQUIRE_TIMEOUT / 4, ALL32 } } },
    { "acquire_timestamp", ALL, 0, PLAIN, { { RAMFC_ACQUIRE_TIMESTAMP / 4, ALL32 } } },
    { "acquire_value", ALL, 0, PLAIN, { { RAMFC_ACQUIRE_VALUE / 4, ALL32 } } },
    { "semaphore_offset", ALL, 2, PLAIN, { { RAMFC_SEMAPHORE / 4, RAMFC_SEMAPHORE_OFFSET } } },
    { "semaphore_offset_valid", ALL, 0, NAMED(flag),
      { { RAMFC_SEMAPHORE / 4, RAMFC_SEMAPHORE_OFFSET_VALID } } },
    { "semaphore_instance", ALL, 0, PLAIN, { { RAMFC_SEMAPHORE / 4, RAMFC_SEMAPHORE_INSTANCE } } },
    { "counter", ALL, 0, PLAIN, { { RAMFC_COUNTER / 4, ALL32 } } },
    { "ref", ALL, 0, PLAIN, { { RAMFC_REF / 4, ALL32 } } },
    { "debug_2", ALL, 0, PLAIN, { { RAMFC_DEBUG_2 / 4, ALL32 } } },
    { "sli", ALL, 0, PLAIN, { { RAMFC_SLI / 4, ALL32 } } },
    { "ramht_instance", ALL, 0, PLAIN, { { RAMFC_RAMHT / 4, RAMFC_RAMHT_INSTANCE } } },
    { "ramht_search", ALL, 0, PLAIN, { { RAMFC_RAMHT / 4, RAMFC_RAMHT_SEARCH } } },
    { "ramht_search_full", ALL, 0, NAMED(flag), { { RAMFC_RAMHT / 4, RAMFC_RAMHT_SEARCH_FULL } } },
    { "ramht_size", ALL, 0, PLAIN, { { RAMFC_RAMHT / 4, RAMFC_RAMHT_SIZE } } },
    { "cache_count", ALL, 0, PLAIN, { { RAMFC_CACHE_COUNT / 4, ALL32 } } },
    { "cache_address", G84_UP, 10, PLAIN,
      { { RAMFC_CACHE_INSTANCE / 4, RAMFC_CACHE_INSTANCE_ADDRESS } } },
    { "cache_target", G84_UP, 0, NAMED(targets),
      { { RAMFC_CACHE_INSTANCE / 4, RAMFC_CACHE_INSTANCE_TARGET } } },
    { "semaphore_address_high", G84_UP, 0, PLAIN, { { RAMFC_SEMAPHORE_ADDRESS_HIGH / 4, ALL32 } } },
    { "semaphore_address_low", G84_UP, 0, PLAIN, { { RAMFC_SEMAPHORE_ADDRESS_LOW / 4, ALL32 } } },
    { "semaphore_sequence", G84_UP, 0, PLAIN, { { RAMFC_SEMAPHORE_SEQUENCE / 4, ALL32 } } },
    { "channel", G84_UP, 0, PLAIN, { { RAMFC_CHANNEL / 4, ALL32 } } },
    { "method_28", MCP89, 0, PLAIN, { { RAMFC_METHOD_28 / 4, ALL32 } } },
    { "method_2c", MCP89, 0, PLAIN, { { RAMFC_METHOD_2C / 4, ALL32 } } },
};

static const struct field ramht_fields[] = {
    { "handle", ALL, 0, PLAIN, { { 0, ALL32 } } },
    { "instance", ALL, 0, PLAIN, { { 1, RAMHT1_INSTANCE } } },
    { "engine", ALL, 0, PLAIN, { { 1, RAMHT1_ENGINE } } },
};

#define FIELDS(list) ARRAY_SIZE(list), .fields = (list)

const struct structure nv50_structures[NV50_STRUCTURE_COUNT] = {
    [NV50_STRUCTURE_DMAOBJ]  = { "dmaobj", 32, DMAOBJ_WORDS, FIELDS(dmaobj_fields) },
    [NV50_STRUCTURE_PDE]     = { "pde", 64, 1, FIELDS(pde_fields) },
    [NV50_STRUCTURE_PTE]     = { "pte", 64, 1, FIELDS(pte_fields) },
    [NV50_STRUCTURE_CHANNEL] = { "channel", 32, 1, FIELDS(channel_fields) },
    [NV50_STRUCTURE_FAULT]   = { "fault", 32, FAULT_WORDS, FIELDS(fault_fields) },
    [NV50_STRUCTURE_RAMFC]   = { "ramfc", 32, RAMFC_WORDS, FIELDS(ramfc_fields) },
    [NV50_STRUCTURE_RAMHT]   = { "ramht", 32, RAMHT_WORDS, FIELDS(ramht_fields) },
};
/* clang-format on */
