#!/usr/bin/perl
# tests/suite/boards.t: 30 defects of a GV100 on each of its boards: a Titan V with 12 of 16 partitions, and a V100 whose memory
# keeps check bits. Each says the sentence of its row of tests/defects.tsv; and both boards pass without a defect, from cold too.
# `make test` takes a sample.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Tap;

my $barecard = "$ENV{BUILD}/barecard";
my %boards = (titanv => '--board titanv --vram 48M', v100 => '--board v100 --vram 64M');

# Words of a row that are about the size or the spread of memory are another board's, and so is what check bits hide.
my @rows = grep { $$_[1] eq 'gv100' && $$_[0] !~ /^(vram|fbpa|devinit|pmu|vpr|ptop|rom)-/ && $$_[2] !~ /^(client|verdict|gone)|,/ &&
                  $$_[2] !~ /^(rate|link\.retrain)/ && $$_[3] !~ /LCE|CE\d|runlist \d|PBDMA|token stays/ }
    rows('tests/defects.tsv', qw(defect chipset tests says));
my $step = int(@rows / 30);
@rows = @rows[map { $_ * $step } 0 .. 29];
my @some = in_full() ? @rows : @rows[3, 17];

sub complaint {
    my ($board, $defect, $tests, $says) = @_;
    my @log = `$barecard selftest --chipset gv100 $board --suite $tests --defect '$defect' 2>&1`;
    # What is the rig's fault alone does not fail the card.
    my $rig = grep({ /^not ok/ } @log) == grep { /^  severity: "error"/ } @log;
    return 'status ' . ($? >> 8) if $? >> 8 != ($rig ? 2 : 1);
    s/^((?:not ok \d+ - |# verdict: [A-Z ]+: )\S+: )GV100 /$1/ for @log;
    return (grep { /^not ok|verdict/ && index($_, $says) >= 0 } @log) ? '' : "no line says '$says'";
}

for my $name (sort keys %boards) {
    for my $cold ('', '--cold') {
        my @log = `$barecard selftest --chipset gv100 $boards{$name} $cold 2>&1`;
        ok($? == 0 && $log[-1] =~ /verdict: PASS/, "boards.$name$cold");
    }
    holds("boards.$name.$$_[0]", complaint($boards{$name}, @$_[0, 2, 3])) for @some;
}
done_testing();
