#!/usr/bin/perl
# tests/host/gv100_silicon.t: a good GV100 is never FAIL, whatever silicon does where the documents leave room:
# each word of each knob, and of a number its ends, all judged as on silicon (silicon.t does it for the first
# family).
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Tap;
use Test::More;

my $barecard = "$ENV{BUILD}/barecard";

sub values_of {
    my ($words) = @_;
    return $words =~ /^(\w+)\.\.(\w+)$/ ? ($1, $2) : split /\|/, $words;
}

sub complaint {
    my ($knob) = @_;
    my @log = `$barecard selftest --chipset gv100 --device silicon --knob $knob 2>&1`;
    my ($bad) = grep { /^not ok/ && !/# TODO/ } @log;
    return $bad if $bad;
    return $log[-1] =~ /^# verdict: PASS/ ? '' : "the last line is $log[-1]";
}

for (grep { /^knob\t.*\tgv100$/ } `$barecard defects`) {
    my (undef, $name, $words) = split /\t/;
    holds("gv100.silicon.$name=$_", complaint("$name=$_")) for values_of($words);
}
done_testing();
