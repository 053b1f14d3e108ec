#!/usr/bin/perl
# tests/docs/checks.t: tests/checks.tsv against docs/hardware/tesla-vm.md: every check of its section 1.5,
# every attribute of 1.8 and every knob of 11 is listed, nothing else is, and each of them has a row of
# tests/defects.tsv or tests/knobs.tsv, which defects.t and knobs.t run.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Tap;

# The first column of the tables between two headings, without their headers.
sub listed {
    my ($from, $to, @page) = @_;
    my ($inside, $table) = (0, 0);
    my @items;
    for (@page) {
        $inside = 1 if /^\Q$from\E/;
        $inside = 0 if /^\Q$to\E/;
        next if !$inside;
        if (!/^\|/) {
            $table = 0;
        } elsif (++$table > 2) {
            push @items, /^\| ([^|]+?) \|/;
        }
    }
    return @items;
}

my @page = lines('docs/hardware/tesla-vm.md');
my @wanted = (listed('### 1.5', '### 1.6', @page), listed('### 1.8', '### 1.9', @page),
    listed('## 11', '## 12', @page));
my %rows = map { $$_[0] =~ /^([^:]+)/ ? ($1 => 1) : () }
    rows('tests/defects.tsv', qw(defect chipset tests says)), rows('tests/knobs.tsv', qw(knob run tests says));
my %shown = map { @$_ } rows('tests/checks.tsv', qw(item rows));

ok(@wanted >= 50, 'checks.read: ' . @wanted . ' items in tesla-vm.md');
my %known = map { $_ => 1 } @wanted;
for my $item (@wanted) {
    my @missing = grep { !$rows{$_} } split /,/, $shown{$item} // 'row of it in tests/checks.tsv';
    holds('checks.' . $item =~ s/\W+/_/gr, @missing ? "there is no @missing" : '');
}
for my $item (sort keys %shown) {
    fail("checks.unknown: $item is not in tesla-vm.md") if !$known{$item};
}
done_testing();
