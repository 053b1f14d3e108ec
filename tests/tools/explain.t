#!/usr/bin/perl
# `barecard explain`: what the lines of a kernel's log mean, by all three ways in which nouveau has written them; that no
# line is explained which is not understood; and what a hostile log may do.
use FindBin;
use Time::HiRes qw(time);
use lib "$FindBin::Bin/../kit";
use Cli;

my $root = "$FindBin::Bin/../..";
my $n = 'nouveau 0000:01:00.0:';
my $boot = "$n NVIDIA GT215 (0a3080a2)\n";
my $volta = "$n NVIDIA GV100 (140000a1)\n";

sub explained {
    my ($log, @options) = @_;
    my ($out, $err, $status) = run($log, 'explain', @options, '-');
    is("$err$status", 0, 'status 0 and no message');
    return $out;
}

# Each line of the log gives a line with these words, and under it the sentence and the section.
sub says {
    my ($name, $log, @wanted) = @_;
    my $out = explained($log, '--unknown');
    like($out, qr/\Q$_\E/, $name) for @wanted;
}

sub unknown {
    my ($name, $log) = @_;
    my $out = explained($log, '--unknown');
    like($out, qr/^line \d+: unknown: /m, $name);
    unlike($out, qr/asked:|usually:/, "$name: and nothing is said of it");
}

# ---- NV50: faults (tesla-vm.md §2.2, §2.3) ----------------------------------------------------------

my $fault = "fb: trapped read at 00005756c0 on channel 1 [0fbce000 DRM] engine 0d [PCE0] client 13 [] "
          . "subclient 01 [] reason 00000006 [NULL_DMAOBJ]";
says('fault.copy', "$boot$n $fault\n",
    'VM fault: read of 0x00005756c0, by engine 0xd PCOPY client 0x13 PCOPY slot 0x1 PCOPY_PORT1',
    'NULL_DMAOBJ, channel 1 instance 0xfbce000 of DRM', 'asked: an access through a DMA object that is not there',
    'see: docs/hardware/tesla-vm.md §1.5');
says('fault.2d', "$n fb: trapped write at 0021a70000 on channel 2 [0fa33000 logind[449]] engine 00 [PGRAPH] "
   . "client 0b [PROP] subclient 0c [DST2D] reason 00000000 [PT_NOT_PRESENT]\n",
    'write to 0x0021a70000', 'slot 0xc DST2D (the destination of a 2D operation): PT_NOT_PRESENT', 'of logind[449]');
says('fault.names', "nouveau E[     PFB][0000:01:00.0] trapped read at 0x0020000000 on channel 0x0001fae4 [X[15]] "
   . "PGRAPH/TEXTURE/00 reason: PAGE_NOT_PRESENT\n", 'by PGRAPH/TEXTURE/00: PAGE_NOT_PRESENT, instance 0x1fae4 of X[15]',
    'asked: an address whose page table has no page there');
says('fault.oldest', "[drm] nouveau 0000:01:00.0: VM: trapped read at 0x0020000000 on ch 3 [0x00003fb2] "
   . "PGRAPH/PROP/RT0 reason: PAGE_NOT_PRESENT\n", 'by PGRAPH/PROP/RT0: PAGE_NOT_PRESENT, channel 3');
# A word of 4 bits each before GT215, of 8 from it on.
for my $row (['084100a2', '00005b20'], ['0a3080a2', '050b0200']) {
    my ($boot_0, $status) = @$row;
    says("fault.status.$boot_0", "[drm] nouveau 0000:01:00.0: Detected an NV50 generation card (0x$boot_0)\n"
       . "[drm] nouveau 0000:01:00.0: VM: Trapped write at 0020001000 status $status channel 2\n", 'client 0xb PROP slot 0x5 RT5 (a render target): PAGE_NOT_PRESENT');
}
# The driver's word for a number is another number's: the line is damaged.
unknown('fault.contradicts', "$n " . $fault =~ s/NULL_DMAOBJ/DMAOBJ_LIMIT/r . "\n");
unknown('fault.contradicts.engine', "$n " . $fault =~ s/PCE0/PGRAPH/r . "\n");
unknown('fault.damaged', "$n " . $fault =~ s/00005756c0/0000p756c0/r . "\n");

# ---- NV50: PFIFO (tesla-mmio.md §4.6, §4.8) ---------------------------------------------------------

my $pusher = 'fifo: DMA_PUSHER - ch 6 [sddm[3136]] get 0000216088 put 0000217a3c ib_get 00000009 ib_put 0000000a '
           . 'state 80000024 (err: INVALID_CMD) push 00400040';
says('pusher', "$n $pusher\n", "PFIFO's pusher stopped: METHOD=0x24 ERROR=INVALID_CMD, get 0x216088 put 0x217a3c ib_get 0x9 "
   . 'ib_put 0xa channel 6 of sddm[3136]', 'asked: a word of a push buffer that is no command', 'never flushes engine 5');
unknown('pusher.contradicts', "$n " . $pusher =~ s/state 8/state a/r . "\n");
says('pusher.3.7', "nouveau E[   PFIFO][0000:04:00.0] DMA_PUSHER - ch 3 [Xorg[1051]] get 0x0020025550 put 0x002002694c "
   . "ib_get 0x00000137 ib_put 0x0000014e state 0xc0000030 (err: MEM_FAULT) push 0x00400040\n", 'ERROR=MEM_FAULT',
    'asked: a push buffer or an IB entry that the VM refuses');
says('pusher.2.6', "[drm] nouveau 0000:03:00.0: PFIFO_DMA_PUSHER - Ch 2 Get 0x0020049030 Put 0x00200490c4 IbGet 0x00000603 "
   . "IbPut 0x00000604 State 0x40000004 (err: INVALID_MTHD) Push 0x00400040\n", 'METHOD=0x4 ERROR=INVALID_MTHD');
my $cache = 'fifo: CACHE_ERROR - ch 2 [X[1]] subc 0 mthd 0060 data beef0201';
says('cache', "$boot$n $cache\n", "a semaphore's or reference's object is not in RAMHT, subchannel 0 method 0x60 data "
   . '0xbeef0201 channel 2 of X[1]', 'tesla-mmio.md §4.4');
says('cache.object', "$boot$n " . $cache =~ s/0060/0000/r . "\n", "an object's handle is not in RAMHT");
# Chips before G80 write it too, so the log must say which card it is.
like(explained("$n $cache\n"), qr/1 not explained: the log does not name the chipset/, 'cache.unnamed');
like(explained("$n $cache\n", '--chipset', 'g84'), qr/1 cache errors/, 'cache.unnamed: --chipset');
like(explained("$n NVIDIA NV44 (044300a2)\n$n $cache\n"), qr/1 of chipsets that Barecard does not know/, 'cache.foreign');

# ---- NV50: PGRAPH, flushes, registers, falcons ------------------------------------------------------

says('prop', "$n gr: TRAP_PROP - TP 0 - 00001000 [RT_LINEAR_MISMATCH] - Address 0000000000\n",
    'PROP trapped: tpc 0 address 0x0: RT_LINEAR_MISMATCH=0x1', 'a linear render target in tiled pages');
says('program', "[drm] nouveau 0000:02:00.0: PGRAPH_TRAP_MP_EXEC - TP 1 MP 0: INVALID_OPCODE at 07fe00 warp 4, "
   . "opcode 00f0c9de 00f1cadf\n", 'a program stopped: tpc 1 mp 0 at 0x7fe00 warp 4: INVALID_OPCODE');
says('data_error', "$boot$n gr: DATA_ERROR 0000000c [INVALID_BITFIELD]\n", 'CODE=INVALID_BITFIELD',
    'bits that the method does not have');
says('data_error.3.7', "nouveau E[  PGRAPH][0000:04:00.0] DATA_ERROR BEGIN_END_ACTIVE\n", ': BEGIN_END_ACTIVE');
unknown('data_error.rubbish', "$boot$n gr: DATA_ERROR 8ef5e7e0 []\n");
unknown('trap.rubbish', "$boot$n gr: TRAP_TEXTURE - TP15: 02ce0a40 []\n");
unknown('trap.damaged', "$boot$n gr: TRAP_MP - TP2: 000p00cc [STACK_LIMIT]\n");
says('m2mf', "$n gr: TRAP_M2MF 00000004 [OUT]\n", 'm2mf trapped: OUT=0x1', 'm2mf to write a destination');
says('flush', "[drm] nouveau 0000:01:00.0: vm flush timeout: engine 0\n", 'a TLB flush did not end: engine 0 PGRAPH');
says('busy', "$n gr: PGRAPH_STATUS 00000503 [BUSY]\n", 'ALL=0x1 DISPATCH=0x1 CTXPROG=0x1 CCACHE_PREGEOM=0x1');
# Of Linux 3.8, which had the old words behind the new unit.
says('oldwords', "nouveau E[   PFIFO][0000:01:00.0] DMA_PUSHER - Ch 2 Get 0x002002d814 Put 0x002002e00c IbGet 0x00000179 "
   . "IbPut 0x0000017a State 0x40000004 (err: INVALID_MTHD) Push 0x00406040\n", 'METHOD=0x4 ERROR=INVALID_MTHD');
says('program.timeout', "$n gr: TRAP_MP_EXEC - TP 1 MP 0: 00000008 [TIMEOUT] at 07ff20 warp 31, opcode 82020814 c0010a04\n",
    'warp 31: TIMEOUT', 'asked: a program that goes on for too long');
says('mmio', "$boot$n bus: MMIO write of 0000001f FAULT at 00b010\n", 'write to 0x00b010, data 0x1f');
says('falcon', "$boot$n ce: intr 00000300\n", 'MEMIF_FAULT MEMIF_PORT', 'tesla-engines.md §2.6');
says('idle', "$boot" . "nouveau E[Xorg[1243]] failed to idle channel 0xcccc0001 [Xorg[1243]]\n",
    '0000:01:00.0: a channel did not become idle, of Xorg[1243]');

# ---- GV100 (gv100.md §3.5, §4.7, §6.2) --------------------------------------------------------------

my $mmu = 'fifo: fault 01 [VIRT_WRITE] at 00000000003b1000 engine 27 [HOST7] client 06 [HUB/HOST] reason 02 [PTE] '
        . 'on channel 7 [00ff998000 Renderer[20203]]';
says('gv100.fault', "$volta$n $mmu\n", 'MMU fault: VIRT_WRITE 0x3b1000, by engine 0x27 HOST7 (host: a push buffer, a '
   . 'semaphore or USERD) client 0x6 HUB/HOST: PTE, channel 7 instance 0xff998000 of Renderer[20203]',
    'an address whose page table has no valid page there');
says('gv100.gpc', "$volta$n " . $mmu =~ s{06 \[HUB/HOST\]}{13 [GPC4/PROP_0]}r . "\n", 'client 0x13 GPC4/PROP_0');
unknown('gv100.contradicts', "$volta$n " . $mmu =~ s/\[PTE\]/[PDE]/r . "\n");
unknown('gv100.contradicts.client', "$volta$n " . $mmu =~ s/06 \[/07 [/r . "\n");
says('gv100.sched', "$volta$n fifo: SCHED_ERROR 0a [CTXSW_TIMEOUT]\n", 'the scheduler stopped: CODE=CTXSW_TIMEOUT');
says('gv100.sched.tsg', "$volta$n fifo: SCHED_ERROR 20 []\n", 'CODE=BAD_TSG', 'groups of channels do not add up');
says('gv100.pbdma', "$volta$n fifo: PBDMA1: 00200000 [METHOD] ch 2 [000f87b000 X[1]] subc 4 mthd 0004 data 00000000\n",
    'PBDMA 1: METHOD=0x1, subchannel 4 method 0x4');
says('gv100.hce', "$volta$n fifo: PBDMA1: 80000000 [] ch 2 00000000 0000c3b5\n", 'CTXNOTVALID=0x1',
    "without the engine's CTX_VALID bit");
says('gv100.data', "$volta$n gr: DATA_ERROR 0000009c [] ch 2 [017fd2f000 X[1]] subc 0 class c597 mthd 0d78 data 00000004\n",
    "graphics refused a method's data: 0x9c, subchannel 0 class 0xc597 method 0xd78 data 0x4");
says('gv100.method', "$volta$n gr: ILLEGAL_MTHD ch 2 [017fd2f000 X[1]] subc 0 class c397 mthd 0d78 data 00000004\n",
    'graphics stopped at a method, subchannel 0 class 0xc397');
says('gv100.clock', "$volta$n tmr: stalled at ffffffffffffffff\n", "the card's clock stands still");
says('gv100.ring', "$volta$n bus: MMIO read of 00000000 FAULT at 6013d4 [ PRIVRING ]\n", 'read of 0x6013d4 PRIVRING');
says('gv100.late', "$n $mmu\n$volta", 'MMU fault: VIRT_WRITE'); # the line that names the card comes behind
like(explained("$n $mmu\n"), qr/1 not explained: the log does not name the chipset/, 'gv100.unnamed');

# ---- logs as people send them -----------------------------------------------------------------------

says('mail', "> [   82.0] $n fb: trapped read at 00005756c0 on\n> channel 1 [0fbce000 DRM] engine 0d [PCE0] client 13 []\n"
   . "> subclient 01 [] reason 00000006 [NULL_DMAOBJ]\n", 'line 1: 0000:01:00.0: VM fault', '3 lines, 1 of nouveau');
says('serial', "[    1.0] $n gr: TRAP_M2MF 00000002 [IN]\r\n", 'm2mf trapped: IN=0x1');
says('quoted', "[   82.0] gr: TRAP_M2MF 00000002 [IN]\n", '-: m2mf trapped: IN=0x1');
my $two = explained("$n gr: TRAP_M2MF 00000002 [IN]\n" x 500 . "$n gr: TRAP_M2MF 00000004 [OUT]\n");
like($two, qr/^    and 499 more like it, to line 500\nline 501: /m, 'repeated lines are counted');
like(explained("$n gr: TRAP_CCACHE 00000001 [FAULT]\nx\n$n gr: TRAP_CCACHE 00000003 [FAULT]\n"),
    qr/^line 3: .*\n    as line 1\n/m, 'what was said is pointed to');
like(explained("hello\n$n DRM: VRAM: 256 MiB\n$n disp: ERROR 5 [INVALID_STATE] 06 [] chid 1 mthd 0080 data 00000001\n"),
    qr/^3 lines, 2 of nouveau\n  1 that name no fault\n  1 unknown/m, 'what is not understood is counted');
refuses('no file', qr/nothing-here/, 'explain', 'nothing-here');
refuses('no such chipset', qr/no chipset 'g8'/, 'explain', '--chipset', 'g8', '-');

# ---- a hostile log ----------------------------------------------------------------------------------

my $escape = explained("$n \e[2J\x07 fifo: x\n" . ($pusher =~ s/sddm/\e[31msddm\x9b/r) . "\n"
   . "$n " . ($pusher =~ s/sddm/\e]0;me\x07/r) . "\n", '--unknown');
unlike($escape, qr/[^\n -~]/, 'no escape sequence reaches the terminal');

sub seconds {
    my ($lines) = @_;
    my $file = put_file('long', ("$n gr: TRAP_M2MF 00000002 [IN]\n$n [[[[[[ \t x\n" . 'y' x 300 . "\n$n " . $mmu . "\n")
                                x ($lines / 4));
    my $start = time;
    run('', 'explain', $file);
    return time - $start;
}
seconds(4000);
my ($short, $long) = (seconds(20000), seconds(200000));
cmp_ok($long, '<', 20 * $short + 0.5, sprintf('time is linear: %.2f and %.2f s', $short, $long));

# ---- the tables (tests/tools/log/find_test.c goes through the shapes) -------------------------------------------------------------------------------------

# Each section that a line points to is one of the document.
my %heading;
for my $file (glob("$root/docs/hardware/*.md")) {
    my ($name) = $file =~ m{([^/]+)$};
    local @ARGV = $file;
    while (<>) { $heading{"$name §$1"} = 1 if /^#+ (\d+(?:\.\d+)*)/ }
}
my @wrong;
for my $file (glob("$root/tools/{nv50,gv100}/log*.c")) {
    my $source = do { local (@ARGV, $/) = $file; <> };
    for my $words ($source =~ /"([^"]*\.md §[^"]*)"/g) {
        my $document = '';
        for my $part (split /[;,] /, $words) {
            $document = $1 if $part =~ s/^(\S+\.md) //;
            push @wrong, "$document $part" if !$heading{"$document $part"};
        }
    }
}
is("@wrong", '', 'sections exist');
done_testing();
