#!/usr/bin/perl
# `barecard vbios` and `barecard devinit` on ROMs made here, by the formats of docs/hardware/devinit.md.
# BARECARD names the program.
use strict;
use warnings;
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;

my $barecard = $ENV{BARECARD} || 'build/barecard';
my $dir = tempdir(CLEANUP => 1);

sub put_file {
    my ($name, $bytes) = @_;
    open(my $file, '>:raw', "$dir/$name") or die "$dir/$name: $!";
    print $file $bytes;
    close($file);
    return "$dir/$name";
}

sub run {
    my $command = join(' ', map { "'$_'" } $barecard, @_);
    my $out = `$command 2> $dir/err`;
    my $status = $? >> 8;
    open(my $err, '<', "$dir/err") or die;
    local $/;
    return ($out, scalar <$err> // '', $status);
}

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

# Writes 0x1154, polls, then what the strap picks.
my $script = '7a5411000001000000' . '560002' . '8f581100000401' . '0a000000' . '0b000000' . '749001' . '71';
my $good = put_file('good.rom', rom($script));

my ($out, $err, $status) = run('vbios', $good);
like($out, qr/^image\tx86 at 0x0, 2048 bytes, 10de:0402, checksum ok$/m, 'vbios: the image');
like($out, qr/^version\t60\.84\.11\.07\.2a of 02\/03\/07 for G84$/m, 'vbios: version, date, chipset');
like($out, qr/^token\tM version 1, 13 bytes at 0xd0$/m, 'vbios: tokens');
like($out, qr/^table\tconditions at 0x100$/m, 'vbios: tables');
like($out, qr/^columns\t2 /m, 'vbios: columns of the strap');
like($out, qr/^scripts\t1, 5 opcodes$/m, 'vbios: scripts');
like($out, qr/^start\tthe scripts are sound$/m, 'vbios: sound');
is($err . $status, '0', 'vbios: status 0');

($out, $err, $status) = run('vbios', '--json', $good);
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
    'the version is GV100\'s, a card that signed microcode of its ROM starts: its init scripts alone are no start'
        => sub { rom($script, 0x92 => "\x00", 0x93 => "\x88") },
    'the version names no chipset of the family' => sub { rom($script, 0x92 => "\x55") },
    'there are no init scripts \(token I\)' => sub { rom($script, 0xb0 => "\0\0") },
    'an opcode that no card of this family knows: opcode 0x1 at 0x203' => sub { rom('740000' . '01') },
    'not an x86 image' => sub { rom($script, 0x54 => "\3") },
);
for my $why (sort keys %bad) {
    my $file = put_file('bad.rom', $bad{$why}->());
    ($out, $err, $status) = run('vbios', $file);
    like($out, qr/^start\tno: .*$why/m, "vbios: $why");
    is($status, 2, "vbios: $why: status 2");
}

# Of a GV100 it is said why, by its chipset's name and by its ROM's version, and nothing is carried out.
for my $row (['vbios', '--chipset', 'gv100', '--write', '/nowhere/none'], ['devinit', $good, '--chipset', 'gv100'],
             ['devinit', put_file('titan.rom', rom($script, 0x92 => "\x00", 0x93 => "\x88"))]) {
    ($out, $err, $status) = run(@$row);
    like($err, qr/: signed microcode in its ROM starts a GV100; no init scripts are carried out for it$/m, "gv100: $row->[0] says why");
    is("$out$status", '2', "gv100: $row->[0]: status 2");
}

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
    my ($said, undef, $ended) = run('vbios', put_file('dry.rom', rom($row->[0] . '71', %board)));
    like($said, $row->[1], "vbios: $row->[0]");
    is($ended, $row->[2], "vbios: the status of $row->[0]");
}
is_deeply(decode_json((run('vbios', '--json', put_file('dry.rom', rom('4d8090011011' . '71', %board))))[0])->{consent},
          [{ device => 0x48, port => 0, writes => 1 }], 'vbios.json: consent');

my $file = put_file('preamble.rom', "\0" x 0x400 . $sound);
($out) = run('vbios', $file);
like($out, qr/^file\t.*, the ROM starts at 0x400$/m, 'vbios: a preamble is passed over');
($out, $err, $status) = run('vbios', put_file('none.rom', 'x' x 4096));
is($out, '', 'vbios: no ROM: no output');
like($err, qr/no ROM image/, 'vbios: no ROM: says so');
is($status, 2, 'vbios: no ROM: status 2');

($out, $err, $status) = run('devinit', $good);
is($out, <<"END", 'devinit: what the scripts do, in order');
script\tat\topcode\twhat\twhere\tvalue
-\t-\t-\tcrtc\t0x3f\t0x57
0x200\t0x200\tZM_REG\tregister\t0x1154\t0x1
0x200\t0x20c\tXMEMSEL_ZM_NV_REG_ARRAY\tregister\t0x1158\t0xa
0x200\t0x21b\tTIME\twait\t0x0\t0x190
END
is($err . $status, '0', 'devinit: status 0');
($out) = run('devinit', $good, '--strap', '3');
like($out, qr/\t0x1158\t0xb$/m, 'devinit: the strap picks the column');

($out, $err, $status) = run('devinit', $good, '--explain', '--strap', '3');
is($out, <<'END', 'devinit: the scripts as text');
script 0:
  0x0200  7a ZM_REG reg=0x1154 value=0x1
  0x0209  56 POLL_NV condition=0x0 (0x4008 & 0x80000000 == 0x80000000) 100ms=0x2
  0x020c  8f XMEMSEL_ZM_NV_REG_ARRAY reg=0x1158 step=0x4 count=1 values=0xa,0xb*
  0x021b  74 TIME us=400
  0x021e  71 DONE
END

($out, $err, $status) = run('devinit', put_file('denied.rom', rom('7a000070000000000071')));
like($out, qr/^error: a register that start-up may not touch: opcode 0x7a at 0x200: 0x700000$/m,
    'devinit: a denied register');
is($status, 2, 'devinit: a denied register: status 2');
($out, $err, $status) = run('devinit', '--chipset', 'g85', $good);
like($err, qr/g85/, 'devinit: no such chipset');
($out, $err, $status) = run('devinit', '--strap', '16', $good);
like($err, qr/0 to 15 wanted/, 'devinit: no such strap');
($out, $err, $status) = run('devinit', put_file('empty.rom', rom($script, 0xb0 => "\0\0")));
like($err, qr/no init scripts/, 'devinit: no scripts');

# A board with a DisplayPort output on AUX channel 0, resource 1, whose script stands at 0x600.
my $shown = put_file('output.rom', rom($script,
    0x36 => pack('v', 0x400), 0x400 => pack('C4vVv', 0x40, 27, 1, 8, 0x440, 0x4edcbdcb, 0),
    0x41b => pack('VV', 0x02000106, 0x10), 0x440 => pack('C5V', 0x40, 5, 1, 4, 0, 0x06000000),
    0x69 => "\6", 0x6a => "\4", 0x6b => "\x53", 0x7e => pack('aCvv', 'U', 1, 2, 0x460), 0x460 => pack('v', 0x464),
    0x464 => pack('C5v', 0x21, 5, 2, 1, 8, 0x470), 0x470 => pack('vVv', 6, 0x142, 0x600),
    0x600 => pack('H*', '7a00c06140' . '07000000' . '990001000001' . '2a' . '71')));
($out, $err, $status) = run('devinit', $shown, '--output', '0');
like($out, qr/\tregister\t0x1158\t0xa\n.*^0x600\t0x600\tZM_REG\tregister\t0x61c800\t0x7\n0x600\t0x609\tZM_DPCD_REG\taux\t0x100\t0x2a\n\z/ms,
    'devinit --output: its script behind the boot scripts, with its device and its AUX channel');
is($err . $status, '0', 'devinit --output: status 0');
($out, $err, $status) = run('devinit', $shown, '--output', '1');
like($out, qr/^error: the board lists no display output 1$/m, 'devinit --output: no such output');
is($status, 2, 'devinit --output: no such output: status 2');
($out, $err, $status) = run('devinit', '--output', 'x', $shown);
like($err, qr/0 to 15 wanted/, 'devinit --output: no number');

for my $command (qw(vbios devinit)) {
    ($out, $err, $status) = run($command, '--help');
    like($out, qr/^usage: barecard $command/, "$command --help");
    ($out, $err, $status) = run($command);
    like($err, qr/one FILE wanted/, "$command: no file");
    is($status, 2, "$command: no file: status 2");
}
done_testing();
