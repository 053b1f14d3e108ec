#!/usr/bin/perl
# tests/suite/defects.t: every row of tests/defects.tsv, in process: the model is broken that way, and
# the tests of the row fail and say so, in words that the card of no other row prints. Both ways: no defect of the
# model is without a row, no self test without a defect that fails it. `make test` asks a row's own tests alone, and the
# whole suite where they say something else by themselves; `make test-long` asks the whole suite of each, which the
# comparison of words needs. ONLY=TEXT: the rows with that in their defect.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Tap;

my $barecard = "$ENV{BUILD}/barecard";

# "FAMILY NAME" of each line: two families may use one name for what is theirs.
sub listed {
    my ($what, $kind, $column) = @_;
    my ($header, @lines) = `$barecard $what`;
    return map { "$$_[-1] $$_[$column]" } grep { !defined $kind || $$_[0] eq $kind }
        map { chomp; [split /\t/] } @lines;
}

sub family {
    my ($chipset) = @_;
    return $chipset =~ /^(gv100|tu1)/ ? 'gv100' : 'nv50';
}

# What a run says went wrong, a line each: "TEST: TEXT" of what failed and "verdict: ...", without the chip's name;
# of `property` its comments.
sub complaints {
    my @lines = map { /^not ok \d+ - (\S+: .*)/ ? $1 : /^# (verdict: .*)/ ? $1 : /^#   (.*)/ ? $1 : () } @_;
    s/^((?:verdict: [A-Z ]+: )?\S+: )(?:MCP\d\d|GT?V?\d+|TU\d+) /$1/ for @lines;
    return @lines;
}

my %said; # what each row's card said, by row

# What no self test can see, because it shows in what the VM passes on alone: the two witnesses differ.
sub property_complaint {
    my ($row, $chip) = @_;
    my ($defect, undef, undef, $says) = @$row;
    my @log = `$ENV{BUILD}/property 100000 7 $ENV{BUILD} $chip $defect`;
    return 'property finds no difference' if $? >> 8 != 1;
    $said{$row} = [complaints(@log)];
    return grep({ index($_, $says) >= 0 } @log) ? '' : "property does not say '$says'";
}

# What leaves the card untested, with the reason in the verdict.
sub verdict_complaint {
    my ($defect, $chip, $says) = @_;
    my @log = `$barecard selftest --chipset $chip --defect '$defect' 2>&1`;
    return 'status ' . ($? >> 8) . ', expected 2' if $? >> 8 != 2;
    return 'a test fails: ' . (grep { /^not ok/ } @log)[0] if grep { /^not ok/ } @log;
    return index($log[-1], 'verdict: NOT TESTED: ') >= 0 && index($log[-1], $says) >= 0
        ? '' : "the verdict does not say '$says'";
}

# What ends the card's tests without a word against it: one error, no failure, no chip.
sub gone_complaint {
    my ($defect, $chip, $says) = @_;
    my @log = `$barecard selftest --chipset $chip --defect '$defect' 2>&1`;
    my @failed = grep { /^not ok/ } @log;
    return 'status ' . ($? >> 8) . ', expected 2' if $? >> 8 != 2;
    return "blamed: $failed[-1]" if @failed != 1 || grep { /^# (damage|chips)/ } @log;
    return index($log[-1], "verdict: $SAYS_INCOMPLETE: ") >= 0 && index($log[-1], $says) >= 0
        ? '' : "the verdict does not say '$says'";
}

# How a run ends, but for what chance counts.
sub end_of {
    my @log = `$barecard selftest @_ 2>&1`;
    return ($? >> 8) . ' ' . $log[-1] =~ s/ \(it may explain .*//r =~ s/intermittent, \d+/intermittent, N/r;
}

# Broken memory is named by programs of the card's own as without them, and a broken multiprocessor makes no memory bad.
sub program_complaint {
    my ($row, $chip) = @_;
    my ($suite) = $$row[2] =~ /(vram\.thorough\.\w+)$/;
    my $run = "--chipset $chip --suite " . ($suite // 'vram.quick') . " --defect '$$row[0]'";
    my ($wanted, $end) = (end_of($run), end_of("$run --key way=shader"));
    return $end eq $wanted ? '' : "way=shader says '$end', without it '$wanted'";
}

# What a failing row shows: nothing, or why it does not hold.
sub complaint {
    my ($row) = @_;
    my ($defect, $chipset, $tests, $says) = @$row;
    my $chip = $chipset eq 'any' ? 'g84' : $chipset;
    return property_complaint($row, $chip) if $tests eq 'property';
    return verdict_complaint($defect, $chip, $says) if $tests eq 'verdict';
    return gone_complaint($defect, $chip, $says) if $tests eq 'gone';
    my $alone = suite_complaint($row, $chip, "--suite $tests");
    return '' if !in_full() && $alone eq '';
    # What is not in the default suite is asked for by name.
    return suite_complaint($row, $chip, "--suite $1") if $tests =~ /^(vram\.thorough|vram\.pages|vram\.refresh|rate|link\.retrain|shader)\b/;
    my $whole = suite_complaint($row, $chip, '');
    # There a test waits for those that it is built on: alone it has shown what it says.
    return $whole =~ /is left out$/ ? $alone : $whole;
}

sub suite_complaint {
    my ($row, $chip, $suite) = @_;
    my ($defect, undef, $tests, $says) = @$row;
    my $key = $tests eq 'vram.refresh' ? '--key refresh=500' # what nobody asks for is left out
        : $defect =~ /^shader-(store|load):/ ? '--key way=shader' : '';
    my @log = `$barecard selftest --chipset $chip $suite $key --defect '$defect' 2>&1`;
    my $status = $? >> 8;
    # What is the rig's fault alone does not fail the card.
    my $rig = grep({ /^not ok/ } @log) == grep { /^  severity: "error"/ } @log;
    return "status $status, expected " . ($rig ? 2 : 1) if $status != ($rig ? 2 : 1);
    $said{$row} = [complaints(@log)];
    my %failed = map { /^(\S+): / ? ($1 => $_) : () } @{ $said{$row} };
    my %left_out = map { /^ok \d+ - (\S+) # SKIP needs / ? ($1 => 1) : () } @log;
    for my $test (split /,/, $tests) {
        return "$test is left out" if $left_out{$test};
        return "$test did not fail" if !defined $failed{$test};
    }
    return "no line of $tests says '$says'"
        if !grep { index($_, $says) >= 0 } @failed{ split(/,/, $tests), 'verdict' };
    return '';
}

# Broken memory is named on a card that its own scripts have just started as on one that the machine has started:
# status and verdict are the same, but for what chance counts.
sub cold_complaint {
    my ($row, $chip) = @_;
    my ($defect, undef, $tests) = @$row;
    my $suite = in_full() && $tests !~ /^(vram\.thorough|rate)\b/ ? '' : "--suite $tests";
    my @ends = map { end_of("--chipset $chip $suite --defect '$defect' $_") } '', '--cold';
    return $ends[0] eq $ends[1] ? '' : "$chip --cold says '$ends[1]', warm '$ends[0]'";
}

# Rows whose words are compared: those of one family and one kind of run, of other defects.
sub others {
    my ($row, @rows) = @_;
    my $kind = sub { family($_[0][1]) . ($_[0][2] =~ /^(property|vram\.thorough|vram\.pages|vram\.refresh|rate|link\.retrain|shader)\b/ ? $1 : '') };
    my $name = sub { $_[0][0] =~ s/:.*//r };
    return grep { $said{$_} && $kind->($_) eq $kind->($row) && $name->($_) ne $name->($row) } @rows;
}

# Which other card says the row's words too, although this row's card has a line that is on no other. Where it has none,
# what does not fail tells it from the others, and no words can.
sub shared {
    my ($row, @rows) = @_;
    my @others = others($row, @rows);
    my ($other) = grep { grep { index($_, $$row[3]) >= 0 } @{ $said{$_} } } @others;
    return '' if !$other;
    my %there = map { map { $_ => 1 } @{ $said{$_} } } @others;
    my ($own) = grep { !$there{$_} } @{ $said{$row} };
    return defined $own ? "the card of $$other[0] says '$$row[3]' too; only this one says '$own'" : '';
}

my @rows = rows('tests/defects.tsv', qw(defect chipset tests says));
# What only a driver that runs on the model shows: tests/clients/nouveau/ checks those.
sub by_client {
    my ($row) = @_;
    return !grep { !/^client\./ } split /,/, $$row[2];
}

my @own = grep { !by_client($_) } @rows;
my $only = $ENV{ONLY} // '';
for my $row (grep { index($$_[0], $only) >= 0 } @own) {
    holds("defect.$$row[0]", complaint($row));
}
for my $row (grep { $$_[0] =~ /^vram-/ && family($$_[1]) ne 'gv100' && index($$_[0], $only) >= 0 } @own) {
    my @chips = $$row[1] ne 'any' ? $$row[1] : in_full() ? split(/ /, $NV50_CARDS) : 'g92';
    holds("defect.cold.$$row[0].$_", cold_complaint($row, $_)) for @chips;
}
for my $row (grep { $$_[0] =~ /^(vram|shader)-/ && $$_[0] !~ /^shader-\w+:/ && family($$_[1]) ne 'gv100' && index($$_[0], $only) >= 0 } @own) {
    holds("defect.program.$$row[0]", program_complaint($row, $$row[1] eq 'any' ? 'g84' : $$row[1]));
}
# Only all cards together show what is on one alone.
for my $row (grep { in_full() && $said{$_} } @rows) {
    my $complaint = shared($row, @rows);
    fail("defect.words.$$row[0]: $complaint") if $complaint ne '';
}
ok(keys %said > 250, 'defect.words') if $only eq '';

my %with_row = map { my $name = $$_[0] =~ s/:.*//r; family($$_[1]) . " $name" => 1 } @rows;
for my $defect (listed('defects', 'defect', 1)) {
    fail("defect.has_row.$defect") if !$with_row{$defect};
}
my %caught = map { my $family = family($$_[1]); map { ("$family $_" => 1) } split /,/, $$_[2] } @rows;
# What no card can fail, since it only tells why something is not tested: a good card skips it and says so.
my %tells = ('gv100 subcontext.tables' => 'only clients of graphics use subcontexts',
             'gv100 vram.ecc' => 'ECC is off: each wrong bit shows',
             'gv100 board.sensors' => 'no source says how sensors on I2C are read on this chip');
for my $test (sort keys %tells) {
    my ($family, $name) = split / /, $test;
    my @log = `$barecard selftest --chipset $family --suite $name 2>&1`;
    ok((grep { /^ok \d+ - \Q$name\E # SKIP \Q$tells{$test}\E/ } @log) == 1, "defect.told.$name");
}
for my $test (listed('tests', undef, 0)) {
    fail("defect.for_test.$test: no defect fails it") if !$caught{$test} && !$tells{$test};
}
ok(keys %with_row && keys %caught, 'defect.both_ways');
done_testing();
