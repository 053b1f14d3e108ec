#!/usr/bin/perl
# `barecard vbios` and `barecard devinit` on ROMs made here, by the formats of docs/hardware/devinit.md.
use FindBin;
use JSON::PP;
use lib "$FindBin::Bin/../kit";
use Cli;

# A ROM of 2 KiB with one script at 0x200; `at => bytes` overwrites the rest. The checksum is made good.
sub rom {
    my ($script, %more) = @_;
    my $rom = "\0" x 0x800;
    my $put = sub { substr($rom, $_[0], length $_[1]) = $_[1] };
    $put->(0, pack('H*', '55aa04cb'));
    $put->(0x18, pack('v', 0x40));
    $put->(0x40, 'PCIR' . pack('v6', 0x10de, 0x0402, 0, 0x18, 0, 0x0300) . pack('v', 4));
    $put->(0x55, "\x80");
    $put->(0x60, pack('H*', 'ffb8') . 'BIT' . pack('H*', '000001' . '0c0603' . '54'));
    $put->(0x6c, pack('aCvv', 'i', 2, 0x19, 0x90) . pack('aCvv', 'I', 1, 0x1c, 0xb0) . pack('aCvv', 'M', 1, 13, 0xd0));
    $put->(0x90, pack('C5', 0x07, 0x11, 0x84, 0x60, 0x2a));
    $put->(0x9f, '02/03/07');
    $put->(0xb0, pack('v', 0xe0));
    $put->(0xb6, pack('v', 0x100));
    $put->(0xd2, pack('Cv', 2, 0xf0)); # two columns; strap 3 picks the second
    $put->(0xe0, pack('v', 0x200));
    $put->(0xf3, "\1");
    $put->(0x100, pack('V3', 0x4008, 0x80000000, 0x80000000));
    $put->(0x200, pack('H*', $script));
    $put->($_, $more{$_}) for keys %more;
    $put->(0x7ff, chr(-unpack('%8C*', substr($rom, 0, 0x7ff)) & 0xff));
    return $rom;
}

# The command's output says that, and it ends with that status.
sub says {
    my ($name, $says, $wanted, @arguments) = @_;
    my ($out, undef, $status) = run('', @arguments);
    like($out, $says, $name);
    is($status, $wanted, "$name: status $wanted");
}

# Writes 0x1154, polls, then what the strap picks.
my $script = '7a5411000001000000' . '560002' . '8f581100000401' . '0a000000' . '0b000000' . '749001' . '71';
my $good = put_file('good.rom', rom($script));

my ($out, $err, $status) = run('', 'vbios', $good);
like($out, qr/^image\tx86 at 0x0, 2048 bytes, 10de:0402, checksum ok$/m, 'vbios: the image');
like($out, qr/^version\t60\.84\.11\.07\.2a of 02\/03\/07 for G84$/m, 'vbios: version, date, chipset');
like($out, qr/^token\tM version 1, 13 bytes at 0xd0$/m, 'vbios: tokens');
like($out, qr/^table\tconditions at 0x100$/m, 'vbios: tables');
like($out, qr/^columns\t2 /m, 'vbios: columns of the strap');
like($out, qr/^scripts\t1, 5 opcodes$/m, 'vbios: scripts');
like($out, qr/^start\tthe scripts are sound$/m, 'vbios: sound');
is($err . $status, '0', 'vbios: status 0');

($out, $err, $status) = run('', 'vbios', '--json', $good);
my $json = decode_json($out);
is($json->{version}, '60.84.11.07.2a', 'vbios.json: version');
is($json->{chipset}, 'g84', 'vbios.json: chipset');
is($json->{images}[0]{device}, 0x402, 'vbios.json: image');
is($json->{opcodes}{ZM_REG}, 1, 'vbios.json: opcodes');
ok($json->{sound} && !defined $json->{fault}, 'vbios.json: sound');

# Each of these is refused with its reason.
my $sound = rom($script);
my %bad = (
    'the checksum is wrong' => sub { my $r = $sound; substr($r, 0x7fe, 1) = "\1"; $r },
    'the image is cut' => sub { substr($sound, 0, 0x700) },
    'there is no BIT' => sub { rom($script, 0x62 => 'BAT') },
    "the BIT's header is damaged" => sub { rom($script, 0x6b => "\0") },
    'there is no version \(token i\)' => sub { rom($script, 0x6c => 'j') },
    'the version names no chipset of the family' => sub { rom($script, 0x92 => "\x55") },
    'there are no init scripts \(token I\)' => sub { rom($script, 0xb0 => "\0\0") },
    'an opcode that no card of this family knows: opcode 0x1 at 0x203' => sub { rom('740000' . '01') },
    'not an x86 image' => sub { rom($script, 0x54 => "\3") },
);
for my $why (sort keys %bad) {
    says("vbios: $why", qr/^start\tno: .*$why/m, 2, 'vbios', put_file('bad.rom', $bad{$why}->()));
}

# A GV100's ROM: three images, the last of which is NVIDIA's own, with the program that starts the card (gv100.md §1.10).
my $gv = "$dir/gv100.rom";
($out, $err, $status) = run('', 'vbios', '--chipset', 'gv100', '--write', $gv);
is("$out$err$status", '0', 'gv100: the model writes its own ROM');
my $own = do { local (@ARGV, $/) = ($gv); <> };
($out, $err, $status) = run('', 'vbios', $gv);
like($out, qr/^image\tx86 at 0x0, 4096 bytes, 10de:1d81, checksum ok$/m, 'gv100: the first image');
like($out, qr/^image\tNVIDIA's at 0x[0-9a-f]+, 2048 bytes, 10de:1d81, checksum -$/m, "gv100: NVIDIA's");
like($out, qr/^version\t88\.00\.00\.00\.00 for GV100$/m, 'gv100: version');
like($out, qr/^board\tdisplay configuration 4\.1 at 0x280, 1 entries of 8 bytes$/m, 'gv100: DCB');
like($out, qr/^signed\tstarts the card, on its power unit: 256 of 768 bytes of code at 0x[0-9a-f]+, entry 0x0; 128 bytes of data/m, 'gv100: what is signed');
like($out, qr/^start\tthe program that starts the card is whole/m, 'gv100: start');
is("$err$status", '0', 'gv100: status 0');
($out, $err, $status) = run('', 'vbios', '--json', $gv);
$json = decode_json($out);
is("$json->{chipset} $json->{version} $json->{signed} $json->{sound}", 'gv100 88.00.00.00.00 256 1', 'gv100.json');
($out, $err, $status) = run('', 'devinit', $gv);
like($out, qr/^code\t0x[0-9a-f]+\t0x200\tcode\t0x0\t-\ncode\t0x[0-9a-f]+\t0x100\tcode\t0x200\tsigned\ndata\t.*\ntables\t0x300\t0x40\tdata\t0x100\t-\nscripts\t0x340\t0x80\tdata\t0x140\t-$/m, 'gv100: devinit says what goes where');
is("$err$status", '0', 'gv100: devinit: status 0');
for my $option (['--explain'], ['--strap', 1], ['--output', 0]) {
    refuses("gv100: devinit @$option", qr/own signed program carries out its scripts/, 'devinit', $gv, @$option);
}
# As it was read of a real card by a tool that copies two images: the third is announced and missing.
my $third = index($own, 'NPDS') - 0x1c;
$third = 0x1000 + 512 * unpack('v', substr($own, 0x1000 + 0x2c, 2));
($out, $err, $status) = run('', 'vbios', put_file('two.rom', substr($own, 0, $third)));
like($out, qr/^missing\tthe image before says that another follows at 0x\Q@{[sprintf '%x', $third]}\E, and none does$/m, 'gv100: an image is missing');
like($out, qr/^missing\t1 of 1 pointers of token p lead into an image of NVIDIA's own$/m, 'gv100: pointers into it');
like($out, qr/^start\tno: the ROM ends before its last image$/m, 'gv100: no start');
is($status, 2, 'gv100: status 2');
says('gv100: devinit says so', qr/^error: the ROM ends before its last image$/m, 2, 'devinit', "$dir/two.rom");

# A board of DCB 4.1: two outputs on one connector, a line, a port with AUX, a device on the second port; 0x54 is text there,
# the subsystem
# stands in the NPDE.
my %gv_board = (
    0x36 => pack('v', 0x300), 0x60 => 'NPDE' . pack('v3Cx5v2x10', 0x0101, 0x14, 4, 0x80, 0x10de, 0x1218),
    0x92 => "\x00", 0x93 => "\x88", 0x4a => "\x18",
    0x300 => pack('C4vVv', 0x41, 0x23, 4, 8, 0x380, 0x4edcbdcb, 0x390), 0x312 => pack('vv', 0x3c0, 0x3d0),
    0x323 => pack('V8', 0x02800f56, 0x04600010, 0x04822f72, 0x00020020, 0x0000000f, 0, 0x0000000e, 0),
    0x380 => pack('C4v', 0x41, 6, 2, 4, 0) . pack('VV', 0x3e0, 0x24), 0x390 => pack('C4v', 0x41, 6, 3, 5, 0) . pack('H*', '0c79000020' . '0aff000000' . '998140004f'),
    0x3c0 => pack('C5', 0x40, 5, 1, 4, 0) . pack('H*', '4e801000'), 0x3d0 => pack('C5', 0x40, 5, 3, 4, 0) . pack('H*', '46000100' . '46010200' . '61020000'));
my $gv_rom = rom($script, %gv_board, 0x500 => pack('H*', 'ffb8') . 'BIT' . pack('H*', '000001' . '0c0601' . '56') . pack('aCvv', 'i', 2, 0x19, 0x90));
($out, $err, $status) = run('', 'vbios', put_file('gvboard.rom', $gv_rom));
like($out, qr/^image\tx86 at 0x0, 2048 bytes, 10de:0402, checksum ok, subsystem 10de:1218$/m, 'gv100: the subsystem');
like($out, qr/^output\t0 DP, heads 0xf, pads 0x2, links 0x1, port 5, connector 0 \(DP\)\noutput\t1 TMDS, heads 0xf, pads 0x4, links 0x2, port 7, connector 2 \(HDMI\)\nline\t12 function 0x79, input\nline\t25 function 0x81, drives 1\ni2c\t0 is port 0 of the card\ni2c\t1 is port 4 of the card\naux\t1 is channel 1 of the card\ndevice\ttype 0x4e at 0x40 of the board's second port$/m, 'gv100: the board') or diag($out);

# A copy of a machine that runs: its boot scripts are overwritten, an output's script is not (devinit.md §1.3).
my $gone = put_file('gone.rom', rom('00f86c66', 0x36 => pack('v', 0x400), 0x400 => pack('C4vVv', 0x40, 27, 1, 8, 0x440, 0x4edcbdcb, 0),
    0x41b => pack('VV', 0x02000106, 0x10), 0x440 => pack('C5V', 0x40, 5, 1, 4, 0, 0x06000000), 0xe0 => pack('v4', 0x200, 0x210, 0x204, 0),
    0x210 => "\x00\x3c", 0x69 => "\6", 0x6a => "\4", 0x6b => "\x53", 0x7e => pack('aCvv', 'U', 1, 2, 0x460), 0x460 => pack('v', 0x464),
    0x464 => pack('C5v', 0x21, 5, 2, 1, 8, 0x470), 0x470 => pack('vVv', 6, 0x142, 0x600), 0x600 => pack('H*', '7a00c0614007000000' . '71')));
says('overwritten: vbios says so', qr/^scripts\t3, 0 opcodes, 0 whole\nstart\tno: the boot scripts are not in this copy, because a machine that runs has overwritten them; take the ROM of a cold card/m,
    2, 'vbios', $gone);
($out, $err, $status) = run('', 'devinit', '--output', 0, $gone);
is($out, "script\tat\topcode\twhat\twhere\tvalue\n0x600\t0x600\tZM_REG\tregister\t0x61c800\t0x7\n", "overwritten: the output's script is carried out alone");
like($err, qr/the boot scripts are not in this copy/, 'overwritten: devinit says so');
is($status, 0, 'overwritten: --output: status 0');
($out, $err, $status) = run('', 'devinit', '--explain', '--output', 0, $gone);
is($out, "output 0:\n  0x0600  7a ZM_REG reg=0x4061c000 value=0x7\n  0x0609  71 DONE\n", 'overwritten: --explain --output');
# Of several scripts those that are whole are shown, the others up to where they stop.
($out, $err, $status) = run('', 'devinit', '--explain', put_file('half.rom', rom('7a541100000100000001', 0xe0 => pack('v3', 0x200, 0x210, 0), 0x210 => "\x71")));
is($out, "script 0:\n  0x0200  7a ZM_REG reg=0x1154 value=0x1\nscript 0 at 0x200 is not whole: an opcode that no card of this family knows: opcode 0x1 at 0x209: 0x1\n"
    . "script 1:\n  0x0210  71 DONE\nerror: an opcode that no card of this family knows: opcode 0x1 at 0x209: 0x1\n", 'devinit --explain: scripts that are whole');
is("$err$status", '2', 'devinit --explain: not overwritten, status 2');

# A terminal is shown characters alone, whatever the ROM's letters are.
my $letters = rom($script, 0x7e => pack('aCvv', "\e", 1, 2, 0x460), 0x9f => "\e[31m\a\x9b1");
substr($letters, 0x6a, 2) = "\4\x53";
unlike((run('', 'vbios', put_file('letters.rom', $letters)))[0], qr/[^\t\n -~]/, 'vbios: no control characters of a ROM');

# Sound is what a start by itself would carry out; what nouveau does instead, and what has to be consented to, is said.
my %board = (0x36 => pack('v', 0x300), 0x300 => pack('H*', '401b010820' . '03cbbddc4e'), 0x31b => pack('V', 0xe),
             0x320 => pack('H*', '4005010400' . '00000005'));
for my $row (
    ['7a0001400001000000', qr/^start\tno: a register that start-up may not touch: opcode 0x7a at 0x200: 0x400100; nouveau writes it$/m, 2],
    ['616000' . '01', qr/^start\tno: a port that is not the card's: opcode 0x61 at 0x200: 0x60; nouveau reads 0 there and writes nothing$/m, 2],
    ['880100000000', qr/^start\tno: a PLL that cannot be set so: opcode 0x88 at 0x200: 0x1; nouveau warns and goes on$/m, 2],
    ['01', qr/^start\tno: an opcode that no card of this family knows: opcode 0x1 at 0x200: 0x1; nouveau gives the card up$/m, 2],
    ['4d80900110114d80900112134d805c0130ff', qr/^consent\tpost_i2c=0x48: 2 writes on port 0 of the card \(a sensor\?\)\nstart\tthe scripts are sound$/m, 0],
    ['6e10100000ffffffff00000080', qr/^start\tthe scripts are sound$/m, 0],
) {
    says("vbios: $row->[0]", $row->[1], $row->[2], 'vbios', put_file('dry.rom', rom($row->[0] . '71', %board)));
}
is_deeply(decode_json((run('', 'vbios', '--json', put_file('dry.rom', rom('4d8090011011' . '71', %board))))[0])->{consent},
          [{ device => 0x48, port => 0, writes => 1 }], 'vbios.json: consent');

my $file = put_file('preamble.rom', "\0" x 0x400 . $sound);
($out) = run('', 'vbios', $file);
like($out, qr/^file\t.*, the ROM starts at 0x400$/m, 'vbios: a preamble is passed over');
refuses('vbios: no ROM', qr/no ROM image/, 'vbios', put_file('none.rom', 'x' x 4096));

($out, $err, $status) = run('', 'devinit', $good);
is($out, <<"END", 'devinit: what the scripts do, in order');
script\tat\topcode\twhat\twhere\tvalue
-\t-\t-\tcrtc\t0x3f\t0x57
0x200\t0x200\tZM_REG\tregister\t0x1154\t0x1
0x200\t0x20c\tXMEMSEL_ZM_NV_REG_ARRAY\tregister\t0x1158\t0xa
0x200\t0x21b\tTIME\twait\t0x0\t0x190
END
is($err . $status, '0', 'devinit: status 0');
($out) = run('', 'devinit', $good, '--strap', '3');
like($out, qr/\t0x1158\t0xb$/m, 'devinit: the strap picks the column');

($out, $err, $status) = run('', 'devinit', $good, '--explain', '--strap', '3');
is($out, <<'END', 'devinit: the scripts as text');
script 0:
  0x0200  7a ZM_REG reg=0x1154 value=0x1
  0x0209  56 POLL_NV condition=0x0 (0x4008 & 0x80000000 == 0x80000000) 100ms=0x2
  0x020c  8f XMEMSEL_ZM_NV_REG_ARRAY reg=0x1158 step=0x4 count=1 values=0xa,0xb*
  0x021b  74 TIME us=400
  0x021e  71 DONE
END

says('devinit: a denied register', qr/^error: a register that start-up may not touch: opcode 0x7a at 0x200: 0x700000$/m,
    2, 'devinit', put_file('denied.rom', rom('7a000070000000000071')));
refuses('devinit: no such chipset', qr/g85/, 'devinit', '--chipset', 'g85', $good);
refuses('devinit: no such strap', qr/0 to 15 wanted/, 'devinit', '--strap', '16', $good);
refuses('devinit: no scripts', qr/no init scripts/, 'devinit', put_file('empty.rom', rom($script, 0xb0 => "\0\0")));

# A board with a DisplayPort output on AUX channel 0, resource 1, whose script stands at 0x600.
my $shown = put_file('output.rom', rom($script,
    0x36 => pack('v', 0x400), 0x400 => pack('C4vVv', 0x40, 27, 1, 8, 0x440, 0x4edcbdcb, 0),
    0x41b => pack('VV', 0x02000106, 0x10), 0x440 => pack('C5V', 0x40, 5, 1, 4, 0, 0x06000000),
    0x69 => "\6", 0x6a => "\4", 0x6b => "\x53", 0x7e => pack('aCvv', 'U', 1, 2, 0x460), 0x460 => pack('v', 0x464),
    0x464 => pack('C5v', 0x21, 5, 2, 1, 8, 0x470), 0x470 => pack('vVv', 6, 0x142, 0x600),
    0x600 => pack('H*', '7a00c06140' . '07000000' . '990001000001' . '2a' . '71')));
($out, $err, $status) = run('', 'devinit', $shown, '--output', '0');
like($out, qr/\tregister\t0x1158\t0xa\n.*^0x600\t0x600\tZM_REG\tregister\t0x61c800\t0x7\n0x600\t0x609\tZM_DPCD_REG\taux\t0x100\t0x2a\n\z/ms,
    'devinit --output: its script behind the boot scripts, with its device and its AUX channel');
is($err . $status, '0', 'devinit --output: status 0');
says('devinit --output: no such output', qr/^error: the board lists no display output 1$/m, 2,
    'devinit', $shown, '--output', '1');
refuses('devinit --output: no number', qr/0 to 15 wanted/, 'devinit', '--output', 'x', $shown);

for my $command (qw(vbios devinit)) {
    says("$command --help", qr/^usage: barecard $command/, 0, $command, '--help');
    refuses("$command: no file", qr/one FILE wanted/, $command);
}
done_testing();
