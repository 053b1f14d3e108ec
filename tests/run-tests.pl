#!/usr/bin/perl
# tests/run-tests.pl [--some] PROGRAM...: runs programs that print TAP, three at a time, keeps what they print in
# $BUILD/tests.tap, and ends with "N passed, N failed, N skipped". Nothing that was skipped counts as passed, and
# a program that skips all of its points counts as one. A requirement that no test covers (coverage.tsv) is a
# failure. With --some, as these are not all programs, nobody asks for requirements, and what they print is in
# $BUILD/some.tap. Status 1 if anything failed.
use strict;
use warnings;
use TAP::Harness;

my $build = $ENV{BUILD} || 'build';
my $some = @ARGV && $ARGV[0] eq '--some' && shift @ARGV;
my $kept = "$build/" . ($some ? 'some' : 'tests') . '.tap';
my $timeout = $ENV{TEST_TIMEOUT} || 900; # seconds for one program

# The harness writes what each program prints to DIRECTORY/PROGRAM.
my $dump = "$build/tap";
system('rm', '-rf', $dump) == 0 or die "cannot remove $dump\n";
$ENV{PERL_TEST_HARNESS_DUMP_TAP} = $dump;

# Those first that took longest the last time, so that none of them is left alone at the end; what is new is long.
my %took;
my $times = "$build/times.tsv";
if (open(my $known, '<', $times)) {
    %took = map { chomp; split /\t/ } <$known>;
}
my @programs = sort { ($took{$b} // 1e9) <=> ($took{$a} // 1e9) || ($b =~ /\.t$/) <=> ($a =~ /\.t$/) || $a cmp $b } @ARGV;

my $harness = TAP::Harness->new({
    jobs => $ENV{TEST_JOBS} || 3,
    timer => 1,
    exec => sub { ['timeout', $timeout, $_[1]] },
});
my $result = $harness->runtests(@programs);

for my $program (@programs) {
    my ($parser) = $result->parsers($program);
    $took{$program} = sprintf('%.2f', $parser->end_time - $parser->start_time);
}
open(my $seconds, '>', $times) or die "$times: $!\n";
print $seconds map { "$_\t$took{$_}\n" } sort keys %took;
close($seconds) or die "$times: $!\n";

open(my $all, '>', $kept) or die "$kept: $!\n";
for my $program (@programs) {
    open(my $one, '<', "$dump/$program") or next;
    print $all "# $program\n", <$one>;
}
close($all) or die "$kept: $!\n";

# A program that died, or whose plan does not hold, is a failure even if none of its points is.
my %broken = map { $_ => 1 } $result->parse_errors, $result->exit, $result->wait;
delete $broken{$_} for $result->failed;
my $failed = $result->failed + keys %broken;
# Every requirement of these families is covered by what has just run, or excused.
system("$build/barecard slots >$build/slots.tsv") == 0 or die "barecard slots\n" unless $some;
for my $family ($some ? () : qw(nv50 gv100)) {
    my $said = `tests/check-requirements.py tests/coverage.tsv --family $family --tap $kept --slots $build/slots.tsv`;
    next if $? == 0;
    print "requirements of $family:\n$said";
    $failed++;
}
my $skipped = $result->skipped;
my $whole = grep { $_->skip_all } $result->parsers;
printf "%d passed, %d failed, %d skipped\n", $result->passed - $skipped, $failed, $skipped + $whole;
exit($failed ? 1 : 0);
