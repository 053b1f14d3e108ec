/* The prompt on modelled cards (docs/prompt.md): every command of both families, refused input, Ctrl-C, a card that
 * falls silent, scripts; and that each card is as it was afterwards, whatever was typed. */
#include "reference/nv50.h"
#include "suite/prompt/commands.h"
#include "tests/suite/run_rig.h"

static const char *typed; /* its rest */
static char echoed[1 << 18];
static unsigned looks; /* for a key since the last one came */

/* A '~' comes only once the line before has worked for a while. */
static int next_key(void *opaque)
{
    if (!*typed)
        return KEY_CLOSED;
    if (*typed == '~' && looks++ < 3)
        return KEY_NONE;
    looks = 0;
    typed += *typed == '~';
    if (*typed == '\x0e')
        return typed++, KEY_LOST;
    return (unsigned char)*typed++;
}

static void echo(void *opaque, const char *chars, size_t size)
{
    const size_t used = strlen(echoed);

    assert_true(used + size < sizeof(echoed));
    memcpy(echoed + used, chars, size);
    echoed[used + size] = '\0';
}

static struct rig *rig_at(unsigned family, const char *keys)
{
    struct rig *const rig = rig_new();

    rig->card = (struct model_config){ .chip = family ? &gv100_chips[CHIP_GV100].chip
                                                      : &nv50_chips[CHIP_G84].chip,
                                       .vram_size = 16 << 20 };
    rig->config.mode = MODE_PROMPT;
    rig->setup.typed = next_key;
    typed = keys;
    echoed[0] = '\0';
    return rig;
}

static struct rig *prompt(unsigned family, const char *keys)
{
    struct rig *const rig = rig_at(family, keys);

    rig_run(rig);
    return rig;
}

static void say_change(void *opaque, const char *text)
{
    print_message("#   %s\n", text);
}

static void expect_as_it_was(struct rig *rig)
{
    assert_int_equal(0, model_changed(host_bus_card(rig->host, 0), say_change, NULL));
}

/* Lines, and what they are answered by family: NV50's, GV100's. A null has none. */
/* clang-format off */
#define N(lines, said) { lines, { said, NULL } }
#define G(lines, said) { lines, { NULL, said } }
static const struct { const char *lines, *said[2]; } answers[] = {
    /* A line that is no command, or cannot be done, has a sentence, and the next one works. */
    N("expect 1", "no line before has found a value"), N("foo", "foo is no command; help lists them"),
    N("read", "read: expected read REGISTER [COUNT]"),
    N("read 0 1 2", "read: expected read REGISTER [COUNT]"), N("read PFOO", "PFOO: no register of that name on g84"),
    N("read 0x3", "0x3: expected a multiple of 4 below 0x1000000"),
    N("read 0x1000000", "expected a multiple of 4 below 0x1000000"),
    N("read PFIFO_CHAN_TABLE[9999]", "no register of that name"),
    N("read 0 257", "257: expected how many registers, up to 0x100"), N("card 1", "card: expected card\n"),
    N("write 0 1 2", "write: expected write REGISTER VALUE\n"), N("poll 0 1 2 3 4", "poll: expected poll REGISTER MASK"),
    N("dump regs 0 4 4", "dump: expected dump regs|vram"), N("probe 1", "probe: expected probe\n"),
    N("pci read 0 0 0", "pci: expected pci [read OFFSET |"), N("channel 0 0", "channel: expected channel [ADDRESS]"),
    N("page 0 0", "page: expected page ADDRESS\n"), N("translate 0 r 0 0", "translate: expected translate ADDRESS [r|w]"),
    N("map 0 vram 0 1 1", "map: expected map ADDRESS"), N("object vram 0 1 1", "object: expected object SELECTOR |"),
    N("method 0 0 0 0", "method: expected method CLASS METHOD DATA\n"), N("flush a b", "flush: expected flush [ENGINE]"),
    N("fault 1", "fault: expected fault\n"), N("run a b", "run: expected run TEST\n"), N("log on off", "log: expected log"),
    N("undo 1", "undo: expected undo\n"), N("expect 1 2 3", "expect: expected expect VALUE [MASK]"),
    N("wait 1 2", "wait: expected wait MS\n"), N("help a b", "help: expected help"), N("quit 1", "quit: expected quit\n"),
    N("poll 0 0 0 60001", "60001: expected milliseconds, up to 0xea60"), N("wait 60001", "milliseconds, up to 0xea60"),
    N("pci read 0x1000", "expected an offset in configuration space, up to 0xffc"), N("pci read 0xffc", "0xffc = 0x"),
    N("pci write 0x24 0", "0x24: not written, because the card would"), N("pci write 0x30 0", "0x30: not written"),
    N("dump regs 0 0x10001", "0x10001: expected bytes, up to 0x10000"), N("dump regs 0 17", "#   0x00000010  "),
    N("dump vram 0x1007 4", "#   0x00001004  "), N("dump vram 16M", "expected an offset in VRAM, up to 0xfffffc"),
    N("write 0 0x100000000", "expected a word of 32 bits"), N("vram read 16M", "expected an offset in VRAM"),
    N("vram read 2", "2: expected a multiple of 4"), N("vram fill 0 6 1", "6: expected a multiple of 4"),
    N("vram fill 0 1M 1", "expected bytes, up to 0x40000"), N("vram burn 0 1", "vram: expected read ADDRESS"),
    N("pci write 4 0", "4: not written, because the card would be lost"),
    N("pci write 0x10 0", "not written, because the card would be lost"), N("pci read 2", "2: expected a multiple of 4"),
    N("pci 1", "pci: expected read OFFSET"), N("dump rom 0", "rom: expected regs or vram"),
    N("log maybe", "maybe: expected on or off"), N("undo", "nothing was written that can be put back"),
    N("channel 0x40000000", "expected a channel's descriptor"),
    N("map 0 disk 0", "disk: expected vram, snoop or nosnoop"),
    N("flush PFOO", "PFOO: no engine of that name; there are"), N("object 1 2", "object: expected SELECTOR"),
    N("object vram 0xffffffff00 0x100", "0x100: expected bytes, up to 0xff"),
    N("method 0x10000 0 0", "0x10000: expected a class, up to 0xffff"),
    N("method 0 0x2000 0", "0x2000: expected a method, up to 0x1ffc"),
    N("map 0 vram 0 65", "65: expected how many pages, up to 0x40"), N("method 0 2 0", "2: expected a multiple of 4"),
    N("help foo", "foo is no command"), N("run nothing.here", "no test of that name"),
    { "card", { "G84, 10de:0400", "GV100, 10de:1d81" } },
    { "read PMC_BOOT_0", { "0x000000 PMC_BOOT_0 = 0x084000a2", "PMC_BOOT_0 = 0x140000a1" } },
    { "read pmc_boot_0", { "CHIPSET=0x84", "ARCHITECTURE=GV100" } }, { "read 0 2", { "0x000004", "0x000004" } },
    { "write 0x1700 5", { "0x001700 was 0x", "PBUS_BAR0_WINDOW was 0x" } },
    { "poll PMC_BOOT_0 0xff 0xa2", { "yes: 0x084000a2 after", "no: 0x140000a1 after" } },
    { "dump regs 0 16", { "#   0x00000000  084000a2", "#   0x00000000  140000a1" } },
    { "dump vram 0x1000 32", { "#   0x00001010  ", "#   0x00001010  " } },
    { "probe", { "PMC_BOOT_0 = ", "PMC_BOOT_0 = " } },
    { "pci", { "configuration space 0x000 = 0x040010de", "0x000 = 0x1d8110de" } },
    N("pci write 0x28 0", "configuration space 0x028 = 0x"), N("pci write 0xc 0", "configuration space 0x00c = 0x"),
    { "pci read 0x2c", { "0x02c = 0x040010de", "0x02c = 0x121810de" } },
    { "vram write 0x300000 1 2 3", { "12 bytes: was 0x", "12 bytes: was 0x" } },
    { "vram read 0x300000 4", { "= 0x00000001 0x00000002 0x00000003 0x", "= 0x00000001 0x00000002" } },
    { "vram fill 0x310000 4K 0x55", { "4096 bytes: was 0x", "4096 bytes: was 0x" } },
    { "vram read 0x310ffc", { "= 0x00000055", "= 0x00000055" } },
    { "page 0x1000", { "there is no channel yet", "there is no channel yet" } },
    { "translate 0", { "no channel yet", "no channel yet" } }, N("object 1", "no channel yet"),
    /* A session looks at interrupts itself: with a channel the line to the processor stays down. */
    N("write 0x140 1", "was 0x"),
    /* A channel and its tables as somebody else has left them, word by word (tesla-vm.md §1.4, §1.7). */
    N("vram fill 0x340200 0x4000 0\nvram write 0x340208 0x350003 0 0x351001 0 0x352063 0 0xfffff00b 0xff\n"
      "vram write 0x350028 0x360009 0\nvram write 0x348420 0x7fc00002 0xffffffff 0 0xff000000 0 0", "16384 bytes: was"),
    N("channel 0x340\nexpect 0x340", "channel at VRAM 0x340000, descriptor 0x00000340, as it is in memory"),
    N("object 0x842\nexpect 0x7fc00002",
      "object 0x842 at VRAM 0x348420 = 7fc00002 ffffffff 00000000 ff000000 00000000 00000000\n"),
    N("object 0xffff", "object 0xffff at VRAM 0x43fff0 = "),
    N("page 0x20005123", "PDE[0x1] at VRAM 0x340208 = 0x0000000000350003\n"),
    N("page 0x20005123\nexpect 0x360009", "PTE[0x5] at VRAM 0x350028 = 0x0000000000360009\n"),
    N("page 0xffffffffff\nexpect 0", "PDE[0x7ff] at VRAM 0x3441f8 = 0x0000000000000000\n"),
    N("translate 0x20005123 r 0x842\nexpect 0x360123", "#   VRAM 0x360123\n"),
    N("translate 0x20005123 w 0x842\nexpect 4", "fault: PAGE_READ_ONLY\n"),
    N("translate 0x20005123\nexpect 6", "fault: NULL_DMAOBJ\n"),
    N("translate 0xfffffffffc r 0x842\nexpect 0", "fault: PT_NOT_PRESENT\n"),
    N("translate 0 r 0x10000", "expected a selector, up to 0xffff\n"),
    N("translate 0x10000000000", "expected an address, up to 0xffffffffff\n"),
    N("translate 0x80000000 r 0x842", "a structure lies where nothing can be read: SYSRAM_SNOOP 0xfffffff000\n"),
    N("map 0x40030000 vram 0x400000 2\nexpect 0x400001", "PTE[0x3] at VRAM 0x351018 = 0x0000000000400001\n"),
    N("translate 0x4004ffff r 0x842", "VRAM 0x41ffff\n"),
    N("map 0x20006000 nosnoop 0x1234000", "PTE[0x6] at VRAM 0x350030 = 0x0000000001234031\n"),
    N("translate 0x20006004 r 0x842", "SYSRAM_NOSNOOP 0x1234004\n"),
    N("map 0 vram 0", "there is no table for 0x0, and only a channel that was made here gets new ones"),
    N("map 0x62000000 vram 0", "writing an entry: address outside memory"),
    N("page 0x62000000", "no table has an entry for 0x62000000"),
    N("page 0x61fff000", "PTE[0x1fff] at VRAM 0x361ff8 = 0x"), N("channel 0x40000000", "up to 0x3fffffff"),
    N("channel 0x20000340", "channel at system memory 0x340000, descriptor 0x20000340, as it is in memory"),
    /* The same of an instance block (gv100.md §3.1, §5). */
    G("vram fill 0x340200 0x2000 0\nvram write 0x340200 0x341c00\nvram write 0x341018 0x34202\nvram fill 0x342000 0x3080 0\n"
      "vram write 0x342028 0x34302\nvram write 0x343030 0x34402 0 0xffffff04 0x7ff\nvram write 0x346048 0x37001 0\n"
      "vram write 0x344070 0 0 0x34502 0 0x34602 0 0 0 0x40001 0 0 0\n"
      "vram write 0x345040 0x36041 0 8 0 0x1234005 0 0x36003 0", "8192 bytes: was"),
    G("channel 0x340fff\nexpect 0x340000", "channel with its instance block at VRAM 0x340000, as it is in memory"),
    G("channel 0x1000000", "expected an offset in VRAM, up to 0xffffff\n"),
    G("page 0x18140c0e09000\nexpect 8", "sparse: reads"),
    G("page 0x18140c0e08123\nexpect 0x36041", "PAGE_DIR_BASE at VRAM 0x340200 = 0x0000000000341c00\n"
      "#   PDE3 at VRAM 0x341018 = 0x0000000000034202\n#   PDE2 at VRAM 0x342028 = 0x0000000000034302\n"
      "#   PDE1 at VRAM 0x343030 = 0x0000000000034402\n#   PDE0 big at VRAM 0x344070 = 0x0000000000000000\n"
      "#   PDE0 small at VRAM 0x344078 = 0x0000000000034502\n#   PTE 4K at VRAM 0x345040 = 0x0000000000036041\n"),
    G("translate 0x18140c0e08123\nexpect 0x360123", "#   VRAM 0x360123, a page of 4 KiB\n"),
    G("translate 0x18140c0e08123 w\nexpect 6", "fault: RO_VIOLATION\n"),
    G("translate 0x18140c1090456 r", "VRAM 0x370456, a page of 64 KiB\n"),
    G("translate 0x18140c1212345", "VRAM 0x412345, a page of 2048 KiB\n"),
    G("translate 0x18140c0e09000", "sparse: reads give zeros, writes"),
    G("translate 0x18140c0e0a010", "system memory 0x12340010, a page of 4 KiB\n"),
    G("translate 0x18140c0e0b010", "peer 0x360010, a page of 4 KiB\n"),
    G("translate 0x18140e0000000", "PDE0 lies where nothing can be read: 0x7ffffffff000\n"),
    G("translate 0\nexpect 0", "fault: PDE\n"), G("page 0", "fault: PDE\n"),
    G("translate 0x4010 x", "translate: expected ADDRESS [r|w], for GV100 has no DMA objects"),
    G("translate 0 r 1", "for GV100 has no"),
    G("translate 0x2000000000000", "expected a virtual address, up to 0x1ffffffffffff\n"),
    { "channel", { "descriptor 0x000000", "its ring and push buffer lie at virtual 0x10000000, runlist " } },
    { "channel", { "there is a channel already", "there is a channel already" } },
    N("read 0x140", "PMC_INTR_EN_HOST = 0x00000000\n"),
    { "map 0x3000 vram 0x320000 2", { "PTE[0x3] at VRAM 0x", "PTE 4K at VRAM 0x" } },
    { "page 0x4000", { "address=0x321000", "address_vid=0x321000" } },
    { "expect 1 0xff", { "as expected: 0x321001", "as expected: 0x32101" } },
    N("translate 0x4010 x", "x: expected r or w"), N("object 0x10000", "0x10000: expected a selector, up to 0xffff"),
    N("page 0x10000000000", "expected a virtual address, up to 0xffffffffff"),
    G("page 0x2000000000000", "expected a virtual address, up to 0x1ffffffffffff"),
    N("page 0x40004000", "no table has an entry for 0x40004000"),
    N("map 0x42345000 vram 0x322000", "PDE[0x2] at VRAM 0x"), N("page 0x42345000", "PTE[0x2345] at VRAM 0x"),
    N("page 0x43fff000", "PTE[0x3fff] at VRAM 0x"), N("page 0x44000000", "no table has an entry for 0x44000000"),
    { "translate 0x4010", { "#   VRAM 0x321010", "VRAM 0x321010, a page of 4 KiB" } },
    { "translate 0x5010 w", { "fault: PAGE_NOT_PRESENT", "fault: PTE" } },
    { "object vram 0x1000 0x1000", { "class=READ_WRITE target=VRAM", "GV100 has no such thing" } },
    { "object 0x420", { "target=PAGED", "GV100 has no such thing" } },
    { "method 0 0x50 0x77", { "#   done", "#   done" } }, N("method 0x5039 0x104 0", "#   done"),
    G("method 0xc3b5 0x700 1", "#   done"),
    { "method 0 0xfc 0", { "complains: interrupts 0x", "complains: interrupts 0x" } },
    { "method 0 0x50 0x78", { "#   done", "#   done" } }, N("page 0x1fff000", "PTE[0x1fff] at"),
    N("page 0x2000000", "no table has"),
    /* Of a table that is made, the smallest size code that has the entry (tesla-vm.md §1.7). */
    N("map 0x64000000 vram 0x322000", "PTE[0x4000] at"), N("page 0x67fff000", "PTE[0x7fff] at"),
    N("page 0x68000000", "no table has"), N("map 0x81fff000 vram 0x322000", "PTE[0x1fff] at"),
    N("page 0x82000000", "no table has an entry for 0x82000000"), N("map 0xa8000000 vram 0x322000", "PTE[0x8000] at"),
    N("page 0xbffff000", "PTE[0x1ffff] at"), N("object nosnoop 0x1000 0x2000", " 00002fff 00001000 00000000 "),
    N("object vram 0x1000 0", " 00001000 00001000 00000000 "),
    N("object vram 0xff00000000 0xffffffff", " fffffffe 00000000 ff0000ff "),
    N("object snoop 0xffffffffff 1", "expected bytes, up to 0x0"),
    { "map 0x100000 vram 0x320000\ntranslate 0x100fff", { "VRAM 0x320fff\n", "VRAM 0x320fff, a page" } },
    { "translate 0x101000\nexpect 2", { "PAGE_NOT_PRESENT", "fault: PTE\n" } },
    { "map 0x7000 snoop 0x330000 64", { "0000000000330021\n", "system memory 0x330000, a page of 4 KiB\n" } },
    { "translate 0x46010\nexpect 0x36f010", { "SYSRAM_SNOOP 0x36f010\n", "system memory 0x36f010, a page" } },
    { "translate 0x47000\nexpect 2", { "fault: PAGE_NOT_PRESENT", "fault: PTE\n" } },
    { "map 0 vram 0 65", { "up to 0x40\n", "how many pages, up to 0x40\n" } },
    G("map 0x2000000000000 vram 0", "expected a virtual address"),
    /* A copy from, or to, an address without a page: by m2mf (tesla-vm.md §3), by a copy engine (gv100.md §7). */
    N("method 0x5039 0x184 0xbeef0201\nmethod 0x5039 0x188 0xbeef0201\nmethod 0x5039 0x200 1\nmethod 0x5039 0x21c 1\n"
      "method 0x5039 0x238 0\nmethod 0x5039 0x23c 0\nmethod 0x5039 0x30c 0x60040\nmethod 0x5039 0x310 0x3000\nmethod 0x5039 0x314 64\n"
      "method 0x5039 0x318 64\nmethod 0x5039 0x31c 64\nmethod 0x5039 0x320 1\nmethod 0x5039 0x324 0x101", "done"),
    N("method 0x5039 0x328 0\nexpect 0x200000",
      "PGRAPH complains: interrupts 0x00200000, traps 0x2, data error 0x0 at method 0x328\n"),
    N("fault\nexpect 2", "#   PAGE_NOT_PRESENT PGRAPH/DISPATCH M2MF_IN read at 0x60040, channel 0x"),
    G("method 0xc3b5 0x400 0\nmethod 0xc3b5 0x404 0x40007010\nmethod 0xc3b5 0x408 0\nmethod 0xc3b5 0x40c 0x3000\nmethod 0xc3b5 0x418 64\n"
      "method 0xc3b5 0x300 0x186\nexpect 0", "done"),
    G("method 0 0x50 1\nexpect 0xffffffff", "not done: the channel waits for its turn\n"
    "#   fault: PDE HUB/CE2 VIRT_READ engine 0x11 at 0x40007000 instance 0x"), G("method 0 0x53 0x77", "made\n"),
    G("method 0xc3b5 0x400 0\nmethod 0xc3b5 0x404 0x10000000\nmethod 0xc3b5 0x408 0\nmethod 0xc3b5 0x40c 0x40009010\n"
      "method 0xc3b5 0x418 64\nmethod 0xc3b5 0x300 0x186", "done"),
    G("fault\nexpect 0", "NON_REPLAYABLE=0x1\n#   PDE HUB/CE2 VIRT_WRITE engine 0x11 at 0x40009000 instance 0x"),
    G("method 0 0x50 1", "the channel is stopped: the next line that needs one makes a new one"),
    G("method 0 0x4000 0", "expected a method, up to 0x3ffc"), G("method 0x10000 0 0", "expected a class, up to 0xffff"),
    G("method 0 0x3ffc 0\nexpect 8", "complains: interrupts 0x00000000 0x00000008 at method 0x00003ffc\n"),
    { "flush", { "what the host has written is flushed, ", "host flushed, " } }, G("flush l2", "l2 flushed, "),
    G("flush sysmem", "sysmem flushed, "), N("flush pgraph", "TLB flushed, "), N("flush pgrap", "pgrap: no engine"),
    N("flush pgraphs", "pgraphs: no engine"), { "flush pfifo", { "TLB flushed, ", "expected tlb, l2, sysmem" } },
    { "flush tlb", { "no engine of that name; there are PGRAPH", "tlb flushed, " } },
    { "fault\nexpect 0xffffffff", { "no fault is recorded", "no fault is recorded" } },
    { "undo", { "is 0x0 again", "is 0x0 again" } }, { "log on", { "", "" } }, { "read 0", { "R 4 ", "R 4 " } },
    N("log on", "it is on already"), { "log off", { "", "" } }, { "wait 5", { "", "" } },
    { "note what I think", { "> note what I think", "> note what I think" } },
    { "help", { "channel    a channel for page", "quit       leaves" } },
    { "help map", { "No TLB is flushed", "No TLB is flushed" } },
    { "run vm.pte.4k", { "ok: vm.pte.4k", "no test of that name" } },
    { "run identity.boot", { "no test of that name", "ok: identity.boot" } }, N("expect 1", "as expected: 0x1"),
    N("write 0x1700 6", "was"), N("run vm.pte.4k", "put back first: 1 writes\n"), N("expect 1", "as expected: 0x1"),
    { "quit", { "", "" } },
};
/* clang-format on */

/* Where the answer to some lines begins in a log; null: at its end. */
static const char *answer_to(const char *log, const char *lines)
{
    char mark[100];

    if (lines)
        snprintf(mark, sizeof(mark), "# > %.*s\n", (int)strcspn(lines, "\n"), lines);
    return lines ? expect_said(log, mark), strstr(log, mark) : log + strlen(log);
}

/* Each line and its answer, in one session, whose values are as expected. */
static void expect_answers(unsigned family)
{
    const char *lines[ARRAY_SIZE(answers) + 1] = { NULL }, *said[ARRAY_SIZE(answers)];
    char keys[16384] = "", answer[65536];
    unsigned count = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(answers); i++)
        if (answers[i].said[family]) {
            lines[count] = answers[i].lines;
            said[count++] = answers[i].said[family];
            snprintf(keys + strlen(keys), sizeof(keys) - strlen(keys), "%s\n", answers[i].lines);
        }
    struct rig *const rig = prompt(family, keys);
    const char *at = answer_to(rig->tap, lines[0]);

    for (unsigned i = 0; i < count; i++) {
        const char *const end = answer_to(at + 1, lines[i + 1]);

        snprintf(answer, sizeof(answer), "%.*s", (int)(end - at), at);
        expect_said(answer, said[i]);
        at = end;
    }
    assert_int_equal(VERDICT_PASS, rig->verdict);
    expect_as_it_was(rig);
    rig_free(rig);
}

TEST(every_line_is_answered)
{
    expect_answers(0);
    expect_answers(1);
}

static struct bus_tap counted;
static unsigned writes; /* behind BARs, of any kind */

#define COUNTED(kind, type, value)                                                                 \
    static void count_##kind(struct bus *bus, bus_addr at, type, size_t size)                      \
    {                                                                                              \
        writes++;                                                                                  \
        counted.real->kind(bus, at, value, size);                                                  \
    }
COUNTED(write_words, const uint32_t *words, words)
COUNTED(write_block, const void *bytes, bytes)
COUNTED(fill_block, uint64_t word, word)

static void count_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    writes++;
    counted.real->write(bus, at, size, value);
}

static void count_writes(struct rig *rig)
{
    bus_tap(&counted, host_bus(rig->host));
    counted.ops.write = count_write;
    counted.ops.write_words = count_write_words;
    counted.ops.write_block = count_write_block;
    counted.ops.fill_block = count_fill_block;
}

static unsigned writes_of(unsigned family, const char *keys)
{
    struct rig *const rig = rig_at(family, keys);

    writes = 0;
    rig->prepare = count_writes;
    rig_run(rig);
    expect_as_it_was(rig);
    rig_free(rig);
    return writes;
}

/* Looking at registers writes nothing at all, looking at VRAM no more than where the window lies, once there and once
 * back, and `card` a bit without which no temperature can be read of some cards, on and off. */
TEST(looking_writes_nothing)
{
    for (unsigned family = 0; family < 2; family++) {
        const unsigned none = writes_of(family, "quit\n");

        assert_int_equal(none, writes_of(family, "read 0 256\npci\nhelp\nprobe\n"));
        assert_int_equal(none, writes_of(family, "dump regs 0 64K\ndump regs 0x1700 64\n"));
        assert_in_range(writes_of(family, "dump vram 0x300000 256\n"), none, none + 2);
        assert_in_range(writes_of(family, "card\n"), none, none + 2);
    }
}

/* ---- flushes --------------------------------------------------------------------------------- */

static struct {
    struct bus_tap tap;
    uint64_t bar0;
    bool counts;
    char done[40];  /* engines of TLBs; h: what the host has written */
    unsigned fails; /* the number of the one that does not end, from 1; 0: none */
    uint64_t at;    /* where it shows */
} flushes;

/* A line that reads MARK goes before and behind those whose flushes count. */
#define MARK 0xfffffcu

static uint64_t read_flush(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t value = flushes.tap.real->read(bus, at, size);

    flushes.counts ^= at.v == flushes.bar0 + MARK;
    return at.v == flushes.at ? value | 3 : value; /* TRIGGER of a TLB's, BUSY of the host's */
}

static void write_flush(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const bool host = at.v == flushes.bar0 + REF_HOST_FLUSH_G84;

    if (host || at.v == flushes.bar0 + REF_PFB_MMU_TLB_FLUSH) {
        const size_t count = strlen(flushes.done);

        if (flushes.counts && count + 1 < sizeof(flushes.done))
            flushes.done[count] = "0123456789abcdefh"[host ? 16 : value >> 16 & 15];
        flushes.at = flushes.counts && count + 1 == flushes.fails ? at.v : 0;
    }
    flushes.tap.real->write(bus, at, size, value);
}

static void watch_flushes(struct rig *rig)
{
    bus_tap(&flushes.tap, host_bus(rig->host));
    flushes.tap.ops.read = read_flush;
    flushes.tap.ops.write = write_flush;
    flushes.bar0 = rig_bar(rig, 0);
}

/* "1 write the PTEs ... 3 host flush ... 4 TLB flush per engine → 5 use", of BAR's TLB 6, PGRAPH's 0 and PFIFO's 5
 * (tesla-vm.md §8.4); "After CPU writes to them: host flush, before the register that makes an engine look"
 * (silicon-sequences.md). One that does not end is told, whichever it is, and what follows it is not done. */
TEST(every_flush_is_waited_for)
{
    /* clang-format off */
    static const struct { const char *before, *line, *flushes; } rows[] = {
        { "channel 0x340\n", "channel", "h60h5" }, /* the channel is built; PFIFO finds its structures */
        { "channel\n", "map 0x3000 vram 0x320000", "h" }, { "channel\n", "object vram 0 16", "h" },
        { "channel\n", "method 0 0x50 1", "h" },           /* the entry of the ring */
        { "channel\n", "method 0x5039 0x104 0", "hh" },    /* the object, and the entry */
        { "channel\n", "method 0 0xfc 0", "h0h5" },        /* PFIFO is started again after its complaint */
        { "channel\nmethod 0x5039 0x104 0\nmethod 0 0xfc 0\n", "method 0x5039 0x104 0", "hh" }, /* with no object */
        { "", "flush", "h" }, { "", "flush pgraph", "0" }, { "", "flush bar", "6" }, { "", "flush pfifo", "5" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned fails = 0; fails <= strlen(rows[i].flushes); fails++) {
            char keys[200], wanted[10];

            snprintf(keys, sizeof(keys), "%sread 0xfffffc\n%s\nread 0xfffffc\npage 0\n",
                     rows[i].before, rows[i].line);
            snprintf(wanted, fails ? fails + 1 : sizeof(wanted), "%s", rows[i].flushes);
            memset(&flushes, 0, sizeof(flushes));
            flushes.fails = fails;
            struct rig *const rig = rig_at(0, keys);
            rig->prepare = watch_flushes;
            rig_run(rig);
            assert_string_equal(wanted, flushes.done);
            assert_int_equal(fails != 0, strstr(rig->tap, ": timeout\n") != NULL);
            if (i == 0 && fails) /* neither a new one nor the chosen one */
                expect_said(rig->tap, "there is no channel yet");
            rig_free(rig);
        }
}

TEST(rubbish_does_nothing)
{
    char keys[12000];

    srand(42);
    for (unsigned i = 0; i < 10000; i++) /* any key but those that leave */
        keys[i] = (char)(rand() % 4 ? ' ' + rand() % 95 : 1 + rand() % 2);
    snprintf(keys + 10000, sizeof(keys) - 10000, "\ncard\n");
    struct rig *const rig = prompt(0, keys);

    expect_said(rig->tap, "characters, and at most 240 can be read: not done");
    expect_said(rig->tap, "G84, 10de:0400");
    expect_as_it_was(rig);
}

/* docs/prompt.md: "Where COM1 has lost characters, the line is not done". */
TEST(a_line_with_a_gap_is_not_done)
{
    struct rig *const rig = prompt(0, "vram write 0x300000 7\x0e\x0eread 0\n");

    expect_said(rig->tap, "the rest came too fast and is lost: not done");
    expect_said(rig->tap, "PMC_BOOT_0 = ");
    expect_as_it_was(rig);
}

/* Ctrl-C ends the running command; the next line works, typed ahead of it. */
TEST(ctrl_c_ends_a_line)
{
    static const char *const lines[] = {
        "poll PMC_BOOT_0 0xff 0 60000\n~\x03", "wait 60000\n~\x03",
        "write 0x1700 7\npoll PMC_BOOT_0 0xff 0 60000\nread 0x4~\x03"
    };

    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        char keys[200];

        snprintf(keys, sizeof(keys), "%sread PMC_BOOT_0\n", lines[i]);
        struct rig *const rig = prompt(i % 2, keys);
        expect_said(rig->tap, "stopped by Ctrl-C");
        expect_said(strstr(rig->tap, "Ctrl-C"), "PMC_BOOT_0 = 0x");
        expect_as_it_was(rig);
        rig_free(rig);
    }
}

/* On a terminal a person is asked before the first write, and only then. */
TEST(a_person_is_asked_before_the_first_write)
{
    const char *const lines = "write 0x1700 5\nnread 0x1700\nwrite 0x1700 6\nYwrite 0x1700 7\n";
    struct rig *rig = rig_at(0, "write 0x1700 6\ny");

    rig->sinks.echo = echo;
    rig_run(rig);
    expect_said(rig->tap, "wrote 0x00000006");
    rig_free(rig);
    rig = rig_at(0, lines);
    rig->sinks.echo = echo;
    rig_run(rig);
    expect_said(rig->tap,
                "This writes register 0x001700. It is put back when you leave. Go on? (Y");
    expect_said(rig->tap, "nothing was written");
    expect_said(strstr(rig->tap, "nothing was written"), "0x001700 = 0x00000000");
    expect_said(rig->tap, "wrote 0x00000006");
    expect_said(strstr(rig->tap, "wrote 0x00000006"), "was 0x00000006, wrote 0x00000007");
    assert_null(strstr(strstr(rig->tap, "wrote 0x00000006"), "Go on?"));
    assert_null(strstr(rig->tap, "> write")); /* the terminal has it */
    expect_said(rig->records, "> write 0x1700 7");
    expect_as_it_was(rig);
}

TEST(tab_completes)
{
    struct rig *const rig = rig_at(0, "hel\t\nread PMC_BOOT_0\t\nread PFB_M\t\x15"
                                      "dump v\t0x0 16\nread pfb_mode_r\t\n");

    rig->sinks.echo = echo;
    rig_run(rig);
    expect_said(rig->records, "> help ");
    expect_said(rig->records, "> read PMC_BOOT_0 ");
    expect_said(rig->tap, "Tab: PFB_MEM_AMOUNT  PFB_MODE_REGS  PFB_MMU_TLB_FLUSH");
    expect_said(rig->records, "> dump vram 0x0 16");
    expect_said(rig->records, "> read PFB_MODE_REGS ");
    expect_said(echoed, "\r# > read PFB_M\x1b[K");
}

/* PBUS_HWUNITS without its bit KEEP takes the card off the air (tesla-mmio.md): nothing can be put back, which is said. */
TEST(a_card_that_is_gone_ends_it)
{
    struct rig *const rig = prompt(0, "vram write 0x300000 1\nwrite 0x1540 0\nread 0\n");

    expect_said(rig->tap, "the card does not answer any more: its registers read all ones");
    expect_said(rig->tap, "put back: 0 of 2 writes");
    assert_null(strstr(rig->tap, "> read 0"));
    assert_int_equal(VERDICT_INCOMPLETE, rig->verdict);
}

/* ---- scripts --------------------------------------------------------------------------------- */

static struct rig *script(unsigned family, const char *text)
{
    static struct run_script file;
    struct rig *const rig = rig_at(family, "");

    file = (struct run_script){ "a.txt", text, strlen(text) };
    rig->setup.script = &file;
    rig_run(rig);
    return rig;
}

TEST(a_script_has_a_verdict)
{
    /* clang-format off */
    static const struct { const char *text, *said, *also; enum verdict verdict; } rows[] = {
        { "# nothing\nread PMC_BOOT_0 # a comment\nexpect 0x84000a2\r\nexpect 0xffffffa2 0xff", "ok 1 - prompt: 2 values are as expected", "# verdict: PASS (only a.txt)", VERDICT_PASS },
        { "read 0\nexpect 1\nexpect 0x84000a2\nvram write 0x300000 9\n", "FAIL: prompt: G84 is not as expected: line 2: 0x84000a2, 0x1 expected", "put back: 1 of 1 writes", VERDICT_FAIL },
        { "read 0\n", "used by hand, and nothing was compared", "NOT TESTED", VERDICT_NOT_TESTED },
        { "", "used by hand, and nothing was compared", "NOT TESTED", VERDICT_NOT_TESTED },
        { "write 0x1700 9\nread 0x1700\nexpect 9\nread 0x2\nread 0\nexpect 0\n", "a.txt line 4 could not be done: read 0x2", "put back: 1 of 1 writes", VERDICT_INCOMPLETE },
        { "write 0x1700 9\nreed 0\n", "a.txt line 2: reed is no command", SAYS_INCOMPLETE, VERDICT_INCOMPLETE },
        { "read 0\nexpect\n", "a.txt line 2: expect: expected expect VALUE [MASK]", SAYS_INCOMPLETE, VERDICT_INCOMPLETE },
        { "read 0\nquit\nreed\n", "a.txt line 3: reed is no command", SAYS_INCOMPLETE, VERDICT_INCOMPLETE },
        { "read 0\x80\n", "a.txt line 1: expected printable ASCII", SAYS_INCOMPLETE, VERDICT_INCOMPLETE },
        { "run vm.pte.4k\nexpect 1\nmap 0x1000 vram 0x300000\nchan", "a.txt line 4: chan is no command", SAYS_INCOMPLETE, VERDICT_INCOMPLETE },
        /* more than can be kept is refused */
        { "vram fill 0x300000 256K 1\nvram fill 0x500000 4 1\n", "there is no room to keep what lies there",
          "put back: 1 of 1 writes", VERDICT_INCOMPLETE },
        { "run vm.pte.4k\nexpect 1\nmap 0x1000 vram 0x300000", "as expected: 0x1", "put back: 1 of 1 writes", VERDICT_PASS },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = script(0, rows[i].text);

        expect_said(rig->tap, rows[i].said);
        expect_said(rig->tap, rows[i].also);
        assert_int_equal(rows[i].verdict, rig->verdict);
        if (strstr(rows[i].also, SAYS_INCOMPLETE)) /* a wrong line keeps all from being done */
            assert_null(strstr(rig->tap, "# > write"));
        expect_as_it_was(rig);
        rig_free(rig);
    }
}

/* Memory too is unchanged, fills and all. */
TEST(memory_is_put_back)
{
    for (unsigned family = 0; family < 2; family++) {
        struct rig *const rig = script(
            family, "vram read 0x300000\nvram fill 0x300000 64K 0x11\nvram write 0x30fffc 1\n"
                    "vram fill 0x2ffff0 0x20 0x22\nvram read 0x300000\nexpect 0x22\n");
        const char *const read = strstr(rig->tap, "#   VRAM 0x300000 = 0x");
        uint64_t size;
        uint32_t now;

        assert_non_null(read);
        memcpy(&now, (const char *)model_vram(host_bus_card(rig->host, 0), &size) + 0x300000, 4);
        assert_int_equal(strtoul(read + strlen("#   VRAM 0x300000 = "), NULL, 16), now);
        expect_said(rig->tap, "put back: 3 of 3 writes");
        rig_free(rig);
    }
}

/* The family's own script: each of its lines can be done on each card, and a good one passes (docs/prompt.md). */
TEST(experiments_run_on_every_card)
{
    static const enum chipset_index chips[] = { CHIP_G80, CHIP_G84, CHIP_GT215, CHIP_MCP79 };

    for (unsigned i = 0; i <= ARRAY_SIZE(chips); i++) {
        struct rig *const rig = rig_at(i == ARRAY_SIZE(chips), "");

        if (i < ARRAY_SIZE(chips)) {
            rig->card.chip = &nv50_chips[chips[i]].chip;
            rig->card.vram_size = (uint64_t)nv50_chips[chips[i]].max_partitions << 21;
        }
        rig->config.mode = MODE_EXPERIMENTS;
        rig_run(rig);
        expect_said(rig->tap,
                    i < ARRAY_SIZE(chips) ? "> note E18: How many pages" : "> note K01: Which");
        expect_said(rig->tap, "# verdict: PASS (only experiments)");
        expect_as_it_was(rig);
        rig_free(rig);
    }
}

/* A test that may hang a real card is run by name only where somebody has asked for risks. */
TEST(a_risky_test_wants_to_be_asked_for)
{
    for (unsigned risky = 0; risky < 2; risky++) {
        struct rig *const rig = rig_at(0, "run vm.pte.target1\n");

        rig->config.model = false;
        rig->config.risky = risky;
        rig_run(rig);
        expect_said(rig->tap,
                    risky ? " - vm.pte.target1"
                          : "vm.pte.target1: it may hang the card: risky=1 in barecard.cfg");
        rig_free(rig);
    }
}

TEST(nobody_can_type)
{
    struct rig *const rig = rig_at(0, "");

    rig->setup.typed = NULL;
    rig_run(rig);
    expect_said(rig->tap, "nobody can type here: script= names a file of lines");
}

/* A card that nobody has started: its registers can be read. */
TEST(a_cold_card_has_registers)
{
    struct rig *const rig = rig_at(0, "read PMC_BOOT_0\nvram read 0\nchannel\nfault\n");

    rig->card.cold = true;
    rig->config.post = POST_OFF;
    rig_run(rig);
    expect_said(rig->tap, "PMC_BOOT_0 = 0x084000a2");
    expect_said(rig->tap, "the card's memory does not work: nobody has started it");
    expect_said(rig->tap, "NOT TESTED");
}
