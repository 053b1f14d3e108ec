#!/usr/bin/perl
# tests/docs/proven.t: who relies on it. Each self test whose basis is `proven` has a row with the verdict P in the table
# of its family (silicon-sequences.md §13, gv100.md §12), and each row with P is about tests that are `proven`. Every
# name in the tables is a self test's. Of GV100, each row says what shows it: a driver, the public trace, a public dump. One row may name several: "vm.pte.4k, 64k", "vram.quick, thorough.*". What
# silicon may do otherwise (silicon-sequences.md §15) is compared with the model's knobs.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Tap;

my %tables = (nv50 => ['docs/hardware/silicon-sequences.md', '## 13. Who relies on it', 5],
              gv100 => ['docs/hardware/gv100.md', '## 12. Who relies on it', 6]);
# Columns: test, claim, who, now, conditions; of GV100, seen as well: driver, trace or dump.
my $seen = qr/^(driver|(trace|dump) \([^()]+\)(, driver)?)$/;
my $rows_at_least = 30;

# The basis of each test of a family, by its name.
sub bases {
    my ($family) = @_;
    my (undef, @lines) = `$ENV{BUILD}/barecard tests`;
    return map { chomp; my @cell = split /\t/; $cell[-1] eq $family ? ($cell[0] => $cell[1]) : () } @lines;
}

# The tests that a cell names. A name without the first name's folder is in that folder.
sub named {
    my ($cell, $tests) = @_;
    my ($folder, @found, @unknown);
    $cell =~ s/ \(\d+\)//;
    for my $word (split /, /, $cell) {
        my @candidates = defined $folder ? ("$folder.$word", $word) : ($word);
        ($folder) = $word =~ /^(.*)\./ if !defined $folder;
        my @met;
        for my $name (@candidates) {
            my $pattern = quotemeta($name) =~ s/\\\.\\\*$/\\..+/r;
            @met = grep { /^$pattern$/ } sort keys %$tests;
            last if @met;
        }
        push @found, @met;
        push @unknown, $word if !@met;
    }
    return (\@found, \@unknown);
}

for my $family (sort keys %tables) {
    my ($page, $heading, $columns) = @{ $tables{$family} };
    my %tests = bases($family);
    my (%verdict, $rows, @bad);
    my $inside = 0;
    for (lines($page)) {
        $inside = index($_, $heading) == 0 if /^## /;
        next if !$inside || !/^\| ([a-z]\S*\.\S.*)/; # the header has no name of a test
        my @cell = split / *\| ?/, $_, -1;
        shift @cell;
        pop @cell;
        $rows++;
        push @bad, "$cell[0]: " . @cell . " columns" if @cell != $columns;
        push @bad, "$cell[0]: verdict '$cell[3]'" if ($cell[3] // '') !~ /^(P|P\\?\*|D|U)$/;
        push @bad, "$cell[0]: nobody is named" if ($cell[3] // '') =~ /^P/ && $cell[2] !~ /\S/;
        push @bad, "$cell[0]: nothing shows it: '$cell[5]'" if defined $cell[5] && $cell[5] !~ $seen;
        push @bad, "$cell[0]: no driver is named" if ($cell[5] // '') =~ /driver/ && $cell[2] !~ /\[[NV]\]/;
        my ($found, $unknown) = named($cell[0], \%tests);
        push @bad, "no test has the name $_ ($cell[0])" for @$unknown;
        for (@$found) {
            push @bad, "$_ has two rows" if defined $verdict{$_};
            $verdict{$_} = $cell[3];
        }
    }
    holds("proven.$family.rows", join("\n", @bad));
    cmp_ok($rows // 0, '>=', $rows_at_least, "proven.$family.read");
    holds("proven.$family.tests_have_rows", join("\n", map { "$_ is proven, and its row says " . ($verdict{$_} // 'nothing') }
        grep { $tests{$_} eq 'proven' && ($verdict{$_} // '') ne 'P' } sort keys %tests));
    holds("proven.$family.rows_have_tests", join("\n", map { "its row proves $_, which is $tests{$_}" }
        grep { $verdict{$_} eq 'P' && $tests{$_} ne 'proven' } sort keys %verdict));
}

# What silicon may do otherwise: each row of silicon-sequences.md §15 is a knob of the model that says so, and the reverse.
my %listed = map { /^\| (S\d+) \| `(\w+)` \|/ ? ("$1 $2" => 1) : () } lines('docs/hardware/silicon-sequences.md');
my %knobs = map { my @cell = split /\t/; $cell[0] eq 'knob' && /\((S\d+)\)/ ? ("$1 $cell[1]" => 1) : () }
    `$ENV{BUILD}/barecard defects`;
cmp_ok(scalar(keys %listed), '>=', 20, 'otherwise.read');
holds('otherwise.rows_have_knobs', join("\n", map { "no knob for $_" } grep { !$knobs{$_} } sort keys %listed));
holds('otherwise.knobs_have_rows', join("\n", map { "no row for $_" } grep { !$listed{$_} } sort keys %knobs));
done_testing();
