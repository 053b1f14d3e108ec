#!/usr/bin/perl
# tests/docs/unverified.t: what docs/hardware/gv100.md calls unverified. Each such place names its row of §11, a knob (K) or
# a reason why there is none (N); no row of reasons is left over; each row of a knob names a section that there is, and
# is one knob of the model. knobs.t sees to it that each knob has a row in tests/knobs.tsv.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Tap;

my ($text, $table) = split /^## 11\. Knobs$/m, join("\n", lines('docs/hardware/gv100.md')), 2;
($table, my $turing) = split /^## 13\. /m, $table, 2;
$text .= "## 13. $turing";
$text =~ s/^\* "\(unverified\)" marks .*$//m; # which says what the mark means
my %section = map { $_ => 1 } $text =~ /^##+ (\d+(?:\.\d+)?)/mg;

my %marked;
while ($text =~ /(.{0,40})\bunverified\b(.{0,8})/g) {
    my ($before, $behind) = ($1, $2);
    my $named = $before =~ /\($/ && $behind =~ /^, ([KN]\d\d)\b/ ? $1 : '';
    fail("unverified.named: '$before' unverified '$behind'") if !$named;
    $marked{$named} = 1;
}

my %row = $table =~ /^\| ([KN]\d\d) \| ([^|]*)/mg;
for my $mark (sort keys %marked) {
    ok(defined $row{$mark}, "unverified.row.$mark");
}
for my $reason (grep { /^N/ } sort keys %row) {
    ok($marked{$reason}, "unverified.reason.$reason");
}

my %knobs;
for (`$ENV{BUILD}/barecard defects`) {
    chomp;
    my ($kind, $name, undef, $meaning, $family) = split /\t/;
    next if $kind ne 'knob' || $family ne 'gv100';
    my ($id) = $meaning =~ /\((K\d\d)\)$/;
    ok(defined $id && $row{$id}, "unverified.knob.$name");
    push @{ $knobs{ $id || '' } }, $name;
}
for my $id (grep { /^K/ } sort keys %row) {
    my @named = $row{$id} =~ /\((?:trap )?(\d+(?:\.\d+)?)/g;
    is(scalar @{ $knobs{$id} || [] }, 1, "unverified.model.$id");
    ok((grep { $section{$_} || $row{$id} =~ /trap $_/ } @named), "unverified.section.$id");
}
done_testing();
