/* mmu/gv100/ramin.h: the instance block after RAMFC, packed: page directories of the context and of
 * its subcontexts, engine context, method buffer.
 *
 * Units   addresses in bytes.
 * Errors  ramin_*_pack: ERR_RANGE if a value does not fit its field, ERR_ALIGN if an address is not
 *         4 KiB aligned.
 * Source  docs/hardware/gv100.md §3.1. */
#ifndef MMU_GV100_RAMIN_H
#define MMU_GV100_RAMIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/err.h"
#include "hw/gv100/ram.h"

/* Where the tables of one address space begin: words 128 and 129, or two words of a subcontext. */
struct ramin_pdb {
    uint8_t target; /* enum ramin_target */
    bool vol, replay_tex, replay_gcc;
    bool ver2;     /* must be true */
    bool big_64k;  /* must be true */
    uint64_t base; /* 64 bits */
};

struct ramin_subcontext {
    bool valid; /* its bit in SC_PDB_VALID */
    struct ramin_pdb pdb;
    bool ats;
    uint32_t pasid; /* 20 bits */
};

struct ramin {
    struct ramin_pdb pdb;
    uint8_t wfi_target; /* 0 local, 2 coherent, 3 noncoherent */
    bool wfi_virtual, cs_fg;
    uint64_t wfi_ptr; /* 40 bits */
    uint8_t wfi_veid; /* 6 bits */
    bool ats;
    uint32_t pasid;         /* 20 bits */
    uint64_t method_buffer; /* 49 bits, a virtual address of BAR2 */
    struct ramin_subcontext sc[RAMIN_SUBCONTEXTS];
};

void ramin_pdb_unpack(const uint32_t words[2], struct ramin_pdb *pdb);
/* Replay bits, table format and big page size of a subcontext are taken from `last`, the one that was bound last,
 * unless that was an unbind. */
void ramin_pdb_bound_last(struct ramin_pdb *pdb, const struct ramin_pdb *last);

/* All 1024 words; RAMFC's and those without a field are left alone. */
enum err ramin_pack(const struct ramin *ramin, uint32_t words[RAMIN_WORDS]) MUST_CHECK;

#endif
