#!/usr/bin/perl
# The host command on GV100, and `maps` on both families: answers, error lines, options, --explain word for word.
# The words stand beside what they are made of: gv100.md §3 to §6.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Cli;
no warnings 'portable'; # 64-bit numbers

my @gv100 = ('--chipset', 'gv100');

# Turing's differences (gv100.md §13.2, §13.4), by another chip each time; the words are made by hand of its manual's bits.
my @turing = qw(tu102 tu104 tu106 tu116 tu117);

# ---- decode and encode: one structure a line --------------------------------------------------------

# Both ways: the line that the words give, and the words that the line gives.
sub both_ways {
    my ($name, $kind, $words, $line) = @_;
    answers("$name.decode", '', "$line\n", 0, 'decode', $kind, @gv100, split(' ', $words));
    answers("$name.encode", '', "$words\n", 0, 'encode', $kind, @gv100, split(' ', $line));
}

both_ways('gv100.pd2', 'pd2', '0xa0001234a',
    'is_pte=FALSE aperture=VIDEO_MEMORY vol=TRUE no_ats=FALSE address_vid=0x123000 '
  . 'address_vid_peer=0x5 reserved=0x40');
both_ways('gv100.pd3', 'pd3', '0x3fffffffffff2e',
    'is_pte=FALSE aperture=SYSTEM_NON_COHERENT_MEMORY vol=TRUE no_ats=TRUE address_sys=0x3fffffffffff000');
both_ways('gv100.pd1', 'pd1', '0x8', 'is_pte=FALSE aperture=INVALID vol=TRUE no_ats=FALSE address_sys=0x0');
both_ways('gv100.pd0', 'pd0', '0x1234562 0x10000705',
    'is_pte=FALSE aperture_big=VIDEO_MEMORY vol_big=FALSE no_ats=TRUE address_big_vid=0x12345600 '
  . 'address_big_vid_peer=0x0 aperture_small=SYSTEM_COHERENT_MEMORY vol_small=FALSE '
  . 'address_small_sys=0x100007000 reserved=0x10000000000000000');
both_ways('gv100.pd0_2m', 'pd0', '0xfe000000002000e1 0x0',
    'is_pte=TRUE aperture=VIDEO_MEMORY vol=FALSE encrypted=FALSE privilege=TRUE read_only=TRUE '
  . 'atomic_disable=TRUE address_vid=0x2000000 address_vid_peer=0x0 comptagline=0x0 kind=0xfe');
both_ways('gv100.pte', 'pte', '0xc30000001234501b',
    'valid=TRUE aperture=PEER_MEMORY vol=TRUE encrypted=TRUE privilege=FALSE read_only=FALSE '
  . 'atomic_disable=FALSE address_vid=0x123450000 address_vid_peer=0x0 comptagline=0x0 kind=0xc3');
both_ways('gv100.runlist', 'runlist', '0x80030001 0x2 0x123 0x0',
    'type=TSG timeslice_scale=0x3 timeslice_timeout=0x80 length=0x2 tsgid=0x123');
both_ways('gv100.runlist_channel', 'runlist', '0x345678f2 0x12 0x76543abc 0x98',
    'type=CHAN runqueue_selector=0x1 inst_target=SYS_MEM_NONCOHERENT '
  . 'userd_target=SYS_MEM_NONCOHERENT userd_ptr=0x1234567800 chid=0xabc inst_ptr=0x9876543000');
both_ways('gv100.gp', 'gp', '0x34567891 0x80000c12',
    'fetch=CONDITIONAL get=0x1234567890 priv=USER level=MAIN length=0x3 sync=WAIT');
both_ways('gv100.gp_control', 'gp', '0xdeadbeef 0x303',
    'operand=0xdeadbeef opcode=PB_CRC priv=KERNEL level=SUBROUTINE length=0x0 sync=PROCEED');
both_ways('gv100.fault', 'fault', '0x56789300 0x34 0xabcde000 0x1ffff 0x55667788 0x11223344 0x4 0xd5110706',
    'inst_aperture=SYS_MEM_NONCOHERENT inst=0x3456789000 addr_phys_aperture=0x0 addr=0x1ffffabcde000 '
  . 'timestamp=0x1122334455667788 engine_id=BAR1 fault_type=RO_VIOLATION replayable_fault=FALSE '
  . 'client=HOST_CPU access_type=VIRT_WRITE mmu_client_type=HUB gpc_id=0x15 replayable_fault_en=TRUE '
  . 'valid=TRUE');
both_ways('gv100.fault_gpc', 'fault', '0x0 0x0 0x0 0x0 0x0 0x0 0x25 0x80001182',
    'inst_aperture=VID_MEM inst=0x0 addr_phys_aperture=0x0 addr=0x0 timestamp=0x0 engine_id=HOST5 '
  . 'fault_type=PTE replayable_fault=TRUE client=GCC access_type=VIRT_READ mmu_client_type=GPC '
  . 'gpc_id=0x0 replayable_fault_en=FALSE valid=TRUE');
# Clients that no test of the firmware can reach (gv100.md §6.2): GPC (bit 20 of the last word 0) and HUB.
for my $row (['0x80001300', 'PROP_0'], ['0x80002000', 'RGG_UTLB'], ['0x80003900', 'PE_10'], ['0x80005c00', 'TPCCS_19'],
             ['0x80006000', 'T1_39'], ['0x80100000', 'VIP'], ['0x80101e00', 'AFALCON'], ['0x80103500', 'VPR_SCRUBBER1']) {
    my ($line) = run('', 'decode', 'fault', @gv100, ('0x0') x 7, $row->[0]);
    like($line, qr/ client=$row->[1] /, "gv100.fault.client.$row->[1]");
}

# Bit 4 of a PTE belongs to no field any more, COMPTAGLINE has 20 bits, GFID stands at 11:4, a GP entry has no PRIV.
for my $chip (@turing) {
    @gv100 = ('--chipset', $chip);
    both_ways("$chip.pte", 'pte', '0x6a5c30012345019',
        'valid=TRUE aperture=VIDEO_MEMORY vol=TRUE privilege=FALSE read_only=FALSE atomic_disable=FALSE '
      . 'address_vid=0x123450000 address_vid_peer=0x0 comptagline=0xa5c30 kind=0x6 reserved=0x10');
    both_ways("$chip.pd0_2m", 'pd0', '0xe0c0000002000e1 0x0',
        'is_pte=TRUE aperture=VIDEO_MEMORY vol=FALSE privilege=TRUE read_only=TRUE '
      . 'atomic_disable=TRUE address_vid=0x2000000 address_vid_peer=0x0 comptagline=0xc000 kind=0xe');
    both_ways("$chip.runlist", 'runlist', '0x800305a1 0x2 0x123 0x0',
        'type=TSG gfid=0x5a timeslice_scale=0x3 timeslice_timeout=0x80 length=0x2 tsgid=0x123');
    both_ways("$chip.gp", 'gp', '0x34567891 0x80000d12',
        'fetch=CONDITIONAL get=0x1234567890 level=MAIN length=0x3 sync=WAIT reserved=0x10000000000');
}
@gv100 = ('--chipset', 'tu116');
answers('turing.check', '', <<'OUT', 0, qw(decode runlist --check), @gv100, qw(0x800305a1 0x1 0x5 0x0 0x200 0x0 0x1007 0x0));
type=TSG gfid=0x5a timeslice_scale=0x3 timeslice_timeout=0x80 length=0x1 tsgid=0x5
type=CHAN runqueue_selector=0x0 inst_target=VID_MEM userd_target=VID_MEM userd_ptr=0x200 chid=0x7 inst_ptr=0x1000
OUT
# Registers that have moved, by both of their names' places; and one that is at its place no more (§13.5).
answers('turing.register', '', <<'OUT', 2, qw(decode register), @gv100, qw(0xb80f40 80001234 2b8c 8000 NV_PBUS_SW_SCRATCH[60] 1 0x810090 80001 PPBDMA_PB_COUNT[1] 20003 2270 1 PPBDMA_PB_COUNT[12] 0));
VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK 0xb80f40 = 0x80001234: PTR=0x1234 TARGET=VID_MEM MODE=0x1
PFIFO_RUNLIST_SUBMIT_INFO[8] 0x002b8c = 0x00008000: PENDING=0x1
PBUS_SW_SCRATCH[60] 0x0014f0 = 0x00000001: FIELD=0x1
USERMODE_NOTIFY_CHANNEL_PENDING 0x810090 = 0x00080001: HANDLE=0x80001 CHID=0x1 RUNLIST_ID=0x8
PPBDMA_PB_COUNT[1] 0x042088 = 0x00020003: VALUE=0x3 LEVEL0=0x1
error: 2270: no register is known there on tu116
error: PPBDMA_PB_COUNT[12]: no register of that name on tu116
OUT
answers('turing.pushbuffer', '', <<'OUT', 0, qw(decode pushbuffer), @gv100, qw(0x20018000 0xc5b5 0x200180c0 0x182 0x20018000 0xc397 0x800180c0));
0x0 incr count=0x1 subchannel=0x4 address=0x0
0x4 method subchannel=0x4 address=0x0 data=0xc5b5 name=SET_OBJECT
0x8 incr count=0x1 subchannel=0x4 address=0x300
0xc method subchannel=0x4 address=0x300 data=0x182 name=LAUNCH_DMA
0x10 incr count=0x1 subchannel=0x4 address=0x0
0x14 method subchannel=0x4 address=0x0 data=0xc397 name=SET_OBJECT
0x18 immd subchannel=0x4 address=0x300 data=0x1
0x18 method subchannel=0x4 address=0x300 data=0x1
OUT
refuses('turing.slots', qr/tu116 has no slots/, 'slots', @gv100);
my ($chips) = run('', 'chipsets', @gv100);
like($chips, qr/^tu102\t0x162\t0x1e00\t12\t384\t.*^tu117\t0x167\t0x1f80\t4\t128\t5\t12\t11\t0xc46f\t0xc5b5\t/ms, 'turing.chipsets');
@gv100 = ('--chipset', 'gv100');

# Registers by address and name, with the manual's NV_ or without: a runlist (gv100.md §3.5), a word of PTOP with the fields
# of its kind alone (§1.4), what does not answer (§0).
answers('gv100.register', '', <<'OUT', 0, qw(decode register --chipset gv100 2274 4 NV_PTOP_DEVICE_INFO[0] 8006183e 0x2a00 0xbad00200 100e5c 80100703 100e5c 80010503 100e54 12360004));
PFIFO_RUNLIST 0x002274 = 0x00000004: LENGTH=0x4
PTOP_DEVICE_INFO[0] 0x022700 = 0x8006183e: CHAIN=0x1 INTR_ENUM=0xc RESET_ENUM=0xc ENGINE=0x1 RUNLIST=0x1 INTR=0x1 RESET=0x1 ENTRY=ENUM
PFIFO_INTR_RUNLIST 0x002a00 = 0xbad00200: no value: host: no such register
PFB_PRI_MMU_FAULT_INFO 0x100e5c = 0x80100703: FAULT_TYPE=VA_LIMIT_VIOLATION CLIENT=HOST_CPU ACCESS_TYPE=READ CLIENT_TYPE=HUB VALID=0x1
PFB_PRI_MMU_FAULT_INFO 0x100e5c = 0x80010503: FAULT_TYPE=VA_LIMIT_VIOLATION CLIENT=T1_5 ACCESS_TYPE=WRITE CLIENT_TYPE=GPC VALID=0x1
PFB_PRI_MMU_FAULT_INST_LO 0x100e54 = 0x12360004: ENGINE_ID=BAR1 APERTURE=VID_MEM ADDR=0x12360
OUT
# Most refusals come from places that no manual lists (§1.7); the window at 0x700000 shows memory, which may hold such words.
answers('gv100.register.refused', '', <<'OUT', 2, qw(decode register --chipset gv100 122134 badf5108 6ffffc badf5108 700000 badf5108 7ffffc badf5108 122134 badf5 122134 x));
0x122134 = 0xbadf5108: no register is known there; no value: refused by privilege
0x6ffffc = 0xbadf5108: no register is known there; no value: refused by privilege
error: 700000: no register is known there on gv100
error: 7ffffc: no register is known there on gv100
error: 122134: no register is known there on gv100
error: 122134: no register is known there on gv100
OUT

# Of an instance block and of RAMFC most words are 0.
sub words_of {
    my ($count, %at) = @_;
    return join(' ', map { sprintf('0x%x', $at{$_} // 0) } 0 .. $count - 1);
}

my $context = 'page_dir_base_target=VID_MEM page_dir_base_vol=TRUE page_dir_base_fault_replay_tex=DISABLED '
  . 'page_dir_base_fault_replay_gcc=ENABLED use_ver2_pt_format=TRUE big_page_size=64KB '
  . 'page_dir_base=0x1200003000 engine_cs=WFI engine_wfi_target=SYS_MEM_COHERENT engine_wfi_mode=VIRTUAL '
  . 'engine_wfi_ptr=0xff00004000 engine_wfi_veid=0x3f enable_ats=TRUE pasid=0xfffff '
  . 'eng_method_buffer_addr=0x1000012345678';
my @context = (128 => 0x3c24, 129 => 0x12, 132 => 0x4006, 133 => 0xff, 134 => 0x3f, 135 => 0x800fffff,
    136 => 0x12345678, 137 => 0x10000);
both_ways('gv100.ramin', 'ramin', words_of(1024, @context), $context);
# Subcontext 2 is valid, 40 is not but has a word; all others are 0 and left out.
both_ways('gv100.ramin_sc', 'ramin', words_of(1024, @context, 166 => 4, 176 => 0x1c01, 177 => 0x5,
        178 => 0x80000007, 328 => 0x2000),
    "$context sc_pdb_valid[2]=TRUE sc_page_dir_base_target[2]=INVALID sc_page_dir_base_vol[2]=FALSE "
  . 'sc_page_dir_base_fault_replay_tex[2]=DISABLED sc_page_dir_base_fault_replay_gcc[2]=DISABLED '
  . 'sc_use_ver2_pt_format[2]=TRUE sc_big_page_size[2]=64KB sc_page_dir_base[2]=0x500001000 '
  . 'sc_enable_ats[2]=0x1 sc_pasid[2]=0x7 '
  . 'sc_pdb_valid[40]=FALSE sc_page_dir_base_target[40]=VID_MEM sc_page_dir_base_vol[40]=FALSE '
  . 'sc_page_dir_base_fault_replay_tex[40]=DISABLED sc_page_dir_base_fault_replay_gcc[40]=DISABLED '
  . 'sc_use_ver2_pt_format[40]=FALSE sc_big_page_size[40]=0x0 sc_page_dir_base[40]=0x2000 '
  . 'sc_enable_ats[40]=0x0 sc_pasid[40]=0x0');
# RAMFC is not the instance block's own; a word of a subcontext that is no field is reserved, and shows it.
my ($out) = run('', 'decode', 'ramin', split(' ', words_of(1024, 0 => 0x123, 127 => 0x456)));
unlike($out, qr/sc_|reserved/, 'gv100.ramin_ramfc: RAMFC is left out');
($out) = run('', 'decode', 'ramin', split(' ', words_of(1024, 171 => 0x9)));
like($out, qr/ sc_pdb_valid\[0\]=FALSE .* reserved=0x90{1368}$/, 'gv100.ramin_reserved: the fourth word shows');

my $ramfc = join(' ', map { my ($n, $v) = @$_; sprintf('%s=0x%x', $n, $v) }
    map { [ $_->[0], $_->[1] ] } ['gp_put', 1], ['mem_op_a', 0], ['userd', 0x202], ['userd_hi', 0xa0],
    ['signature', 0xface], ['gp_get', 0], ['pb_get', 0], ['pb_get_hi', 0], ['pb_top_level_get', 0],
    ['pb_top_level_get_hi', 0], ['ref', 0], ['runtime', 0], ['acquire', 0x7ffff902], ['acquire_deadline', 0],
    ['sem_addr_hi', 0], ['sem_addr_lo', 0], ['sem_payload_lo', 0], ['sem_execute', 0], ['gp_base', 8],
    ['gp_base_hi', 0x90012], ['gp_fetch', 0], ['pb_fetch', 0], ['pb_fetch_hi', 0], ['pb_put', 0],
    ['pb_put_hi', 0], ['mem_op_b', 0], ['reserved26', 7], ['reserved27', 0], ['reserved28', 0], ['gp_crc', 0],
    ['pb_header', 0x20400000], ['pb_count', 0], ['subdevice', 0x30000001], ['pb_crc', 0],
    ['sem_payload_hi', 0], ['mem_op_c', 0], ['reserved20', 0], ['reserved21', 0], ['target', 0x20003],
    ['method_crc', 0], ['method0', 0], ['data0', 0], ['method1', 0], ['data1', 0], ['method2', 0],
    ['data2', 0], ['method3', 0], ['data3', 0xd], ['hce_ctrl', 0x20], ['config', 0x1100],
    ['set_channel_info', 0x3f00]);
both_ways('gv100.ramfc', 'ramfc', words_of(128, 0 => 1, 2 => 0x202, 3 => 0xa0, 4 => 0xface,
        12 => 0x7ffff902, 18 => 8, 19 => 0x90012, 26 => 7, 33 => 0x20400000, 37 => 0x30000001,
        43 => 0x20003, 55 => 0xd, 57 => 0x20, 61 => 0x1100, 63 => 0x3f00), $ramfc);
# One reserved word is gone, one is new (§13.2).
@gv100 = ('--chipset', 'tu104');
both_ways('turing.ramfc', 'ramfc', words_of(128, 0 => 1, 2 => 0x202, 3 => 0xa0, 4 => 0xc46f,
            12 => 0x7ffff902, 18 => 8, 19 => 0x90012, 33 => 0x20400000, 37 => 0x30000001,
            43 => 0x20003, 55 => 0xd, 57 => 0x20, 61 => 0x1100, 62 => 9, 63 => 0x3f00),
        $ramfc =~ s/ reserved26=0x7//r =~ s/0xface/0xc46f/r =~ s/ set_channel_info/ reserved62=0x9 set_channel_info/r);
@gv100 = ('--chipset', 'gv100');
both_ways('gv100.userd', 'userd', words_of(128, 16 => 4, 17 => 8, 18 => 7, 19 => 0x12, 22 => 0xc,
        23 => 0x56, 24 => 0x34, 34 => 8, 35 => 9),
    'put=0x4 get=0x8 ref=0x7 put_hi=0x12 top_level_get=0xc top_level_get_hi=0x56 get_hi=0x34 gp_get=0x8 gp_put=0x9');

# Several structures follow each other; a kind that only GV100 has needs no --chipset.
answers('gv100.several', '', <<'OUT', 2, 'decode', 'runlist', split(' ', '0x30001 0x1 0x5 0x0 0x200 0x0 0x1007 0x0 0x1'));
type=TSG timeslice_scale=0x3 timeslice_timeout=1US length=0x1 tsgid=0x5
type=CHAN runqueue_selector=0x0 inst_target=VID_MEM userd_target=VID_MEM userd_ptr=0x200 chid=0x7 inst_ptr=0x1000
error: 1 of 4 words of a runlist
OUT
answers('gv100.g84_stays', '', "0x12345009\n", 0, 'encode', 'pte', 'present=1', 'ro=1',
    'target=VRAM', 'address=0x12345000');

# What cannot be encoded.
sub encode_says {
    my ($name, $says, @arguments) = @_;
    my ($out, $err, $status) = run('', 'encode', @arguments);
    like($out, $says, $name);
    is("$err$status", '2', "$name: status 2 and no message");
}
encode_says('gv100.encode.form', qr/^error: inst_ptr=0x1000: no field of this form/, 'runlist', 'type=TSG',
    'inst_ptr=0x1000');
encode_says('gv100.encode.overlap', qr/^error: no_ats=TRUE: another field given has some of these bits/, 'pd0',
    'aperture_big=VIDEO_MEMORY', 'no_ats=TRUE', 'address_big_vid=0x1000');
encode_says('gv100.encode.index', qr/^error: sc_pasid\[64\]=0x1: there are only 64/, 'ramin', 'sc_pasid[64]=0x1');
encode_says('gv100.encode.no_index', qr/^error: sc_pasid=0x1: no such field; there are .*sc_pasid\[i\]/, 'ramin',
    'sc_pasid=0x1');
encode_says('gv100.encode.bad_index', qr/INDEX decimal/, 'ramin', 'sc_pasid[0x1]=0x1');
encode_says('gv100.encode.twice', qr/given twice/, 'ramin', 'sc_pasid[1]=0x1', 'sc_pasid[1]=0x2');
encode_says('gv100.encode.align', qr/not aligned: 0x0 to 0x3fffffffffff000 in steps of 0x1000/, 'pd1',
    'aperture=SYSTEM_COHERENT_MEMORY', 'address_sys=0x123');
encode_says('gv100.encode.range', qr/does not fit: 0x0 to 0x1ffffff000/, 'pd1', 'aperture=VIDEO_MEMORY',
    'address_vid=0x2000000000');
encode_says('gv100.encode.values', qr/a number with 0x, INVALID, VIDEO_MEMORY,/, 'pd1', 'aperture=VRAM');
refuses('gv100.kind', qr/no structure 'dmaobj' on gv100/, 'decode', @gv100, 'dmaobj', '0x0');
refuses('gv100.stream', qr/pushbuffer is decoded only/, 'encode', 'pushbuffer', 'x=1');
refuses('gv100.slots', qr/gv100 has no slots/, 'slots', 'gv100');
answers('gv100.place', "gv100 4 tiled short 1 0x0 0x0\n",
    "error: line 1: gv100: no source says how it spreads its memory\n", 2, 'place');

# ---- files ------------------------------------------------------------------------------------------

my $words = put_file('words', pack('V*', 0xffffffff, 0x80030001, 1, 5, 0, 0x200, 0, 0x1007, 0, 0x77));
answers('gv100.file', '', <<'OUT', 2, 'decode', 'runlist', '--file', $words, '--at', '0x4');
type=TSG timeslice_scale=0x3 timeslice_timeout=0x80 length=0x1 tsgid=0x5
type=CHAN runqueue_selector=0x0 inst_target=VID_MEM userd_target=VID_MEM userd_ptr=0x200 chid=0x7 inst_ptr=0x1000
error: 1 of 4 words of a runlist
OUT
answers('gv100.file.count', '', <<'OUT', 0, 'decode', 'runlist', '--file', $words, '--at', '4', '--count', '1');
type=TSG timeslice_scale=0x3 timeslice_timeout=0x80 length=0x1 tsgid=0x5
OUT
answers('gv100.file.g84', '', "address=0xfffffff000 target=SYSRAM_NOSNOOP reserved=0xc0000000\n", 0,
    'decode', 'channel', '--file', $words, '--count', '1');
refuses('gv100.file.at', qr/behind the end/, 'decode', 'gp', '--file', $words, '--at', '0x2c');
refuses('gv100.file.unaligned', qr/not a multiple of 4/, 'decode', 'gp', '--file', $words, '--at', '0x2');
refuses('gv100.file.and_words', qr/either words or --file/, 'decode', 'gp', '--file', $words, '0x0', '0x0');
refuses('gv100.file.missing', qr/No such file/, 'decode', 'gp', '--file', "$dir/nowhere");
refuses('gv100.file.encode', qr/this is an option of decode/, 'encode', 'gp', '--file', $words);

# ---- runlists ---------------------------------------------------------------------------------------

my @tsg = split(' ', '0x80030001 0x2 0x5 0x0');
my @channel = split(' ', '0x300 0x0 0x1007 0x0');
my @list = map { my $line = $_; "$line\n" } 'type=TSG timeslice_scale=0x3 timeslice_timeout=0x80 length=0x2 tsgid=0x5',
    'type=CHAN runqueue_selector=0x0 inst_target=VID_MEM userd_target=VID_MEM userd_ptr=0x300 chid=0x7 inst_ptr=0x1000';
answers('gv100.check', '', join('', @list[0, 1, 1, 1]) . <<'OUT', 0, 'decode', 'runlist', '--check', @tsg, @channel, @channel, @channel);
check: 0x10: USERD is not aligned to 512 bytes
check: 0x20: a channel id that was there before
check: 0x20: USERD is not aligned to 512 bytes
check: 0x30: a channel outside a TSG: BAD_TSG
check: 0x30: a channel id that was there before
check: 0x30: USERD is not aligned to 512 bytes
OUT
my $runlist = put_file('runlist', pack('V*', map { hex } @tsg));
answers('gv100.check.file', '', $list[0] . "check: 0x10: the runlist ends before its last TSG is complete: BAD_TSG\n",
    0, 'decode', 'runlist', '--check', '--file', $runlist);
refuses('gv100.check.other', qr/--check: runlist wanted/, 'decode', 'gp', '--check', '0x0', '0x0');

# ---- push buffers -----------------------------------------------------------------------------------

# gv100.md §7, the smallest copy, with every other kind of entry.
answers('gv100.pushbuffer', '', <<'OUT', 0, 'decode', 'pushbuffer', split(' ', '0x20018000 0xc3b5 0x20028100 0x1 0xfffff000 0x800180c0 0x60024106 0x10 0x20 0xa0030017 0x1 0x2 0x3 0x20000fff 0x0 0x18010 0x20ff0 0x30000 0xe0000000 0xffffffff'));
0x0 incr count=0x1 subchannel=0x4 address=0x0
0x4 method subchannel=0x4 address=0x0 data=0xc3b5 name=SET_OBJECT
0x8 incr count=0x2 subchannel=0x4 address=0x400
0xc method subchannel=0x4 address=0x400 data=0x1 name=OFFSET_IN_UPPER
0x10 method subchannel=0x4 address=0x404 data=0xfffff000 name=OFFSET_IN_LOWER
0x14 immd subchannel=0x4 address=0x300 data=0x1
0x14 method subchannel=0x4 address=0x300 data=0x1 name=LAUNCH_DMA
0x18 nonincr count=0x2 subchannel=0x2 address=0x418
0x1c method subchannel=0x2 address=0x418 data=0x10
0x20 method subchannel=0x2 address=0x418 data=0x20
0x24 oneincr count=0x3 subchannel=0x0 address=0x5c
0x28 method subchannel=0x0 address=0x5c data=0x1 name=SEM_ADDR_LO
0x2c method subchannel=0x0 address=0x60 data=0x2 name=SEM_ADDR_HI
0x30 method subchannel=0x0 address=0x60 data=0x3 name=SEM_ADDR_HI
0x34 incr count=0x0
0x38 nop
0x3c set_subdevice_mask mask=0x801
0x40 store_subdevice_mask mask=0xff
0x44 use_subdevice_mask
0x48 end_pb_segment
OUT

# An error is the last line, whatever follows.
for my $row (['0x40000000', 'the old non-increasing header'], ['0xc0000000', 'opcode 6 is reserved'],
    ['0x4', 'the old increasing header'], ['0x50000', 'bits 28:18 are set'],
    ['0x20020fff', 'would go past method 0x3ffc']) {
    my ($out, $err, $status) = run('', 'decode', 'pushbuffer', '0x0', $row->[0], '0x0');
    like($out, qr/^0x0 nop\nerror: 0x4: $row->[0]: \Q$row->[1]\E[^\n]*\n$/, "gv100.pushbuffer.error: $row->[1]");
    is("$err$status", '2', 'gv100.pushbuffer.error: status 2');
}
answers('gv100.pushbuffer.cut', '', <<'OUT', 2, 'decode', 'pushbuffer', '0x20030000', '0x1');
0x0 incr count=0x3 subchannel=0x0 address=0x0
0x4 method subchannel=0x0 address=0x0 data=0x1 name=SET_OBJECT
error: 0x8: the end, and 2 data words are missing
OUT
my $push = put_file('push', pack('V*', 0xffffffff, 0x0, 0x20010000, 0x39) . 'ab');
answers('gv100.pushbuffer.file', '', <<'OUT', 0, 'decode', 'pushbuffer', '--file', $push, '--at', '4', '--count', '3');
0x4 nop
0x8 incr count=0x1 subchannel=0x0 address=0x0
0xc method subchannel=0x0 address=0x0 data=0x39 name=SET_OBJECT
OUT
answers('gv100.pushbuffer.bytes', '', "error: 18 bytes are no whole number of words\n", 2, 'decode', 'pushbuffer',
    '--file', $push);

# ---- translate --------------------------------------------------------------------------------------

# An image of VRAM: instance block at 0x1000, PD3 0x2000, PD2 0x3000, PD1 0x4000, PD0 0x5000, a 64 KiB table at 0x6100
# and a 4 KiB table at 0x7000. An entry of a directory is the address >> 4 with aperture 1 in bits 2:1.
my $vram = "\0" x 0x10000;
sub put {
    my ($at, $word) = @_;
    substr($vram, $at, 8) = pack('Q<', $word);
}
put(0x1200, 0x2c00);
put(0x1298, 1 << 5);                      # SC_PDB_VALID: subcontext 5
put(0x12f0, 0x600000002c02);              # its words: PD3 in system memory at 0x600000002000
put(0x2000, 0x302);
put(0x3000, 0x402);
put(0x4000, 0x502);
put(0x4008, 0x8);                         # 512 MiB from 0x20000000 on are sparse
put(0x4010, 0xffff02);                    # PD0 at 0xffff000, which no image holds
put(0x5000, 0x612);
put(0x5008, 0x702);
put(0x6100, 0x1000001);                   # 64K at 0: video memory 0x10000000
put(0x6108, 0x7ffffff00cd);               # 64K at 0x10000: coherent, 0x7ffffff00000; VOL, RO, AD
put(0x6110, 0x0600000001000001);          # 64K at 0x20000: a kind that there is not
put(0x6118, 0x8);                         # 64K at 0x30000: sparse
put(0x7000 + 8 * 0x40, 0xa00001003);      # 4K at 0x40000: peer 5, 0x10000
put(0x7000 + 8 * 0x41, 0x1234527);        # 4K at 0x41000: noncoherent, PRIVILEGE
put(0x5010, 0xfe00000002000001);          # 2M at 0x200000
my $image = put_file('vram', $vram);
# The subcontext's PD3 leads to the same tables, over system memory as well.
my $sysram = put_file('sysram', "\0" x 0x2000 . pack('Q<', 0x302) . "\0" x 0xff8);
my @translate = ('translate', @gv100, '--vram', $image, '--sysram', "$sysram\@0x600000000000");

answers('gv100.translate', <<'IN', <<'OUT', 2, @translate);
vid:0x1000 - 0x1234 r user
vid:0x1000 - 0x1abcd r user
vid:0x1000 - 0x1abcd w priv
vid:0x1000 - 0x1abcd a priv
vid:0x1000 - 0x20000 r priv
vid:0x1000 - 0x30000 w user
vid:0x1000 - 0x40abc r user
vid:0x1000 - 0x41abc r user
vid:0x1000 - 0x41abc w priv
vid:0x1000 - 0x42000 r user
vid:0x1000 - 0x3fffff r user
vid:0x1000 - 0x20000000 r user
vid:0x1000 - 0x40000000 r user
vid:0x1000 - 0x8000000000 r user
vid:0x1000 - 0x2000000000000 r user
vid:0x1000 5 0x1234 r user
vid:0x2000 - 0x0 r user
coh:0x600000001000 - 0x0 r user
coh:0x1000 - 0x0 r user
IN
ok target=VID_MEM address=0x10001234 page=64K vol=0 priv=0 ro=0 ad=0 kind=0x0
ok target=SYS_MEM_COHERENT address=0x7ffffff0abcd page=64K vol=1 priv=0 ro=1 ad=1 kind=0x0
fault RO_VIOLATION
fault RO_VIOLATION
fault UNSUPPORTED_KIND
sparse
ok target=PEER address=0x10abc page=4K vol=0 priv=0 ro=0 ad=0 kind=0x0 peer=0x5
fault PRIV_VIOLATION
ok target=SYS_MEM_NONCOHERENT address=0x12345abc page=4K vol=0 priv=1 ro=0 ad=0 kind=0x0
fault PTE
ok target=VID_MEM address=0x201fffff page=2M vol=0 priv=0 ro=0 ad=0 kind=0xfe
sparse
error: line 13: PDE0 at VID_MEM 0xffff000 is outside the images
fault PDE
fault VA_LIMIT_VIOLATION
ok target=VID_MEM address=0x10001234 page=64K vol=0 priv=0 ro=0 ad=0 kind=0x0
fault UNBOUND_INST_BLOCK
error: line 18: coh:0x600000001000: INSTANCE: more than 40 bits
error: line 19: RAMIN at SYS_MEM_COHERENT 0x1200 is outside the images
OUT

# Kind 6 is Turing's memory of any kind, 0xfe none of its kinds (§13.4).
answers('turing.translate', <<'IN', <<'OUT', 0, 'translate', '--chipset', 'tu117', '--vram', $image, '--sysram', "$sysram\@0x600000000000");
vid:0x1000 - 0x1234 r user
vid:0x1000 - 0x20000 r priv
vid:0x1000 - 0x3fffff r user
IN
ok target=VID_MEM address=0x10001234 page=64K vol=0 priv=0 ro=0 ad=0 kind=0x0
ok target=VID_MEM address=0x10000000 page=64K vol=0 priv=0 ro=0 ad=0 kind=0x6
fault UNSUPPORTED_KIND
OUT

answers('gv100.translate.errors', join("\n", 'vid:0x1000 - 0x0 r', 'vid - 0x0 r user', 'mem:0x1000 - 0x0 r user',
    'vid:4096 - 0x0 r user', 'vid:0x1001 - 0x0 r user', 'vid:0x10000000000 - 0x0 r user',
    'vid:0x1000 64 0x0 r user', 'vid:0x1000 0x1 0x0 r user', 'vid:0x1000 - 12 r user',
    'vid:0x1000 - 0x10000000000000000 r user', 'vid:0x1000 - 0x0 x user', 'vid:0x1000 - 0x0 r root'), <<'OUT', 2, @translate);
error: line 1: 4 words; TARGET:INSTANCE VEID ADDRESS r|w|a user|priv wanted
error: line 2: vid: TARGET:INSTANCE wanted, TARGET vid, coh or ncoh, INSTANCE with 0x
error: line 3: mem:0x1000: TARGET:INSTANCE wanted, TARGET vid, coh or ncoh, INSTANCE with 0x
error: line 4: vid:4096: TARGET:INSTANCE wanted, TARGET vid, coh or ncoh, INSTANCE with 0x
error: line 5: vid:0x1001: INSTANCE: not a multiple of 0x1000
error: line 6: vid:0x10000000000: INSTANCE: more than 40 bits
error: line 7: VEID 64: - or 0 to 63 wanted
error: line 8: VEID 0x1: - or 0 to 63 wanted
error: line 9: ADDRESS 12: a number with 0x wanted
error: line 10: ADDRESS 0x10000000000000000: more than 64 bits
error: line 11: x: r, w or a wanted
error: line 12: root: user or priv wanted
OUT

my $directories = <<'SAID' =~ s/\n\z//r;
  gv100.md §5.2      VA 46:38 = 0x0: PDE2 at VID_MEM 0x3000 = 0x402: aperture 1: PD1 at VID_MEM 0x4000
  gv100.md §5.2      VA 37:29 = 0x0: PDE1 at VID_MEM 0x4000 = 0x502: aperture 1: PD0 at VID_MEM 0x5000
  gv100.md §5.3      VA 28:21 = 0x0: PDE0 big at VID_MEM 0x5000 = 0x612: aperture 1: 64 KiB table at VID_MEM 0x6100
  gv100.md §5.3      VA 28:21 = 0x0: PDE0 small at VID_MEM 0x5008 = 0x702: aperture 1: 4 KiB table at VID_MEM 0x7000
SAID
explains('gv100.explain', "vid:0x1000 - 0x41abc w user\nvid:0x1000 5 0x0 r user\nvid:0x1000 4 0x0 r user\n", <<"OUT", 0, @translate);
  gv100.md §3.1      no subcontext: words 128 and 129 at VID_MEM 0x1200 = 0x2c00 0x0
  gv100.md §3.1      page directory PD3 at VID_MEM 0x2000
  gv100.md §5.2      VA 48:47 = 0x0: PDE3 at VID_MEM 0x2000 = 0x302: aperture 1: PD2 at VID_MEM 0x3000
$directories
  gv100.md §5.4      VA 20:16 = 0x4: PTE 64K at VID_MEM 0x6120 = 0x0: VALID 0: no page, on to the 4 KiB table if there is one
  gv100.md §5.4      VA 20:12 = 0x41: PTE 4K at VID_MEM 0x7208 = 0x1234527: valid: page at SYS_MEM_NONCOHERENT 0x12345000, vol=0 priv=1 ro=0 ad=0 kind=0x0
  gv100.md §5.5 7    page of 4K: address = 0x12345000 + (0x41abc mod 0x1000) = 0x12345abc
  gv100.md §5.5 7    a write, not privileged: PRIV_VIOLATION
fault PRIV_VIOLATION
  gv100.md §3.1      SC_PDB_VALID: bit 5 of 0x20 at VID_MEM 0x1298 is 1
  gv100.md §3.1      subcontext 5: words 188 and 189 at VID_MEM 0x12f0 = 0x2c02 0x6000
  gv100.md §3.1      page directory PD3 at SYS_MEM_COHERENT 0x600000002000
  gv100.md §5.2      VA 48:47 = 0x0: PDE3 at SYS_MEM_COHERENT 0x600000002000 = 0x302: aperture 1: PD2 at VID_MEM 0x3000
$directories
  gv100.md §5.4      VA 20:16 = 0x0: PTE 64K at VID_MEM 0x6100 = 0x1000001: valid: page at VID_MEM 0x10000000, vol=0 priv=0 ro=0 ad=0 kind=0x0
  gv100.md §5.5 7    page of 64K: address = 0x10000000 + (0x0 mod 0x10000) = 0x10000000
  gv100.md §5.5 7    a read, not privileged, kind 0x0: nothing forbids it
ok target=VID_MEM address=0x10000000 page=64K vol=0 priv=0 ro=0 ad=0 kind=0x0
  gv100.md §3.1      SC_PDB_VALID: bit 4 of 0x20 at VID_MEM 0x1298 is 0: not filled in: UNBOUND_INST_BLOCK
fault UNBOUND_INST_BLOCK
OUT

# A dump of a V100 with 32 GiB, and system memory in pieces up to the last of 47 bits.
my $large = "$dir/large";
open(my $file, '>:raw', $large) or die;
truncate($file, 32 << 30) or die;
seek($file, 0, 0);
print $file substr($vram, 0, 0x2000);
seek($file, (32 << 30) - 0x1000, 0);
print $file pack('Q<', 0x7fffffffff04);   # PDE3: coherent, 0x7fffffffff000 >> 4 loses bits above 46
close($file);
my $start = time;
my $piece = put_file('piece', pack('Q<', 0) x 512);
# PD3 at 0x7fffff000: 32 GiB - 4 KiB
open($file, '+<:raw', $large) or die;
seek($file, 0x1200, 0);
print $file pack('VV', 0xfffffc00, 0x7);
close($file);
answers('gv100.large', "vid:0x1000 - 0x0 r user\n", "fault PDE\n", 0, 'translate', @gv100, '--vram', $large,
    '--sysram', "$piece\@0x7ffffffff000", '--sysram', "$piece\@0x100000000", '--sysram', "$piece\@0x0");
cmp_ok(time - $start, '<', 10, 'gv100.large.opens: 32 GiB are mapped, not read');
refuses('gv100.above_47_bits', qr/end above 47 bits/, 'translate', @gv100, '--vram', $image, '--sysram',
    "$piece\@0x7ffffffff008");
refuses('gv100.overlap', qr/overlap/, 'translate', @gv100, '--vram', $image, '--sysram', "$piece\@0x1000",
    '--sysram', "$piece\@0x1ff8");

# The context's own ENABLE_ATS and PASID, word 135, are those of clients without a subcontext (gv100.md §3.1).
{
    my $own = $vram;
    substr($own, 0x121c, 4) = pack('V', 0x80000123);
    my $file = put_file('ats', $own);
    my @own = ('translate', @gv100, '--vram', $file, '--sysram', "$sysram\@0x600000000000");
    answers('gv100.translate.ats', "vid:0x1000 - 0x8000000000 r user\nvid:0x1000 5 0x8000000000 r user\n",
        "fault PDE ats=0x123\nfault PDE\n", 0, @own);
    like((run("vid:0x1000 - 0x0 r priv\n", @own, '--explain'))[0],
        qr/ENABLE_ATS: the page tables of process 0x123 are asked as well/, 'gv100.translate.ats: explained');
}

# ---- maps -------------------------------------------------------------------------------------------

my @maps = ('maps', @gv100, '--vram', $image);
# 0x5000 + 2 * 16: a 64 KiB table at 0x9200 that is empty; PDE1 3: an address but aperture 0.
put(0x7000, 0x1001);                      # 4K at 0, under a valid PTE of 64K
put(0x5018, 0x2);                         # the upper half beside a page of 2 MiB
put(0x5020, 0x922);
put(0x4018, 0x300);
put(0x4010, 0xa02);                       # PD0 at 0xa000: empty
put(0x5030, 0x1200001);                   # 2M at 0x600000: address 0x12000000
put(0x5040, 0x2000001);                   # 2M at 0x800000: the place of 0x200000
put(0x7000 + 8 * 0x42, 0xa00001103);      # 4K at 0x42000: goes on where 0x40000 does not
put_file('vram', $vram);
answers('gv100.maps', '', <<'OUT', 0, @maps, 'vid:0x1000');
0x0..0xffff VID_MEM 0x10000000 1x64K vol=0 priv=0 ro=0 ad=0 kind=0x0
0x10000..0x1ffff SYS_MEM_COHERENT 0x7ffffff00000 1x64K vol=1 priv=0 ro=1 ad=1 kind=0x0
0x20000..0x2ffff VID_MEM 0x10000000 1x64K vol=0 priv=0 ro=0 ad=0 kind=0x6
0x30000..0x3ffff sparse
0x40000..0x40fff PEER 0x10000 1x4K vol=0 priv=0 ro=0 ad=0 kind=0x0 peer=0x5
0x41000..0x41fff SYS_MEM_NONCOHERENT 0x12345000 1x4K vol=0 priv=1 ro=0 ad=0 kind=0x0
0x42000..0x42fff PEER 0x11000 1x4K vol=0 priv=0 ro=0 ad=0 kind=0x0 peer=0x5
0x43000..0x1fffff hole
0x200000..0x3fffff VID_MEM 0x20000000 1x2M vol=0 priv=0 ro=0 ad=0 kind=0xfe
0x400000..0x5fffff hole
0x600000..0x7fffff VID_MEM 0x12000000 1x2M vol=0 priv=0 ro=0 ad=0 kind=0x0
0x800000..0x9fffff VID_MEM 0x20000000 1x2M vol=0 priv=0 ro=0 ad=0 kind=0x0
0xa00000..0x1fffffff hole
0x20000000..0x3fffffff sparse
unreached: 1 PTEs of 4K at VID_MEM 0x7000 for VA 0x0..0xffff: the 64K PTE is valid
unreached: upper half of PDE0 at VID_MEM 0x5010 for VA 0x200000: the lower half is a page of 2 MiB
dead: 64 KiB table at VID_MEM 0x9200 for VA 0x400000..0x5fffff: nothing in it leads to a page
dead: PD0 at VID_MEM 0xa000 for VA 0x40000000..0x5fffffff: nothing in it leads to a page
unreached: PDE1 at VID_MEM 0x4018 for VA 0x60000000 has an address, but aperture 0
overlap: 0x0..0xffff and 0x20000..0x2ffff are both VID_MEM 0x10000000..0x1000ffff
overlap: 0x200000..0x3fffff and 0x800000..0x9fffff are both VID_MEM 0x20000000..0x201fffff
OUT
answers('gv100.maps.unbound', '', "error: no page tables: fault UNBOUND_INST_BLOCK\n", 2, @maps, 'vid:0x2000');
answers('gv100.maps.outside', '', "error: RAMIN at VID_MEM 0x20200 is outside the images\n", 2, @maps, 'vid:0x20000');
answers('gv100.maps.veid', '', "error: PDE3 at SYS_MEM_COHERENT 0x600000002000 is outside the images, from VA 0x0 on\n",
    2, @maps, '--veid', '5', 'vid:0x1000');
my ($long) = run('', @maps, 'vid:0x1000');
my ($short) = run('', @maps, '0x1000');
is($short, $long, 'gv100.maps.short: an address alone is in video memory');
# A dump of BAR0 shows a part of VRAM: from where 0x1700 says on, up to the first word that was not read.
sub bar0 {
    my ($window, $at, $bytes) = @_;
    my $dump = "\0" x 0x800000;
    substr($dump, 0x1700, 4) = pack('V', $window);
    substr($dump, 0x700000 + $at, length($bytes)) = $bytes;
    return put_file('bar0', $dump);
}
my @window = ('maps', @gv100, '--bar0');
is((run('', @window, bar0(0, 0, $vram), 'vid:0x1000'))[0], $long, 'gv100.maps.bar0: the window at 0');
is((run('', @window, bar0(0x20, 0, $vram), 'vid:0x1000'))[2], 2, 'gv100.maps.bar0: elsewhere the block is not in it');
refuses('gv100.maps.bar0.system', qr/points to system memory/, @window, bar0(0x2000000, 0, $vram), 'vid:0x1000');
refuses('gv100.maps.bar0.no_window', qr/0x001700, which says where the window to VRAM stands, was not read/,
    @window, put_file('peek', "00700000: 1 2 3\n"), 'vid:0x1000');
refuses('gv100.maps.bar0.both', qr/or --bar0 instead of --vram/, @window, 'x', '--vram', $image, 'vid:0x1000');
my $text = join('', map { sprintf("%08x: %s\n", 0x700000 + 16 * $_, join(' ', map { sprintf('%08x', $_) } unpack('V4', substr($vram, 16 * $_, 16)))) }
    0 .. length($vram) / 16 - 1);
is((run('', @window, put_file('peek', "00001700: 00000000\n$text"), 'vid:0x1000'))[0], $long, 'gv100.maps.bar0: as nvapeek prints it');
refuses('gv100.maps.instance', qr/not a multiple/, @maps, 'vid:0x1001');
refuses('gv100.maps.bad_veid', qr/--veid 64/, @maps, '--veid', '64', 'vid:0x1000');
refuses('gv100.maps.no_space', qr/one CHANNEL or TARGET:INSTANCE wanted/, @maps);

# Pages that go on become one range; a change in the middle of it is all that --diff shows.
put(0x7000 + 8 * $_, (0x5000 + $_) << 8 | 1) for 0x50 .. 0x6f;
put_file('vram', $vram);
put(0x7000 + 8 * 0x58, 0);
put(0x7000 + 8 * 0x60, 0x9000001);
put(0x7000 + 8 * 0x61, 0x9000101);
put(0x7000 + 8 * 0x70, 0x9000201);
my $second = put_file('second', $vram);
($out) = run('', @maps, 'vid:0x1000');
like($out, qr/^0x50000\.\.0x6ffff VID_MEM 0x5050000 32x4K /m, 'gv100.maps.range: 32 pages in one range');
answers('gv100.maps.diff', '', <<'OUT', 0, @maps, '--diff', $second, 'vid:0x1000');
- 0x58000..0x58fff VID_MEM 0x5058000 1x4K vol=0 priv=0 ro=0 ad=0 kind=0x0
- 0x60000..0x61fff VID_MEM 0x5060000 2x4K vol=0 priv=0 ro=0 ad=0 kind=0x0
+ 0x60000..0x61fff VID_MEM 0x90000000 2x4K vol=0 priv=0 ro=0 ad=0 kind=0x0
+ 0x70000..0x70fff VID_MEM 0x90002000 1x4K vol=0 priv=0 ro=0 ad=0 kind=0x0
OUT
answers('gv100.maps.same', '', '', 0, @maps, '--diff', $image, 'vid:0x1000');

# Tables that lead into each other come to an end: PD3 to PD1 are one and the same.
my $loop = put_file('loop', "\0" x 0x1200 . pack('VV', 0x2c00, 0) . "\0" x 0xdf8 . pack('Q<', 0x202) x 512);
($out, my $err, my $status) = run('', 'maps', @gv100, '--vram', $loop, 'vid:0x1000');
like($out, qr/^error: more than 262144 tables: do they lead into each other\?/m, 'gv100.maps.loop: comes to an end');
is("$err$status", '2', 'gv100.maps.loop: status 2');

# NV50: a channel at 0x10000 of g84 (page directory at + 0x200); tesla-vm.md §1.7. PDE 0: a table of 64 KiB pages at
# 0x20000 (type 1), PDE 1: an empty one of 4 KiB pages for 32 MiB (type 3, size 3), PDE 2: no table, but an address.
$vram = "\0" x 0x50000;
put(0x10200, 0x20001);
put(0x10208, 0x30063);
put(0x10210, 0x40000);
put(0x20000 + 8 * $_, 0x1000081 ) for 0 .. 1; # 64K: a block of two (order 1) at 0x1000000
put(0x20010, 0x2000029 | 0x70 << 40);     # target 2 (bits 5:4), read-only (bit 3), type 0x70
put(0x20020, 0x1010001);                  # the place of the block's second page
put(0x20028, 0x11);                       # target 1 is no place
$image = put_file('nv50', $vram);
answers('maps.g84', '', <<'OUT', 0, 'maps', '--chipset', 'g84', '--vram', $image, '0x10');
0x0..0x1ffff VRAM 0x1000000 2x64K ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
0x20000..0x2ffff SYSRAM_SNOOP 0x2000000 1x64K ro=1 su=0 type=0x70 comp=0 tag=0x0 cycle=short enc=0
0x30000..0x3ffff hole
0x40000..0x4ffff VRAM 0x1010000 1x64K ro=0 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
unreached: PTE at VRAM 0x20028 for VA 0x50000: its target 1 is no place
dead: table at VRAM 0x30000 for VA 0x20000000..0x21ffffff: no page is present
unreached: table 0x40000 of PDE at VRAM 0x10210 for VA 0x40000000: its type says that there is none
overlap: 0x10000..0x1ffff and 0x40000..0x4ffff are both VRAM 0x1010000..0x101ffff
OUT
put(0x20010, 0x2000009);
$second = put_file('nv50_second', $vram);
answers('maps.g84.diff', '', <<'OUT', 0, 'maps', '--chipset', 'g84', '--vram', $image, '--diff', $second, '0x10');
- 0x20000..0x2ffff SYSRAM_SNOOP 0x2000000 1x64K ro=1 su=0 type=0x70 comp=0 tag=0x0 cycle=short enc=0
+ 0x20000..0x2ffff VRAM 0x2000000 1x64K ro=1 su=0 type=0x0 comp=0 tag=0x0 cycle=short enc=0
OUT
# Tags (tesla-vm.md §1.7): a compressed block of two pages of 64 KiB has cells 0x20 and, with one cell each (compression
# 1, bits 48:47), 0x21; the next page goes on with 0x22. One with two cells each (2) begins another range, and one whose
# cell is not the next one a third. A tag (bits 60:49) alone is what --diff shows.
put(0x20000 + 8 * $_, 0) for 2 .. 5;
put(0x20000 + 8 * $_, 0x1000081 | 1 << 47 | 0x20 << 49) for 0 .. 1;
put(0x20010, 0x1020001 | 1 << 47 | 0x22 << 49);
put(0x20018, 0x1030001 | 2 << 47 | 0x23 << 49);
put(0x20020, 0x1040001 | 2 << 47 | 0x25 << 49);
put(0x20028, 0x1050001 | 2 << 47 | 0x26 << 49);
$image = put_file('nv50_tags', $vram);
($out) = run('', 'maps', '--chipset', 'g84', '--vram', $image, '0x10');
like($out, qr/^\Q$_\E cycle=short enc=0$/m, "maps.g84.tags: $_")
    for '0x0..0x2ffff VRAM 0x1000000 3x64K ro=0 su=0 type=0x0 comp=1 tag=0x20',
    '0x30000..0x4ffff VRAM 0x1030000 2x64K ro=0 su=0 type=0x0 comp=2 tag=0x23',
    '0x50000..0x5ffff VRAM 0x1050000 1x64K ro=0 su=0 type=0x0 comp=2 tag=0x26';
put(0x20010, 0x1020001 | 1 << 47 | 0x29 << 49);
answers('maps.g84.tags.diff', '', <<'OUT', 0, 'maps', '--chipset', 'g84', '--vram', $image, '--diff', put_file('nv50_tags2', $vram), '0x10');
- 0x20000..0x2ffff VRAM 0x1020000 1x64K ro=0 su=0 type=0x0 comp=1 tag=0x22 cycle=short enc=0
+ 0x20000..0x2ffff VRAM 0x1020000 1x64K ro=0 su=0 type=0x0 comp=1 tag=0x29 cycle=short enc=0
OUT
answers('maps.g84.outside', '', "error: PDE at VRAM 0x50200 is outside the images, from VA 0x0 on\n", 2, 'maps',
    '--chipset', 'g84', '--vram', $image, '0x50');
refuses('maps.g84.descriptor', qr/30 bits wanted/, 'maps', '--chipset', 'g84', '--vram', $image, '0x40000000');
refuses('maps.g84.target1', qr/target 1 is no place/, 'maps', '--chipset', 'g84', '--vram', $image, '0x10000010');
refuses('maps.g84.veid', qr/g84 has no subcontexts/, 'maps', '--chipset', 'g84', '--vram', $image, '--veid', '1', '0x10');

# ---- what nobody can tell is not good ----------------------------------------------------------------

# vram.pages compares two ways to a word. Bit 5 of each 32 bytes reads 1, by copies as by BAR1: of the word looked at,
# number n in page n, each fourth lies there, and in half of them, whose names are odd numbers times an odd factor, bit 5
# is 0. Of these 512 of 4096 pages nobody can say which way is wrong.
($out, $err, $status) = run('', 'selftest', @gv100, '--suite', 'vram.pages', '--defect', 'vram-stuck:bit=5,value=1');
like($out, qr/^ok 1 - vram\.pages: 3584 pages of 4 KiB$/m, 'gv100.pages.bad_memory: pages that were compared');
like($out, qr/^# verdict: $SAYS_INCOMPLETE: 2097152 bytes of VRAM not tested$/m, 'gv100.pages.bad_memory: verdict');
is("$err$status", '2', 'gv100.pages.bad_memory: status 2');
($out, $err, $status) = run('', 'selftest', @gv100, '--suite', 'vram.pages', '--defect', 'bus-dma-blocked');
like($out, qr/^ok 1 - vram\.pages # SKIP no copy engine copies; /m, 'gv100.pages.no_copies: skipped');
is("$err$status", '2', 'gv100.pages.no_copies: status 2');

done_testing();
