#!/usr/bin/perl
# tests/tools/channels.t: `barecard channels`, and what `report` and `confirm` make of a memory channel: the same place
# in two reports, a chip that was replaced, a table of repairs. docs/host-command.md, docs/after-fail.md. TAP 13.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Cli;

# V100's third module by the lists of docs/hardware/vram-spread.md §1: a thousand random words of 16 GiB that lie in it.
my @lists = ([10, 13, 17, 19, 24, 25, 26, 29, 30, 32, 33], [11, 13, 15, 23, 24, 26, 27, 29, 30, 31],
    [12, 15, 16, 18, 20, 21, 23, 26, 28, 29, 30], [13, 19, 20, 22, 25, 27, 28, 29], [15, 18, 22, 23, 26, 29, 30, 31, 32, 33]);

sub module {
    my ($at) = @_;
    my $module = 0;
    for my $i (0 .. 4) {
        $module |= (scalar(grep { $at >> $_ & 1 } @{ $lists[$i] }) & 1) << $i;
    }
    return $module;
}

# Status and output of a command line.
sub desk {
    my ($line, $input) = @_;
    my ($out, undef, $status) = run($input // '', split(/ /, $line));
    return ($status, $out);
}

srand(3);
my @failing;
while (@failing < 1000) {
    my $at = int(rand(2**31)) * 8;
    push @failing, $at if module($at) == 3;
}

sub write_file {
    my ($name, @lines) = @_;
    return put_file($name, join('', map { "$_\n" } @lines));
}

my $list = write_file('failing.txt', '# from some tool', map { sprintf('%x 0x20', $_) } @failing);
my ($status, $out) = desk("channels --channels 32 --vram 16G --spread measured $list");
is($status, 0, 'a list of addresses');
like($out, qr/^all 1000 wrong words lie in one memory channel \(1 of 32 by their addresses\), data line 5: one chip/, 'its channel');
like($out, qr/measured by others, unproven: v100 \(Tesla V100-SXM2-16GB\) agrees, module 3 of 32/, 'the measured one agrees');
like($out, qr/unproven: gp104 \(GTX 1070, GTX 1080\) does not agree, 0 of its 3/, 'the other does not');
is(scalar(() = $out =~ /^  bits /mg), 5, 'five equations');
($status, $out) = desk("channels -", scalar(`cat $list`));
like($out, qr/1 of 32 by their addresses\), data line 5: one memory channel, if the card has 32/, 'of a card that nobody knows');
unlike($out, qr/measured/, 'nothing of the measured spreads unasked');
($status, $out) = desk("channels --explain $list");
like($out, qr/^The first place, 0x[0-9a-f]+, satisfies any equation; there are 29.*^5 equations are left after all \d+ places\./ms, 'the elimination');

my $few = write_file('few.txt', map { sprintf('0x%x', $_) } @failing[0 .. 9]);
($status, $out) = desk("channels $few");
like($out, qr/^10 wrong words in 10 places: too few to tell a channel, which takes \d+$/m, 'ten are too few');
my $any = write_file('any.txt', map { sprintf('0x%x', int(rand(2**31)) * 8) } 1 .. 500);
($status, $out) = desk("channels --channels 32 $any");
like($out, qr/^500 wrong words, and their addresses show no one channel$/m, 'random ones have no equation');

for ([ 'no address', "echo 'vram 12'", 'line 1: no address: vram' ],
    [ 'nothing', 'true', 'no failing address was read' ],
    [ 'an address of more bits than memory has', 'echo ffffffffffffffff', 'no address' ]) {
    my ($what, $from, $says) = @$_;
    my $said = `$from | $barecard channels - 2>&1`;
    is($? >> 8, 2, "$what: status 2");
    like($said, qr/\Q$says\E/, "$what: $says");
}

# ---- reports ----------------------------------------------------------------------------------

# Runs of the model under the name of a rig, as if they were of a real card with a label.
sub report {
    my ($name, $label, $defect) = @_;
    my @lines = `$barecard selftest --chipset gv100 --vram 32M --suite vram.quick --json @{[$defect ? "--defect $defect" : '']}`;
    s/"device":"model"/"device":"silicon"/, s/"machine":"[^"]*"/"machine":"bench"/, s/"type":"machine",/"type":"machine","label":"$label",/
        for @lines;
    chomp @lines;
    return write_file($name, @lines);
}

my $before = report('before.jsonl', 'SN1', 'vram-lane:channel=9,line=5');
my $again = report('again.jsonl', 'SN2', 'vram-lane:channel=9,line=5,one_in=3');
my $elsewhere = report('elsewhere.jsonl', 'SN3', 'vram-lane:channel=10,line=5');
my $after = report('after.jsonl', 'SN1', '');
($status, $out) = desk("channels $before");
like($out, qr/lie in one memory channel \(1 of 32 by their addresses\), data line 5/, 'a report has its failing places');
my $two = write_file('two.jsonl', split(/\n/, `cat $before $elsewhere`));
($status, $out) = desk("channels $two");
is(scalar(() = $out =~ /lie in one memory channel \(1 of 32/g), 2, 'two runs of a report are two cards');
($status, $out) = desk("report $before $again");
like($out, qr/^the same place: SN1 run 1 and SN2 run 1, boards \S+ \S+ \S+: equations .*, data lines 0x20$/m, 'one place in two reports');
($status, $out) = desk("report $before $elsewhere");
unlike($out, qr/the same place/, 'another channel is another place');

($status, $out) = desk("confirm --chip U7 $before $after");
is($status, 0, 'the fault was gone after U7 was replaced');
my $table = write_file('repairs.tsv', split(/\n/, $out));
($status, $out) = desk("report --places $table $again");
like($out, qr/^  place    .*: chip U7, seen once on this board \(/m, 'U7 is named on the next board');
write_file('repairs.tsv', (split(/\n/, `cat $table`)) x 2);
($status, $out) = desk("report --places $table $again");
like($out, qr/: chip U7, seen 2 times on this board/, 'twice');
($status, $out) = desk("report --places $table $elsewhere");
unlike($out, qr/U7/, 'no chip is named for another channel');

for ([ 'another card', $again, $after, 'the reports are of different cards' ],
    [ 'still bad', $before, report('bad.jsonl', 'SN1', 'vram-lane:channel=9,line=5'), 'the verdict after is not PASS' ],
    [ 'no channel', $after, $after, 'does not say one channel' ]) {
    my ($what, $from, $to, $says) = @$_;
    my $said = `$barecard confirm --chip U7 $from $to 2>&1`;
    is($? >> 8, 2, "$what: status 2");
    like($said, qr/\Q$says\E/, "$what: refused");
}
my $page = "$dir/page.html";
desk("report $before --html $page");
like(`cat $page`, qr/Where the errors lie, by their addresses.*<rect class="notch".*Equations: 0x/s, 'the page draws the channel');
done_testing();
