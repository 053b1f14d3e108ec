#!/usr/bin/perl
# tests/host/first_card.t: what docs/first-card.md tells people to type: keys that barecard.cfg knows, suites that
# exist, R beside each one that has only risky tests, and no question twice. TAP 13. BARECARD names the program.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Tap;
use Test::More;

my ($header, @tests) = map { chomp; [split /\t/] } `$ENV{BARECARD} tests`;
my $config = join "\n", lines('efi/barecard.cfg');
my (%asked, $questions);

sub of_suite {
    my ($suite) = @_;
    return grep { my $name = $$_[0]; grep { $name eq $_ || index($name, "$_.") == 0 } split /,/, $suite } @tests;
}

for (grep { /^\|/ } lines('docs/first-card.md')) {
    my @cells = map { s/^ +| +$//gr } split /\|/;
    for my $setting ($cells[2] =~ /`([a-z0-9_]+=[^`]*)`/g) {
        my ($key, $value) = split /=/, $setting, 2;
        ok($config =~ /^#\Q$key\E=/m, "first_card.key.$setting");
        next if $key ne 'suite' || !$value;
        ok(!(grep { !of_suite($_) } split /,/, $value), "first_card.suite.$value");
    }
    next if $cells[1] !~ /^E\d/;
    $questions++;
    my ($suite) = $cells[2] =~ /`(.*)`/;
    my @rows = of_suite($suite);
    ok(!(grep { !of_suite($_) } split /,/, $suite), "first_card.question.$cells[1]");
    my $risky = grep { $$_[3] eq 'yes' } @rows;
    is($risky > 0, $cells[1] =~ /\(.*\bR\b/ || $cells[3] =~ /\bR\b/ || $cells[2] =~ /\bR\b/ ? 1 : '', "first_card.risk.$cells[1]");
    fail("first_card.twice.$suite") if $asked{$suite}++;
}
ok($questions > 20, "first_card.questions: $questions");
done_testing();
