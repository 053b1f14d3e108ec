#!/usr/bin/perl
# tests/suite/knobs.t: every row of tests/knobs.tsv, in process: the model answers an open question the
# other way, and the line of the row's test is another than with the defaults and says so. "property" is
# the comparison of both witnesses, of which only the model is told. "-": no test of a card notices, so that each
# passes, or is skipped, as with the defaults, and docs/translation.md has the line that says why. No knob of the
# model is without a row.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Tap;

# The line of each test: its result and what it says. Numbers of tests are left out.
my %kept;
sub lines_of {
    my ($arguments) = @_;
    return $kept{$arguments} ||= {
        map { /^((?:not )?ok) \d+ - ([^\s:]+)(.*)/ ? ($2 => "$1$3") : () }
            `$build/barecard selftest --chipset $arguments`
    };
}

sub result_of {
    my ($line) = @_;
    return $line =~ /^not ok/ ? 'fails' : $line ? 'holds' : 'gone';
}

sub property_complaint {
    my ($knob, $run, $says) = @_;
    my $text = `$build/property 100000 7 $build $run '' $knob`;
    return 'property finds no difference' if $? >> 8 != 1;
    return index($text, $says) >= 0 ? '' : "property does not say '$says'";
}

sub complaint {
    my ($knob, $run, $tests, $says, $page) = @_;
    return property_complaint($knob, $run, $says) if $tests eq 'property';
    my ($before, $after) = (lines_of($run), lines_of("$run --knob $knob"));
    if ($tests eq '-') {
        my @notice = grep { result_of($$before{$_}) ne result_of($$after{$_} // '') } sort keys %$before;
        return "@notice notices" if @notice;
        return index($page, "`$knob`") >= 0 ? '' : "docs/translation.md does not say why";
    }
    for my $test (split /,/, $tests) {
        return "$test does not exist" if !defined $$before{$test};
        return "$test does not notice" if $$before{$test} eq $$after{$test};
        return "$test says '$$after{$test}'" if index($$after{$test}, $says) < 0;
    }
    return '';
}

my $page = join "\n", lines('docs/translation.md');
my %seen;
for my $row (rows('tests/knobs.tsv', qw(knob run tests says))) {
    holds("knob.$$row[0]", complaint(@$row, $page));
    my $family = $$row[1] =~ /^(gv100|tu1)/ ? 'gv100' : 'nv50';
    $seen{"$family $1"} = 1 if $$row[0] =~ /^([^=]+)/;
}
for (`$build/barecard defects`) {
    chomp;
    my ($kind, $name, undef, undef, $family) = split /\t/;
    fail("knob.has_row.$family.$name") if $kind eq 'knob' && !$seen{"$family $name"};
}
done_testing();
