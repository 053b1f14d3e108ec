/* Numbers of the VM of NV50 a second time, from docs/hardware/tesla-vm.md §1 to §4 and tesla-mmio.md §3.3. hw/nv50/field_test.c
 * checks the same structures field by field. */
#include "tests/hw/number_rig.h"

#include "hw/addr.h"
#include "hw/nv50/vm.h"
#include "hw/window.h"

/* §1.1, §2.3: ids are hexadecimal there. */
TEST(users_and_faults_are_the_references)
{
    static const struct number numbers[] = {
        N(VM_ENGINE_PGRAPH, 0x0),       N(VM_ENGINE_PVP, 0x1),
        N(VM_ENGINE_PEEPHOLE, 0x4),     N(VM_ENGINE_PFIFO, 0x5),
        N(VM_ENGINE_BAR, 0x6),          N(VM_ENGINE_PME, 0x7),
        N(VM_ENGINE_PMPEG, 0x8),        N(VM_ENGINE_PBSP, 0x9),
        N(VM_ENGINE_PCIPHER, 0xa),      N(VM_ENGINE_PCOUNTER, 0xb),
        N(VM_ENGINE_PFIFO_BG, 0xc),     N(VM_ENGINE_PCOPY, 0xd),
        N(VM_ENGINE_PDAEMON, 0xe),      N(VM_ENGINE_COUNT, 1 << 4), /* of four bits */

        N(VM_CLIENT_STRMOUT, 0x0),      N(VM_CLIENT_DISPATCH, 0x3),
        N(VM_CLIENT_PFIFO_WRITE, 0x4),  N(VM_CLIENT_CCACHE, 0x5),
        N(VM_CLIENT_PVPE, 0x6),         N(VM_CLIENT_CLIPID, 0x7),
        N(VM_CLIENT_PFIFO_READ, 0x8),   N(VM_CLIENT_VFETCH, 0x9),
        N(VM_CLIENT_TEXTURE, 0xa),      N(VM_CLIENT_PROP, 0xb),
        N(VM_CLIENT_PVP2, 0xc),         N(VM_CLIENT_PBSP, 0xd),
        N(VM_CLIENT_PCIPHER, 0xe),      N(VM_CLIENT_PCOUNTER, 0xf),
        N(VM_CLIENT_PDAEMON, 0x11),     N(VM_CLIENT_PCOPY, 0x13),
        N(VM_CLIENT_PVCOMP, 0x14),

        N(FAULT_PT_NOT_PRESENT, 0x0),   N(FAULT_PT_TOO_SHORT, 0x1),
        N(FAULT_PAGE_NOT_PRESENT, 0x2), N(FAULT_PAGE_SUPERVISOR_ONLY, 0x3),
        N(FAULT_PAGE_READ_ONLY, 0x4),   N(FAULT_NO_CHANNEL, 0x5),
        N(FAULT_NULL_DMAOBJ, 0x6),      N(FAULT_WRONG_MEMTYPE, 0x7),
        N(FAULT_VRAM_LIMIT, 0xb),       N(FAULT_DMAOBJ_LIMIT, 0xf),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §1.3, §1.4, §1.8, §1.10. */
TEST(channels_and_objects_are_the_references)
{
    static const struct number numbers[] = {
        N(TARGET_VRAM, 0),
        N(TARGET_INVALID, 1),
        N(TARGET_SYSRAM_SNOOP, 2),
        N(TARGET_SYSRAM_NOSNOOP, 3),

        F(CHANNEL_DESC_ADDRESS, 27, 0),
        F(CHANNEL_DESC_TARGET, 29, 28),
        N(CHANNEL_ALIGN, 4096),
        N(CHANNEL_SELECTOR_SHIFT, 4),
        N(CHANNEL_PD_SIZE, 0x4000),
        N(CHANNEL_G80_RAMFC, 0),
        N(CHANNEL_G80_CONTEXT, 0x200),
        N(CHANNEL_G80_CACHE, 0x400),
        N(CHANNEL_G80_PD, 0x1400),
        N(CHANNEL_G80_FREE, 0x1400 + 0x4000),
        N(CHANNEL_G84_CONTEXT, 0),
        N(CHANNEL_G84_PD, 0x200),
        N(CHANNEL_G84_FREE, 0x200 + 0x4000),

        N(DMAOBJ_WORDS, 6),
        N(DMAOBJ_BYTES, 6 * 4),
        F(DMAOBJ0_CLASS, 15, 0),
        F(DMAOBJ0_TARGET, 17, 16),
        F(DMAOBJ0_ACCESS, 19, 18),
        F(DMAOBJ0_PRIVILEGE, 21, 20),
        F(DMAOBJ0_TYPE, 28, 22),
        F(DMAOBJ0_COMPRESSION, 30, 29),
        F(DMAOBJ0_SUPERVISOR, 31, 31),
        F(DMAOBJ1_LIMIT_LOW, 31, 0),
        F(DMAOBJ2_BASE_LOW, 31, 0),
        F(DMAOBJ3_BASE_HIGH, 7, 0),
        F(DMAOBJ3_LIMIT_HIGH, 31, 24),
        F(DMAOBJ4_TAG_BASE, 11, 0),
        F(DMAOBJ4_TAG_LIMIT, 27, 16),
        F(DMAOBJ5_COMPRESSION_BASE, 15, 0),
        F(DMAOBJ5_CYCLE, 17, 16),
        F(DMAOBJ5_ENCRYPTION, 19, 18),
        N(DMAOBJ_TARGET_PAGED, 0),
        N(DMAOBJ_TARGET_VRAM, 1),
        N(DMAOBJ_TARGET_SYSRAM_SNOOP, 2),
        N(DMAOBJ_TARGET_SYSRAM_NOSNOOP, 3),
        N(DMAOBJ_ACCESS_FROM_PTE, 0),
        N(DMAOBJ_ACCESS_READ_ONLY, 1),
        N(DMAOBJ_ACCESS_READ_WRITE, 2),
        N(DMAOBJ_PRIVILEGE_FROM_PTE, 0),
        N(DMAOBJ_PRIVILEGE_USER, 1),
        N(DMAOBJ_PRIVILEGE_SUPERVISOR, 2),
        N(DMAOBJ_CYCLE_FROM_PTE, 0),
        N(DMAOBJ_CYCLE_SHORT, 1),
        N(DMAOBJ_CYCLE_LONG, 2),
        N(DMAOBJ_ENCRYPTION_CLEAR, 0),
        N(DMAOBJ_ENCRYPTION_ON, 1),
        N(DMAOBJ_ENCRYPTION_FROM_PTE, 2),
        N(DMAOBJ_TYPE_FROM_PTE, 0x7f),
        N(DMAOBJ_CLASS_READ, 0x02),
        N(DMAOBJ_CLASS_WRITE, 0x03),
        N(DMAOBJ_CLASS_READ_WRITE, 0x3d),
        N(COMPRESSION_NONE, 0),
        N(COMPRESSION_SINGLE, 1),
        N(COMPRESSION_DOUBLE, 2),
        N(COMPRESSION_FROM_PTE, 3),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §0, §1.7, §2.2, §4.1; where the window is: tesla-mmio.md §3.3. */
TEST(tables_and_records_are_the_references)
{
    static const struct number numbers[] = {
        N(PD_ENTRIES, 0x800),
        N(PD_SPAN_LOG2, 29), /* 512 MiB */
        F(PDE_TYPE, 1, 0),
        F(PDE_TARGET, 3, 2),
        F(PDE_UNKNOWN, 4, 4),
        F(PDE_SIZE, 6, 5),
        F(PDE_ADDRESS, 39, 12),
        N(PDE_IGNORED, 0xffffff0000000f80),
        N(PDE_TYPE_NONE, 0),
        N(PDE_TYPE_64K, 1),
        N(PDE_TYPE_16K, 2),
        N(PDE_TYPE_4K, 3),
        N(PDE_SIZE_512M, 0),
        N(PDE_SIZE_128M, 1),
        N(PDE_SIZE_64M, 2),
        N(PDE_SIZE_32M, 3),
        N(PAGE_SHIFT_4K, 12),
        N(PAGE_SHIFT_16K, 14),
        N(PAGE_SHIFT_64K, 16),

        F(PTE_PRESENT, 0, 0),
        F(PTE_UNKNOWN, 2, 1),
        F(PTE_READ_ONLY, 3, 3),
        F(PTE_TARGET, 5, 4),
        F(PTE_SUPERVISOR, 6, 6),
        F(PTE_ORDER, 9, 7),
        F(PTE_IGNORED, 11, 10),
        F(PTE_ADDRESS, 39, 12),
        F(PTE_TYPE, 46, 40),
        F(PTE_COMPRESSION, 48, 47),
        F(PTE_TAG, 60, 49),
        F(PTE_LONG_CYCLE, 61, 61),
        F(PTE_ENCRYPTED, 62, 62),
        F(PTE_UNKNOWN_63, 63, 63),

        N(STORAGE_TYPE_PITCH, 0x00),
        N(STORAGE_TYPE_BLOCKLINEAR, 0x70),
        N(STORAGE_TYPE_BLOCKLINEAR_LSR, 0x72),

        N(FAULT_WORDS, 6),
        F(FAULT0_4BIT_ENGINE, 3, 0),
        F(FAULT0_4BIT_REASON, 7, 4),
        F(FAULT0_4BIT_CLIENT, 11, 8),
        F(FAULT0_4BIT_SLOT, 15, 12),
        F(FAULT0_8BIT_ENGINE, 7, 0),
        F(FAULT0_8BIT_REASON, 15, 8),
        F(FAULT0_8BIT_CLIENT, 23, 16),
        F(FAULT0_8BIT_SLOT, 31, 24),
        F(FAULT1_CHANNEL_LOW, 15, 0),
        F(FAULT2_CHANNEL_HIGH, 15, 0),
        F(FAULT3_ADDRESS_LOW, 15, 0),
        F(FAULT4_ADDRESS_MID, 15, 0),
        F(FAULT5_ADDRESS_HIGH, 7, 0),
        F(FAULT5_READ, 8, 8),

        N(ADDRESS_BITS, 40),
        N(BLOCK_SHIFT, 8), /* 256 bytes */
        N(LARGE_PAGE, 64 * 1024),

        N(PBUS_PMEM, 0x1700),
        F(PBUS_PMEM_ADDRESS, 23, 0),
        F(PBUS_PMEM_TARGET, 25, 24),
        N(PMEM_WINDOW, 0x700000),
        N(PMEM_WINDOW_SIZE, 1024 * 1024),
        N(PMEM_GRANULE, 64 * 1024),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}
