#!/usr/bin/perl
# The host command as its users meet it: answers, error lines, options, statuses, --explain word for word.
# BARECARD names the program.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Cli;
no warnings 'portable'; # 64-bit numbers

# ---- place -------------------------------------------------------------------------------------------

answers('place.answers', <<'IN', <<'OUT', 0, 'place');
g80 6 tiled long 1 0x0 0x1234500
g80 4 linear short 1 0x0 0x1234567
g84 4 tiled long 1 0x0 0x1234567
mcp89 1 linear short 2 0x7 0x3fff00
g200 8 tiled short 1 0x7 0xab012345ff
g80 8 tiled short 1 0x0 0xffffffffffffffffffffffff
IN
0x4 0x3089 0x0 0x3089
0x1 0x48d1 0x0 0x48d1
0x3 0x48d1 0x0 0x48d1
0x0 0x3fff 0x0 0x1fff
0x4 0x2468 0x0 0x2468
0x5 0x1fffff 0x0 0x1fffff
OUT

answers('place.errors', join("\n", 'g80 6 tiled long 1 0x0 0x0', '', 'g80 9 tiled long 1 0x0 0x0',
    'g80 0 tiled long 1 0x0 0x0', 'g80 0x6 tiled long 1 0x0 0x0', 'g90 6 tiled long 1 0x0 0x0',
    'g80 6 tile long 1 0x0 0x0', 'g80 6 tiled lang 1 0x0 0x0', 'g84 2 tiled long 2 0x0 0x0',
    'mcp79 1 tiled long 2 0x0 0x0', 'gt215 1 tiled long 3 0x0 0x0', 'gt215 1 tiled long 2 0x8 0x0',
    'gt215 1 tiled long 2 7 0x0', 'g80 6 tiled long 1 0x0 12', 'g80 6 tiled long 1 0x0 0xg',
    'g80 6 tiled long 1 0x0', 'g80 6 tiled long 1 0x0 0x0 0x0', "g80 6 tiled long 1 0x0 0x0\r",
    "g80 6 tiled long 1 0x0 0x0\0", 'x' x 5000, "\tg80  6 tiled long 1 0x0 0x600 ",
    'g80 99999999999999999999 tiled long 1 0x0 0x0'), <<'OUT', 2, 'place');
0x0 0x0 0x0 0x0
error: line 2: blank; CHIPSET PARTS linear|tiled short|long SUBPARTS SELMASK ADDRESS wanted
error: line 3: PARTS 9: 1 to 8 wanted
error: line 4: PARTS 0: 1 to 8 wanted
error: line 5: PARTS 0x6: 1 to 8 wanted
error: line 6: g90: no such chipset
error: line 7: tile: linear or tiled wanted
error: line 8: lang: short or long wanted
error: line 9: SUBPARTS 2: g84 has no subpartitions
error: line 10: SUBPARTS 2: mcp79 has no subpartitions
error: line 11: SUBPARTS 3: 1 or 2 wanted
error: line 12: SELMASK 0x8: 0x0 to 0x7 wanted
error: line 13: SELMASK 7: 0x0 to 0x7 wanted
error: line 14: ADDRESS 12: a number with 0x wanted
error: line 15: ADDRESS 0xg: a number with 0x wanted
error: line 16: 6 words; CHIPSET PARTS linear|tiled short|long SUBPARTS SELMASK ADDRESS wanted
error: line 17: more than 7 words; CHIPSET PARTS linear|tiled short|long SUBPARTS SELMASK ADDRESS wanted
error: line 18: ends with a carriage return; lines end with a newline alone
error: line 19: ADDRESS 0x0?: a number with 0x wanted
error: line 20: longer than 4096 bytes
0x1 0x2 0x0 0x2
error: line 22: PARTS 99999999999999999999: 1 to 8 wanted
OUT

answers('place.nothing', '', '', 0, 'place');
answers('place.long_lines', ('y' x 200000) . "\ng80 1 linear short 1 0x0 0x100\n" . ('z' x 70000),
    "error: line 1: longer than 4096 bytes\n0x0 0x1 0x0 0x1\nerror: line 3: longer than 4096 bytes\n", 2, 'place');

explains('place.explain', <<'IN', <<'OUT', 0, 'place');
gt215 8 tiled short 2 0x5 0x12345678
g80 4 tiled long 1 0x0 0x1234567
g80 6 linear long 1 0x0 0xf000
g84 2 tiled long 1 0x0 0x500
g84 3 tiled short 1 0x0 0x500
IN
  tesla-vm.md §6.2      address 0x12345678 >> 8 = block 0x123456; 8 partitions
  tesla-vm.md §6.2      short cycle
  tesla-vm.md §6.2      0x123456 mod 8 = pre-id 0x6
  tesla-vm.md §6.2      0x123456 / 8 = block 0x2468a of the partition; its low 5 bits: 0xa
  tesla-vm.md §6.2      tiled, 8 partitions: (0x6 - 2 - 1) mod 8 = partition 0x3
  tesla-vm.md §6.3      0x2468a >> 1 = subblock 0x12345
  tesla-vm.md §6.3      parity of 0x2468a & (0x3ff1 | 0x5 << 1 = 0x3ffb) = 0x68a: subpartition 0x1
0x3 0x2468a 0x1 0x12345
  tesla-vm.md §6.2      address 0x1234567 >> 8 = block 0x12345; 4 partitions
  tesla-vm.md §6.2      long cycle: its group of 4 * 4 blocks is 0x12340 to 0x1234f, in one large page: long
  tesla-vm.md §6.2      0x12345 >> 2 = 0x48d1; 0x48d1 mod 4 = pre-id 0x1
  tesla-vm.md §6.2      0x48d1 / 4 = 0x1234; 0x1234 << 2 | 1 = block 0x48d1 of the partition
  tesla-vm.md §6.2      low 5 bits of 0x1234: 0x14
  tesla-vm.md §6.2      tiled, 4 partitions: (0x1 - 0 - 1 - 1) mod 4 = partition 0x3
  tesla-vm.md §6.3      one subpartition: subpartition 0x0, subblock 0x48d1
0x3 0x48d1 0x0 0x48d1
  tesla-vm.md §6.2      address 0xf000 >> 8 = block 0xf0; 6 partitions
  tesla-vm.md §6.2      long cycle: its group of 4 * 6 blocks is 0xf0 to 0x107, in more than one large page: short here
  tesla-vm.md §6.2      0xf0 mod 6 = pre-id 0x0
  tesla-vm.md §6.2      0xf0 / 6 = block 0x28 of the partition; its low 5 bits: 0x8
  tesla-vm.md §6.2      linear: partition = 0x0
  tesla-vm.md §6.3      one subpartition: subpartition 0x0, subblock 0x28
0x0 0x28 0x0 0x28
  tesla-vm.md §6.2      address 0x500 >> 8 = block 0x5; 2 partitions
  tesla-vm.md §6.2      long cycle asked for, but G84 has none: short
  tesla-vm.md §6.2      0x5 mod 2 = pre-id 0x1
  tesla-vm.md §6.2      0x5 / 2 = block 0x2 of the partition; its low 5 bits: 0x2
  tesla-vm.md §6.2      tiled, 2 partitions: 0x1 ^ parity of 0x2 = partition 0x0
  tesla-vm.md §6.3      one subpartition: subpartition 0x0, subblock 0x2
0x0 0x2 0x0 0x2
  tesla-vm.md §6.2      address 0x500 >> 8 = block 0x5; 3 partitions
  tesla-vm.md §6.2      short cycle
  tesla-vm.md §6.2      0x5 mod 3 = pre-id 0x2
  tesla-vm.md §6.2      0x5 / 3 = block 0x1 of the partition; its low 5 bits: 0x1
  tesla-vm.md §6.2      tiled, but 3 partitions, an odd number: partition = 0x2
  tesla-vm.md §6.3      one subpartition: subpartition 0x0, subblock 0x1
0x2 0x1 0x0 0x1
OUT

answers('place.chipset_in_capitals', "G80 6 tiled long 1 0x0 0x1234500\n", "0x4 0x3089 0x0 0x3089\n", 0, 'place');

# ---- the version: the Makefile's -----------------------------------------------------------------------

my ($number) = do { local (@ARGV, $/) = ("$FindBin::Bin/../../Makefile"); <> =~ /^VERSION\s*:=\s*(\S+)$/m };
answers('version', '', "barecard $number\n", 0, '--version');
is(`$FindBin::Bin/../../run-qemu.sh --version`, "barecard $number\n", 'run-qemu.sh: version');

# ---- translate: the worked examples of tesla-vm.md §1.12 in one dump -----------------------------------

# A G84 channel at 0x10000: page directory at 0x10200, objects behind it from selector 0x420 on.
sub dump_of {
    my ($size, %at) = @_;
    my $bytes = "\0" x $size;
    substr($bytes, $_, length($at{$_})) = $at{$_} for keys %at;
    return $bytes;
}
sub object {
    my ($w0, $base, $limit, $w4, $w5) = @_;
    return pack('V6', $w0, $limit & 0xffffffff, $base & 0xffffffff,
        ($base >> 32) | ($limit >> 32) << 24, $w4 // 0, $w5 // 0);
}
my $ones = 0xffffffffff;
my $vram = put_file('vram', dump_of(0x40000,
    0x10200 + 0 * 8 => pack('Q<', 0x20000 | 0x63),          # X9, X10
    0x10200 + 1 * 8 => pack('Q<', 0x30000 | 3),             # X4
    0x10200 + 2 * 8 => pack('Q<', 0x31000 | 1),             # X5
    0x10200 + 8 * 8 => pack('Q<', 0x32000 | 3),             # X1
    0x10200 + 9 * 8 => pack('Q<', 0x8000000000 | 3 << 2 | 3), # a table in system memory
    0x10200 + 10 * 8 => pack('Q<', 0x99000000 | 3),         # a table outside the dump
    0x14200 => object(0x7fc00000, 0x100000000, 0x101ffffff),            # 0x420: X1
    0x14220 => object(0x00190000, 0x03000000, 0x03ffffff),              # 0x422: X2, X3
    0x14240 => object(0x7fc00000, 0, $ones),                            # 0x424: X4, X5, X10
    0x14260 => object(0x00190000 | 1 << 29 | 0x78 << 22, 0, $ones, 0x002f0020, 0x00010210), # 0x426
    0x14280 => object(0x7fc80000, 0, $ones),                            # 0x428: X9
    0x20000 => pack('Q<4', 0x5009, 0x5041, 0x5011, 0),
    0x30000 => pack('Q<8', (0x12345181) x 8),
    0x31000 + 0 => pack('Q<4', (0x04000001 | 2 << 7 | 0x28 << 40 | 2 << 47 | 0x100 << 49) x 4),
    0x32008 => pack('Q<', 0x5678001)));
my $sysram = put_file('sysram', dump_of(0x1000, 0x8 => pack('Q<', 0x9876543021)));
my @translate = ('translate', '--chipset', 'g84', '--vram', $vram, '--vram-size', '1G',
    '--sysram', "$sysram\@0x8000000000");

answers('translate.worked_examples', <<'IN', <<'OUT', 2, @translate);
0x6 0x8 0x0 0x10 0x422 0xffffff r
0x6 0x8 0x0 0x10 0x422 0xfffffc r
0x6 0x8 0x0 0x10 0x424 0x20005678 r
0x0 0xb 0xc 0x10 0x426 0x2134567 r
0x0 0xb 0xc 0x10 0x426 0x20fffff r
0x0 0xb 0xc 0x10 0x426 0x2200000 r
0x6 0x4 0x0 0x10 0x428 0x0 w
0x6 0x4 0x0 0x10 0x424 0x0 w
0x6 0x8 0x0 0x10 0x424 0x2010 r
0x6 0x8 0x0 0x10 0x424 0x3010 r
0x6 0x8 0x0 0x10 0x424 0x60000000 r
0x6 0x8 0x0 0x10 0x424 0x120001abc r
0x6 0x8 0x0 0x20000010 0x424 0x0 r
0x6 0x8 0x0 0x3ff 0x424 0x0 r
IN
fault DMAOBJ_LIMIT
ok target=VRAM linear=0x3fffffc ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
ok target=VRAM linear=0x1234a678 ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
ok target=VRAM linear=0x2134567 ro=0 su=0 type=0x78 comp=1 tag=0x23 cycle=short enc=0
ok target=VRAM linear=0x20fffff ro=0 su=0 type=0x78 comp=0 tag=0x0 cycle=short enc=0
ok target=VRAM linear=0x2200000 ro=0 su=0 type=0x78 comp=0 tag=0x0 cycle=short enc=0
ok target=VRAM linear=0x5000 ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
fault PAGE_READ_ONLY
fault WRONG_MEMTYPE
fault PAGE_NOT_PRESENT
fault PT_NOT_PRESENT
ok target=SYSRAM_SNOOP linear=0x9876543abc ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
error: line 13: DMA object at SYSRAM_SNOOP 0x14240 is outside the images
error: line 14: DMA object at VRAM 0x403240 is outside the images
OUT

# What is said before a page table of channel 0x10 is read; the object of selector 0x424 is the whole address space.
my $channel = '  tesla-vm.md §1.3      channel 0x10: bits 29:28 = VRAM, bits 27:0 << 12 = 0x10000';
sub paged_0x424 {
    my ($address, $index, $pde) = @_;
    return "$channel\n" . <<"SAID" =~ s/\n\z//r;
  tesla-vm.md §1.4      selector 0x424: DMA object at + 0x4240 = VRAM 0x14240
  tesla-vm.md §1.5 T4   its words: 0x7fc00000 0xffffffff 0x0 0xff000000 0x0 0x0
  tesla-vm.md §1.5 T6   base 0x0 + address $address = $address
  tesla-vm.md §1.6      $address < limit 0xffffffffff: inside
  tesla-vm.md §1.5 T8   object word 0 bits 17:16 = 0: paged
  tesla-vm.md §1.5 T9   $address >> 29 = $index: PDE at channel + 0x200 + $index * 8 = VRAM $pde
SAID
}
explains('translate.explain', <<'IN', <<"OUT", 2, @translate);
0x6 0x8 0x0 0x10 0x420 0x1234 r
0x6 0x8 0x0 0x10 0x424 0x40035000 r
0x0 0xb 0xc 0x10 0x426 0x2200000 w
0x6 0x8 0x0 0x10 0x422 0x1000000 r
0x6 0x8 0x0 0x10 0x424 0x2000000 r
0x6 0x8 0x0 0x10 0x424 0x1010 r
0x6 0x8 0x0 0x10 0x424 0x140000000 r
0x6 0x8 0x0 0x10000010 0x424 0x0 r
0x6 0x8 0x0 0x10 0x0 0x0 r
IN
$channel
  tesla-vm.md §1.4      selector 0x420: DMA object at + 0x4200 = VRAM 0x14200
  tesla-vm.md §1.5 T4   its words: 0x7fc00000 0x1ffffff 0x0 0x1000001 0x0 0x0
  tesla-vm.md §1.5 T6   base 0x100000000 + address 0x1234 = 0x100001234
  tesla-vm.md §1.6      0x100001234 < limit 0x101ffffff: inside
  tesla-vm.md §1.5 T8   object word 0 bits 17:16 = 0: paged
  tesla-vm.md §1.5 T9   0x100001234 >> 29 = 0x8: PDE at channel + 0x200 + 0x8 * 8 = VRAM 0x10240
  tesla-vm.md §1.7      PDE 0x32003: type 3, 4 KiB pages, 0x20000 entries, table at VRAM 0x32000
  tesla-vm.md §1.5 T12  0x1234 >> 12 = 0x1: PTE at 0x32000 + 0x1 * 8 = VRAM 0x32008
  tesla-vm.md §1.7      PTE 0x5678001: page VRAM 0x5678000, order 0, ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
  tesla-vm.md §1.7      block of 0x1000 bytes: linear = 0x5678000 + (0x100001234 mod 0x1000) = VRAM 0x5678234
  tesla-vm.md §1.8      object says access=0 privilege=0 type=0x7f comp=3 cycle=0 enc=0
  tesla-vm.md §1.8      merged: ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
  tesla-vm.md §1.11     0x5678234 < VRAM size 0x40000000: inside
ok target=VRAM linear=0x5678234 ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
@{[paged_0x424('0x40035000', '0x2', '0x10210')]}
  tesla-vm.md §1.7      PDE 0x31001: type 1, 64 KiB pages, 0x2000 entries, table at VRAM 0x31000
  tesla-vm.md §1.5 T12  0x35000 >> 16 = 0x3: PTE at 0x31000 + 0x3 * 8 = VRAM 0x31018
  tesla-vm.md §1.7      PTE 0x201280004000101: page VRAM 0x4000000, order 2, ro=0 su=0 type=0x28 comp=2 tag=0x100 cycle=short enc=0
  tesla-vm.md §1.7      block of 0x40000 bytes: linear = 0x4000000 + (0x40035000 mod 0x40000) = VRAM 0x4035000
  tesla-vm.md §1.8      object says access=0 privilege=0 type=0x7f comp=3 cycle=0 enc=0
  tesla-vm.md §1.7      tag = PTE's 0x100 + (offset in the block >> 16) * 2 = 0x106
  tesla-vm.md §1.8      merged: ro=0 su=0 type=0x28 comp=2 tag=0x106 cycle=short enc=0
  tesla-vm.md §1.11     0x4035000 < VRAM size 0x40000000: inside
ok target=VRAM linear=0x4035000 ro=0 su=0 type=0x28 comp=2 tag=0x106 cycle=short enc=0
$channel
  tesla-vm.md §1.4      selector 0x426: DMA object at + 0x4260 = VRAM 0x14260
  tesla-vm.md §1.5 T4   its words: 0x3e190000 0xffffffff 0x0 0xff000000 0x2f0020 0x10210
  tesla-vm.md §1.5 T6   base 0x0 + address 0x2200000 = 0x2200000
  tesla-vm.md §1.6      0x2200000 < limit 0xffffffffff: inside
  tesla-vm.md §1.5 T8   object word 0 bits 17:16 = 1: unpaged, linear = VRAM 0x2200000
  tesla-vm.md §1.8      object says access=2 privilege=1 type=0x78 comp=1 cycle=1 enc=0
  tesla-vm.md §1.9      (0x2200000 - 0x2100000) >> 16 = 0x10, + 0x20 = tag 0x30, limit 0x2f: above, comp=0
  tesla-vm.md §1.8      merged: ro=0 su=0 type=0x78 comp=0 tag=0x0 cycle=short enc=0
  tesla-vm.md §1.11     0x2200000 < VRAM size 0x40000000: inside
ok target=VRAM linear=0x2200000 ro=0 su=0 type=0x78 comp=0 tag=0x0 cycle=short enc=0
$channel
  tesla-vm.md §1.4      selector 0x422: DMA object at + 0x4220 = VRAM 0x14220
  tesla-vm.md §1.5 T4   its words: 0x190000 0x3ffffff 0x3000000 0x0 0x0 0x0
  tesla-vm.md §1.5 T6   base 0x3000000 + address 0x1000000 = 0x4000000
  tesla-vm.md §1.6      0x4000000 >= limit 0x3ffffff: DMAOBJ_LIMIT
fault DMAOBJ_LIMIT
@{[paged_0x424('0x2000000', '0x0', '0x10200')]}
  tesla-vm.md §1.7      PDE 0x20063: type 3, 4 KiB pages, 0x2000 entries, table at VRAM 0x20000
  tesla-vm.md §1.5 T12  0x2000000 >> 12 = 0x2000, but the table has 0x2000 entries: PT_TOO_SHORT
fault PT_TOO_SHORT
@{[paged_0x424('0x1010', '0x0', '0x10200')]}
  tesla-vm.md §1.7      PDE 0x20063: type 3, 4 KiB pages, 0x2000 entries, table at VRAM 0x20000
  tesla-vm.md §1.5 T12  0x1010 >> 12 = 0x1: PTE at 0x20000 + 0x1 * 8 = VRAM 0x20008
  tesla-vm.md §1.7      PTE 0x5041: page VRAM 0x5000, order 0, ro=0 su=1 type=0x0 comp=0 tag=0x0 cycle=short enc=0
  tesla-vm.md §1.7      block of 0x1000 bytes: linear = 0x5000 + (0x1010 mod 0x1000) = VRAM 0x5010
  tesla-vm.md §1.8      object says access=0 privilege=0 type=0x7f comp=3 cycle=0 enc=0
  tesla-vm.md §1.8      merged: ro=0 su=1 type=0x0 comp=0 tag=0x0 cycle=short enc=0
  tesla-vm.md §1.5 T16  supervisor only, and object word 0 bit 31 is clear: PAGE_SUPERVISOR_ONLY
fault PAGE_SUPERVISOR_ONLY
@{[paged_0x424('0x140000000', '0xa', '0x10250')]}
  tesla-vm.md §1.7      PDE 0x99000003: type 3, 4 KiB pages, 0x20000 entries, table at VRAM 0x99000000
  tesla-vm.md §1.5 T12  0x0 >> 12 = 0x0: PTE at 0x99000000 + 0x0 * 8 = VRAM 0x99000000
error: line 7: PTE at VRAM 0x99000000 is outside the images
  tesla-vm.md §1.3      channel 0x10000010: bits 29:28 = target 1, bits 27:0 << 12 = 0x10000
  tesla-vm.md §1.5 T2   target 1 is no place: NO_CHANNEL
fault NO_CHANNEL
$channel
  tesla-vm.md §1.5 T3   selector 0: NULL_DMAOBJ
fault NULL_DMAOBJ
OUT

answers('translate.errors', <<'IN', <<'OUT', 2, @translate);
0x10 0x0 0x0 0x10 0x420 0x0 r
0xf 0x100 0x0 0x10 0x420 0x0 r
0xf 0xff 0x100 0x10 0x420 0x0 r
0xf 0xff 0xff 0x40000000 0x420 0x0 r
0xf 0xff 0xff 0x10 0x10000 0x0 r
0xf 0xff 0xff 0x10 0x420 0x10000000000 r
0xf 0xff 0xff 0x10 0x420 0x10000000000000000000000 r
0xf 0xff 0xff 0x10 0x420 1234 r
0xf 0xff 0xff 0x10 0x420 0x1234 x
0xf 0xff 0xff 0x10 0x420 0x1234

0xf 0xff 0xff 0x10 0x420 0x0001234 r
IN
error: line 1: ENGINE 0x10: more than 4 bits
error: line 2: CLIENT 0x100: more than 8 bits
error: line 3: SLOT 0x100: more than 8 bits
error: line 4: CHANNEL 0x40000000: more than 30 bits
error: line 5: SELECTOR 0x10000: more than 16 bits
error: line 6: ADDRESS 0x10000000000: more than 40 bits
error: line 7: ADDRESS 0x10000000000000000000000: more than 40 bits
error: line 8: ADDRESS 1234: a number with 0x wanted
error: line 9: x: r or w wanted
error: line 10: 6 words; ENGINE CLIENT SLOT CHANNEL SELECTOR ADDRESS r|w wanted
error: line 11: blank; ENGINE CLIENT SLOT CHANNEL SELECTOR ADDRESS r|w wanted
ok target=VRAM linear=0x5678234 ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
OUT

my @g84 = ('translate', '--chipset', 'g84', '--vram');

# The file's length is the size of VRAM unless --vram-size says otherwise.
answers('translate.size_of_the_file', "0x6 0x8 0x0 0x10 0x420 0x1234 r\n", "fault VRAM_LIMIT\n", 0, @g84, $vram);
for my $size ('0x5678235', '91M', '93184K', '4G', '0x100000000', '95000000') {
    answers("translate.vram_size_$size", "0x6 0x8 0x0 0x10 0x420 0x1234 r\n",
        "ok target=VRAM linear=0x5678234 ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0\n", 0,
        'translate', '--chipset', 'g84', '--vram', $vram, '--vram-size', $size);
}
answers('translate.vram_limit_is_exclusive', "0x6 0x8 0x0 0x10 0x420 0x1234 r\n", "fault VRAM_LIMIT\n", 0, @g84,
    $vram, '--vram-size', '0x5678234');

# An image of 4 GiB opens at once: a sparse file, mapped and not read.
my $large = put_file('large', '');
truncate($large, 1 << 32) or die;
answers('translate.image_of_4g', "0x6 0x8 0x0 0xfffff 0x1 0x0 r\n", "fault DMAOBJ_LIMIT\n", 0, @g84, $large);
my $larger = put_file('larger', '');
truncate($larger, (1 << 32) + 1) or die;
my $odd = put_file('odd', 'x' x 13);
my $none = put_file('none', '');
answers('translate.odd_image', "0x6 0x8 0x0 0x0 0x1 0x0 r\n0x6 0x8 0x0 0x0 0x0 0x0 r\n",
    "error: line 1: DMA object at VRAM 0x10 is outside the images\nfault NULL_DMAOBJ\n", 2, @g84, $odd);
answers('translate.outside_system_memory', "0x6 0x8 0x0 0x20000000 0x1 0x0 r\n",
    "error: line 1: DMA object at SYSRAM_SNOOP 0x10 is outside the images\n", 2, 'translate',
    '--chipset', 'g84', '--vram', $vram, '--sysram', "$odd\@0x0");
{
    my ($names) = run("", "translate", "--help");
    ok(!(grep { $names !~ /\b$_\b/ } qw(addr aper ro priv kind comp ctag HOST NCOH)), 'cli.translate.names'); # as drivers have them
}
refuses('translate.empty_image', qr/none: empty/, 'translate', '--chipset', 'g84', '--vram', $none);
refuses('translate.empty_sysram', qr/none: empty/, @g84, $vram, '--sysram', "$none\@0x0");
refuses('translate.two_uses_of_standard_input', qr/lines come from standard input/, @g84, '-');

# A structure may begin in one image of system memory and end in the next.
my $object = object(0x001a0000, 0x1000, 0xffffffff);
my $first = put_file('first', "\0" x 16 . substr($object, 0, 13));
my $second = put_file('second', substr($object, 13));
answers('translate.adjacent_images', "0x6 0x8 0x0 0x20000000 0x1 0x23 r\n",
    "ok target=SYSRAM_SNOOP linear=0x1023 ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0\n", 0, @g84, $vram,
    '--sysram', "$second\@0x1d", '--sysram', "$first\@0x0");

refuses('translate.no_chipset', qr/--chipset/, 'translate', '--vram', $vram);
refuses('translate.no_vram', qr/--vram/, 'translate', '--chipset', 'g84');
refuses('translate.unknown_chipset', qr/g85/, 'translate', '--chipset', 'g85', '--vram', $vram);
refuses('translate.missing_file', qr/nowhere: No such file/, @g84, "$dir/nowhere");
refuses('translate.directory', qr/not a regular file/, 'translate', '--chipset', 'g84', '--vram', $dir);
refuses('translate.too_large', qr/larger: 0x100000001 bytes.*4 GiB/, @g84, $larger);
refuses('translate.size_too_large', qr/4 GiB/, @g84, $vram, '--vram-size', '5G');
for my $bad ('12T', 'K', '', '-1', '0x', '0x1K', '99999999999G', '1 G') {
    refuses("translate.size_$bad", qr/--vram-size/, @g84, $vram, '--vram-size', $bad);
}
refuses('translate.overlap', qr/overlap: .*sysram.*0x8000000000 to 0x8000000fff.*odd at 0x8000000fff/,
    @translate, '--sysram', "$odd\@0x8000000fff");
refuses('translate.no_base', qr/FILE\@BASE/, @translate, '--sysram', $sysram);
refuses('translate.decimal_base', qr/FILE\@BASE/, @translate, '--sysram', "$sysram\@4096");
refuses('translate.missing_sysram', qr/nowhere: No such file/, @translate, '--sysram', "$dir/nowhere\@0x0");
refuses('translate.above_40_bits', qr/40 bits/, @translate, '--sysram', "$sysram\@0xfffffff001");
refuses('translate.stray_word', qr/'foo'/, @translate, 'foo');

# ---- decode and encode -----------------------------------------------------------------------------------

answers('decode.pte', '', <<'OUT', 0, 'decode', 'pte', '--chipset', 'g84', '0x12345009', '0xffffffffffffffff');
present=1 ro=1 target=VRAM su=0 order=0x0 address=0x12345000 type=0x0 comp=NONE tag=0x0 cycle=SHORT enc=0
present=1 ro=1 target=SYSRAM_NOSNOOP su=1 order=0x7 address=0xfffffff000 type=0x7f comp=0x3 tag=0xfff cycle=LONG enc=1 reserved=0x8000000000000c06
OUT
answers('decode.pte_g80', '', "present=0 ro=0 target=VRAM su=0 order=0x0 address=0x0 "
    . "type=0x0 comp=NONE tag=0x0 cycle=SHORT reserved=0x4000000000000000\n", 0,
    'decode', '--chipset', 'g80', 'pte', '0x4000000000000000');
answers('decode.pde', '', "type=4K target=VRAM size=32M address=0x0\ntype=0x2 target=0x1 size=512M "
    . "address=0x7000\n", 0, 'decode', 'pde', '--chipset=g84', '0x63', '0x7006');
answers('decode.pde_16k', '', "type=16K target=VRAM size=512M address=0x7000\n", 0,
    'decode', 'pde', '--chipset', 'mcp89', '0x7002');
answers('decode.dmaobj', '', "class=READ_WRITE target=VRAM access=READ_WRITE privilege=USER type=0x0 "
    . "comp=NONE su=0 base=0x9876543210 limit=0xab12345678 tag_base=0xabc "
    . "tag_limit=0x123 comp_base=0xfedc0000 cycle=SHORT enc=CLEAR "
    . "reserved=0xff00000000000000000000000000\n", 0, 'decode', 'dmaobj', '--chipset', 'g84',
    '0x19003d', '0x12345678', '0x76543210', '0xab00ff98', '0x1230abc', '0x1fedc');
answers('decode.channel', '', "address=0x1234567000 target=SYSRAM_SNOOP\n", 0, 'decode', 'channel',
    '--chipset', 'g84', '0x21234567');
my @fault = ('0xfedf', '0x0', '0xd000', '0x4a', '0x101');
answers('decode.fault', '', "engine=BAR reason=PAGE_NOT_PRESENT client=PFIFO_READ slot=BAR3_READ "
    . "channel=0xfedf address=0x1004ad000 read=1\n", 0, 'decode', 'fault', '--chipset', 'mcp79', '0x1826', @fault);
answers('decode.fault_8bit', '', "engine=PCOPY reason=NULL_DMAOBJ client=PCOPY slot=PCOPY_PORT1 channel=0xfedf "
    . "address=0x1004ad000 read=1\n", 0, 'decode', 'fault', '--chipset', 'gt218', '0x113060d', @fault);
answers('decode.fault_psec', '', "engine=PSEC reason=PT_NOT_PRESENT client=PSEC slot=PSEC_PORT0 "
    . "channel=0xfedf address=0x1004ad000 read=1\n", 0, 'decode', 'fault', '--chipset', 'g98', '0xe0a', @fault);
answers('decode.fault_dst2d', '', "engine=PGRAPH reason=PT_NOT_PRESENT client=PROP slot=DST2D channel=0x0 address=0x0 read=0\n", 0,
    qw(decode fault --chipset g84 0xcb00 0 0 0 0 0));
answers('encode.fault_dst2d', '', "0xcb00 0x0 0x0 0x0 0x0 0x0\n", 0,
    qw(encode fault --chipset g84 engine=PGRAPH client=PROP slot=DST2D));
answers('decode.ramht', '', "handle=0xbeef instance=0x420 engine=0x1\n", 0, 'decode', 'ramht',
    '--chipset', 'g84', '0xbeef', '0x100420');
answers('decode.bad_words', '', <<'OUT', 2, 'decode', 'channel', '--chipset', 'g84', '0x100000000', '12x', '1');
error: 0x100000000: more than the 32 bits of a word
error: 12x: a hexadecimal number wanted
address=0x1000 target=VRAM
OUT
answers('decode.too_few', '', "error: 2 of 6 words of a dmaobj\n", 2, 'decode', 'dmaobj', '--chipset',
    'g84', '0x1', '0x2');

# Registers as drivers log them: tesla-mmio.md §4.8, §5.4, tesla-vm.md §2.1. 0x80000024: bits 31:29 are 4, method 0x24 stands
# in bits 12:2; 0x00050318: subchannel 5 (bits 18:16), method 0x318.
answers('decode.register', '', <<'OUT', 0, qw(decode register 0x003228 0x80000024 400704 00050318 PFIFO_INTR 1001 PFIFO_CHAN_TABLE[3] 82001234 400708 0));
PFIFO_DMA_STATE 0x003228 = 0x80000024: METHOD=0x24 ERROR=INVALID_CMD
PGRAPH_TRAPPED_ADDR 0x400704 = 0x00050318: METHOD=0x318 SUBCHANNEL=0x5
PFIFO_INTR 0x002100 = 0x00001001: CACHE_ERROR=0x1 DMA_PUSHER=0x1
PFIFO_CHAN_TABLE[3] 0x00260c = 0x82001234: RAMFC=0x123400 TARGET=SYSRAM_SNOOP ENABLE=0x1
PGRAPH_TRAPPED_DATA[0] 0x400708 = 0x00000000: no field of it is known
OUT
# TPC 1's PROP trap is 0x1000 behind TPC 0's before G200, and 0x800 from it on; bit 1 of an unknown meaning is said.
answers('decode.register.g80', '', "PGRAPH_TPC_PROP_TRAP[1] 0x409e08 = 0x00000040: RT_FAULT=0x1\n", 0,
    qw(decode register --chipset g92 0x409e08 40));
answers('decode.register.g200', '', "PGRAPH_TPC_PROP_TRAP[1] 0x408f08 = 0x00000040: RT_FAULT=0x1\n", 0,
    qw(decode register --chipset gt218 0x408f08 40));
answers('decode.register.reserved', '', "PGRAPH_TRAP 0x400108 = 0x00000302: M2MF=0x1 PROP=0x1 reserved=0x200\n", 0,
    qw(decode register --chipset g84 400108 302));
answers('decode.register.engine', '', "PFB_MMU_TLB_FLUSH 0x100c80 = 0x00050001: TRIGGER=0x1 ENGINE=PFIFO\n", 0,
    qw(decode register 100c80 50001));
# Of units that several chipsets have in several places, and of clocks, sensors, lines and counters.
answers('decode.register.units', '', <<'OUT', 0, qw(decode register --chipset gt215 0x104008 300 PDAEMON_PORT[3] 80000001 e104 5 PCLOCK_GT215_NVPLL 20001 a7c4 1));
PCOPY_INTR 0x104008 = 0x00000300: MEMIF_PORT=0x1 MEMIF_FAULT=0x1
PDAEMON_PORT[3] 0x10a60c = 0x80000001: SELECTOR=0x1 TYPE=DMAOBJ ENABLED=0x1
PNVIO_GPIO_0 0x00e104 = 0x00000005: OUT_0=0x1 IN_0=0x1
PCLOCK_GT215_NVPLL 0x004200 = 0x00020001: ENABLE=0x1 LOCKED=0x1
PCOUNTER_CTRL[1] 0x00a7c4 = 0x00000001: MODE=QUAD QUAD_STATE=EMPTY SINGLE_STATE=INACTIVE
OUT
answers('decode.register.vp2', '', <<'OUT', 0, qw(decode register --chipset g84 PVP2_REGION_SETUP[3] 13 b210 1000000 0x103c20 8 c0408c 7));
PVP2_REGION_SETUP[3] 0x00fc58 = 0x00000013: INDEX=0x3 PHYSICAL=0x1
PMPEG_ERROR 0x00b210 = 0x01000000: CMD=0x1
PBSP_INTR 0x103c20 = 0x00000008: VM_FAULT=0x1
PFIFO_USER_IB_PUT[2] 0xc0408c = 0x00000007: no field of it is known
OUT

# Every register of hw/ is known on some chipset of its family; what is left is where windows and engines begin.
sub unknown_registers {
    my ($family, @chips) = @_;
    my %left;
    for my $file (glob("$FindBin::Bin/../../hw/$family/*.h")) {
        open(my $header, '<', $file) or die "$file: $!";
        while (<$header>) {
            next unless /^#define (\w+)(\(\w\))?\s+\(?0x[0-9a-f]{6}\b/;
            my ($name, $many) = ($1 =~ s/^TU_//r, $2); # Turing's own number of it
            $left{ $many ? "$name\[0]" : $name } = 1;
        }
    }
    for my $chip (@chips) {
        my @names = sort keys %left;
        my ($out) = run('', qw(decode register --chipset), $chip, map { ($_, '0') } @names);
        my @lines = split /\n/, $out;
        for my $i (0 .. $#names) { delete $left{ $names[$i] } if $lines[$i] !~ /^error:/ }
    }
    return join(' ', sort grep { !/_(?:FALCON|BASE)$|^PROM$|^PRAMIN|PCI_MIRROR$|VSTATUS_2$/ } map { s/\[0]//r } keys %left);
}
my $names = unknown_registers('nv50', qw(g80 g84 g92 g94 g98 g200 mcp79 gt215 mcp89));
is(join(' ', grep { !/_(?:G80|G84|G92|G200|GT215)$|^(?:PFIFO_USER|PNVIO_AUX_(?:OUT|IN)|PRMIO\w*)$/ } split / /, $names), '',
    'every register of hw/nv50 is known');
is(unknown_registers('gv100', 'gv100', 'tu104'), '', 'every register of hw/gv100 is known');
answers('decode.register.bad', '', <<'OUT', 2, qw(decode register 0x123458 0 PFIFO_NONSENSE 0 PFIFO_CHAN_TABLE[128] 0 2100 1ffffffff 2100 x 2100));
error: 0x123458: no register is known there on g84
error: PFIFO_NONSENSE: no register of that name on g84
error: PFIFO_CHAN_TABLE[128]: no register of that name on g84
error: 1ffffffff: a hexadecimal number of 32 bits wanted
error: x: a hexadecimal number of 32 bits wanted
error: 2100: its VALUE is missing
OUT
refuses('decode.register.file', qr/no --file/, qw(decode register --file x));
refuses('decode.register.check', qr/--check: runlist wanted/, qw(decode register --check 2100 1));
refuses('decode.register.encode', qr/register is decoded only/, qw(encode register 2100=1));
refuses('decode.no_words', qr/no words/, 'decode', 'pte', '--chipset', 'g84');
refuses('decode.no_structure', qr/'frob'/, 'decode', 'frob', '--chipset', 'g84', '0x0');
refuses('decode.no_chipset', qr/no chipset 'g85'; there are: g80 g84 .* mcp89 gv100 tu102 tu104 tu106 tu116 tu117\n/, 'decode', 'pte',
    '--chipset', 'g85', '0x0');
answers('decode.chipset_in_capitals', '', "address=0x1000 target=VRAM\n", 0, 'decode', 'channel',
    '--chipset', 'G84', '0x1');
answers('decode.standard_input', pack('V2', 1, 2), "address=0x1000 target=VRAM\naddress=0x2000 target=VRAM\n",
    0, 'decode', 'channel', '--chipset', 'g84', '--file', '-');

answers('encode.pte', '', "0x12345009\n", 0, 'encode', 'pte', '--chipset', 'g84', 'present=1',
    'target=VRAM', 'address=0x12345000', 'ro=0x1');
answers('encode.zeros', '', "0x0 0x0 0x0 0x0 0x0 0x0\n", 0, 'encode', 'dmaobj', '--chipset', 'g84');
for my $case (
    ['tag=0x1000', 'tag=0x1000: does not fit: 0x0 to 0xfff'],
    ['order=0x8', 'order=0x8: does not fit: 0x0 to 0x7'],
    ['address=0x10000000000', 'address=0x10000000000: does not fit: 0x0 to 0xfffffff000 in steps of 0x1000'],
    ['address=0x1234', 'address=0x1234: not aligned: 0x0 to 0xfffffff000 in steps of 0x1000'],
    ['address=0x10000000000000000000', 'address=0x10000000000000000000: does not fit: 0x0 to 0xfffffff000 in steps of 0x1000'],
    ['target=HERE', 'target=HERE: a number with 0x, VRAM, SYSRAM_SNOOP, SYSRAM_NOSNOOP wanted'],
    ['tag=12', 'tag=12: a number with 0x wanted'],
    ['present', 'present: NAME=VALUE wanted'],
    ['reserved=0x1', 'reserved=0x1: covers bits of fields'],
    ['reserved=0x10000000000000000', 'reserved=0x10000000000000000: longer than the structure'],
    ['kind=0x70', 'kind=0x70: no such field; there are present ro target su order address '
        . 'type comp tag cycle enc']) {
    answers("encode.$case->[0]", '', "error: $case->[1]\n", 2, 'encode', 'pte', '--chipset', 'g84', $case->[0]);
}
answers('encode.twice', '', "error: tag=0x2: given twice\n", 2, 'encode', 'pte', '--chipset', 'g84',
    'tag=0x1', 'tag=0x2');
answers('encode.g80_has_no_encryption', '', "error: enc=1: no such field; there are present "
    . "ro target su order address type comp tag cycle\n", 2, 'encode', 'pte', '--chipset', 'g80', 'enc=1');

# encode(decode(words)) is the words, for every structure, with reserved bits.
my %words = (dmaobj => 6, channel => 1, fault => 6, ramfc => 64, ramht => 2, pde => 1, pte => 1);
srand(1);
for my $chip (qw(g80 g84 gt215 mcp89)) {
    for my $kind (sort keys %words) {
        my $wide = $kind =~ /^p[dt]e$/;
        my @in = map { sprintf('0x%x', $wide ? int(rand(1 << 32)) << 32 | int(rand(1 << 32))
            : int(rand(1 << 32))) } 1 .. $words{$kind};
        my ($fields) = run('', 'decode', $kind, '--chipset', $chip, @in);
        my ($out) = run('', 'encode', $kind, '--chipset', $chip, split(' ', $fields));
        is($out, "@in\n", "encode.undoes_decode.$kind.$chip");
    }
}

# ---- programs of the shader cores ---------------------------------------------------------------------

# docs/hardware/tesla-engines.md §4.8: its words and what they are; the texts by hand in the language of envytools' assembler.
my $listing = <<'OUT';
0x0 10008005 00000003 mov b32 $r1 0x0
0x8 10348001 00000123 mov b32 $r0 0x1234
0x10 d0000201 a0c00780 st b32 g0[$r1] $r0
0x18 d00f0201 a0c00780 st b32 g15[$r1] $r0
0x20 d0000201 80c00780 ld b32 $r0 g0[$r1]
0x28 d0000009 60c00780 st b32 l[0x0] $r2
0x30 d0000009 40c00780 ld b32 $r2 l[0x0]
0x38 10000001 2400c780 ld $r0 b32 c0[0x0]
0x40 30020001 c4100780 shl b32 $r0 $r0 0x2
0x48 f7c00001 0000c780 texfetch all $r0:$r1:$r2:$r3 $t0 $s0 $r0:$r1:$r2:$r3 0x0 0x0 0x0
0x50 f6c00001 0000c780 texauto all $r0:$r1:$r2:$r3 $t0 $s0 $r0:$r1:$r2:$r3 0x0 0x0 0x0
0x58 a0008003 00000000 joinat 0x40
0x60 20004003 00000000 call 0x20
0x68 30000003 00000780 ret
0x70 50000003 00000780 break
0x78 10000003 00000780 bra 0x0
0x80 00000001 60000780 mov $r0 $physid
0x88 00000005 c0000780 shl $a1 $r0 0x0
0x90 f0000001 e0000781 exit nop
OUT
my @code = map { (split)[1, 2] } split /\n/, $listing;
answers("decode.shader.$_", '', $listing, 0, 'decode', 'shader', '--chipset', $_, @code) for qw(g80 g84 g98 g200 mcp77 mcp79 gt218 mcp89);
answers('decode.shader.file', '', join("\n", (split /\n/, $listing)[1, 2], ''), 0, 'decode', 'shader', '--file',
    put_file('code', pack('V*', map { hex } @code)), '--at', '8', '--count', '4');

# Each kind of operand, by the bits of tesla-isa.md §2, §3 and §5: words, text, chipset, program.
for my $case (
    ['20038204', 'add b32 $r1 $r1 $r3'],
    ['20038205 0000000b', 'add b32 $r1 $r1 0x83'],
    ['21038204', 'add b32 $r1 u8 s[0x1] $r3'],
    ['30020205 64014180', '(le $c0) set $r1 lg u32 $r1 $r2'],
    ['b0000405 00018780', 'add rn f32 $r1 $r2 $r6'],
    ['c0830a11 00c00780', 'mul rn f32 $r4 $r5 c3[0xc]'],
    ['a0000009 8c064780', 'cvt rzi s32 $r2 f32 $r0'],
    ['06000401 e4208780', 'st b32 s[$a1++0x8] $r2'],
    ['10000801 4400c780', 'ld $r0 b32 s[0x10]'],
    ['10000801 4400c780', '??? unknown', 'g80'],
    ['10000201 600007d0', 'vote any $c1', 'g200'],
    ['10000201 600007d0', '??? unknown', 'g98'],
    ['e0040401 40018780', 'fma rn f64 $r0d $r2d $r4d $r6d', 'g200'],
    ['e0040401 40018780', '??? unknown', 'gt215'],
    ['d0040605 e0c14788', 'cas b32 $r1 g0[$r3] $r4 $r5'],
    ['d0040605 e0c14788', '??? unknown', 'g80'],
    ['861ffe03 00000000', 'bar inc wait 0x0 0xfff'],
    ['f0000001 f0000781', 'exit nop reserved=0x1000000000000000'],
    ['10000003 00000a00', '??? bra 0x0 unknown'],
    ['80010004', 'interp $r1 v[0x4]', 'g84', 'fragment'],
    ['80010004', '??? unknown'],
    ['00000405 0423c780', 'ld b32 $r1 a[0x8]', 'g84', 'vertex'],
    ['10000405 0403c788', 'mov b32 o[0x4] $r2', 'g84', 'geometry'],
    ['00000001 60020780', 'mov $r0 $sampleid', 'mcp89'],
    ['00000001 60020780', 'mov $r0 $sr8', 'mcp79'],
) {
    my ($words, $text, $chip, $program) = @$case;
    answers("decode.shader: $words: $text", '', "0x0 $words $text\n", 0, 'decode', 'shader', '--chipset', $chip // 'g84',
        '--program', $program // 'compute', split(' ', $words));
}
answers('decode.shader.misaligned', '', "0x0 90000002 trap\n0x4 f0000001 e0000781 exit nop misaligned\n", 0,
    qw(decode shader 90000002 f0000001 e0000781));
answers('decode.shader.cut', '', "0x0 90000002 trap\nerror: 0x4: f0000001 is the first word of two, and the second is missing\n", 2,
    qw(decode shader 90000002 f0000001));
refuses('decode.shader.program', qr/--program: shader wanted/, qw(decode pte --program vertex 0x1));
answers('decode.shader.no_such_program', '', "error: --program tessellation: compute, vertex, geometry or fragment wanted\n", 2,
    qw(decode shader --program tessellation 90000002));
refuses('encode.shader', qr/shader is decoded only/, qw(encode shader x=1));

# ---- lists, help, usage -----------------------------------------------------------------------------------

my ($chipsets) = run('', 'chipsets');
my @rows = split(/\n/, $chipsets);
is(scalar @rows, 15, 'chipsets: a header and fourteen rows');
is(join(' ', sort map { (split(/\t/))[0] } @rows[1 .. 14]), join(' ', sort split(/ /, "$NV50_CARDS $NV50_INTEGRATED")),
    'chipsets: their names');
is(scalar(grep { tr/\t// != $rows[0] =~ tr/\t// } @rows), 0, 'chipsets: as many columns in each row');

my ($slots) = run('', 'slots');
@rows = split(/\n/, $slots);
is(scalar(grep { tr/\t// != $rows[0] =~ tr/\t// } @rows), 0, 'slots: as many columns in each row');
is(scalar(grep { /^0x6\t0x8\t0x1\tBAR\tPFIFO_READ\tBAR3_READ\tg80 .*mcp89\tvm.dmaobj.null$/ } @rows), 1,
    'slots: BAR3 reads on every chipset');
is(scalar(grep { /^0xa\t0xe\t0x0\tPSEC\tPSEC\t.*\tg98 mcp77 mcp79\tvm.falcon.copy$/ } @rows), 1, 'slots: PSEC');
is(scalar(grep { /\tDST2D\t.*\tvm\.graph\.dst2d$|\tPVP1_CONTEXT\tg80\tnot exercised: no public method$/ } @rows), 2, 'slots: who uses them, or why none');

for my $command (qw(place translate decode encode chipsets slots)) {
    my ($out, $err, $status) = run('', $command, '--help');
    like($out, qr/^usage: barecard $command/, "$command --help");
    is($err . $status, '0', "$command --help: status 0");
    refuses("$command.unknown_option", qr/unrecognized option '--frob'/, $command, '--frob');
}
my ($help) = run('', '--help');
like($help, qr/^usage: barecard/, '--help');
refuses('no_command', qr/^usage: barecard/);
refuses('unknown_command', qr/'frob'/, 'frob');
refuses('lists.stray_word', qr/'x'/, 'slots', 'x');

# ---- how output flows -------------------------------------------------------------------------------------

# A reader that goes away ends the command quietly.
put_file('many', "g80 1 linear short 1 0x0 0x100\n" x 200000);
my $quiet = `sh -c '{ "$barecard" place < "$dir/many"; echo \$? >&2; } 2> "$dir/err" | head -n 1'`;
is($quiet, "0x0 0x1 0x0 0x1\n", 'closed pipe: the lines that were read');
is(`cat $dir/err`, "0\n", 'closed pipe: no message, status 0');

# Answers come before the input ends where a person waits for them: on a terminal.
SKIP: {
    skip 'no script(1), or no pseudo-terminals here', 1
        if system('script -qec true /dev/null > /dev/null 2>&1') != 0;
    my $seen = `{ echo 'g80 1 linear short 1 0x0 0x100'; sleep 1; } | timeout 20 script -qec '$barecard place' $dir/typescript`;
    like($seen, qr/0x0 0x1 0x0 0x1/, 'terminal: an answer for each line');
}

my ($out, $err, $status) = (`"$barecard" place < "$dir" 2>&1`, '', $? >> 8);
like($out, qr/cannot read/, 'input that cannot be read: says so');
is($status, 2, 'input that cannot be read: status 2');

# ---- shards ----------------------------------------------------------------------------------------------

# The chipsets of all parts together are those of a whole run, each once (docs/host-command.md "selftest").
sub chips_of {
    my ($out) = run('', 'selftest', '--json', '--suite', 'vram.quick', @_);
    return map { /"type":"card".*"chipset":"(\w+)"/ ? $1 : () } split(/\n/, $out);
}
is(join(' ', sort(map { chips_of('--shard', "$_/4") } 1 .. 4)), join(' ', sort(chips_of())),
    'selftest.shards_are_the_whole');
isnt(join(' ', chips_of('--shard', '1/15')), join(' ', chips_of('--shard', '2/15')), 'selftest.shards_differ');
is(scalar(chips_of('--shard', '15/15')), 1, 'selftest.last_shard');
refuses('selftest.more_shards_than_chipsets', qr/only 20 chipsets can be spread/, 'selftest', '--shard', '1/21');
my $huge = put_file('huge.rom', '');
truncate($huge, (4 << 20) + 1);
refuses("$$_[0].huge_rom", qr/huge\.rom: larger than 4194304 bytes, which no ROM is/, @$_, $huge)
    for ['selftest', '--vbios'], ['vbios'], ['devinit'];
refuses("selftest.no_such_shard.$_", qr/--shard \Q$_\E: give I\/N/, 'selftest', '--shard', $_)
    for '0/2', '3/2', '2', 'a/2', '1/2/3';

done_testing();
