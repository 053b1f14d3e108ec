#!/usr/bin/perl
# tools/font.pl FONT.psf.gz: the printable ASCII glyphs of a console font, 8 by 16, as C. The font's own table
# of Unicode says which glyph a character has.
use strict;
use warnings;
use IO::Uncompress::Gunzip qw(gunzip $GunzipError);

my $bytes;
gunzip($ARGV[0] => \$bytes) or die "$ARGV[0]: $GunzipError\n";
my ($glyphs, $size, $count, @characters);

if (substr($bytes, 0, 2) eq "\x36\x04") {
    my ($mode, $height) = unpack('CC', substr($bytes, 2, 2));
    ($size, $count) = ($height, $mode & 1 ? 512 : 256);
    $glyphs = substr($bytes, 4, $size * $count);
    my @words = unpack('v*', substr($bytes, 4 + $size * $count));
    for my $glyph (0 .. $count - 1) {
        my $sequence = 0;
        while (@words and (my $word = shift @words) != 0xffff) {
            $sequence = 1 if $word == 0xfffe;
            $characters[$word] //= $glyph unless $sequence;
        }
    }
} elsif (substr($bytes, 0, 4) eq "\x72\xb5\x4a\x86") {
    my (undef, undef, $header, undef, $number, $length, $height, $width) = unpack('V8', $bytes);
    die "$ARGV[0]: $width by $height, wanted 8 by 16\n" unless $width == 8 and $height == 16;
    ($size, $count) = ($length, $number);
    $glyphs = substr($bytes, $header, $size * $count);
    my @entries = split /\xff/, substr($bytes, $header + $size * $count);
    for my $glyph (0 .. $count - 1) {
        my ($single) = split /\xfe/, $entries[$glyph] // '';
        $characters[ord $1] //= $glyph while ($single // '') =~ /([\x00-\x7f])/g;
    }
} else {
    die "$ARGV[0]: no PSF font\n";
}
die "$ARGV[0]: glyphs of $size bytes, wanted 16\n" unless $size == 16;

print "/* Made by tools/font.pl. */\n#include \"suite/report/font.h\"\n\n";
print "const unsigned char font_glyphs[FONT_GLYPHS][FONT_HEIGHT] = {\n";
for my $character (0x20 .. 0x7e) {
    my $glyph = $characters[$character] // die sprintf("%s: no glyph for 0x%x\n", $ARGV[0], $character);
    print '    { ', join(', ', map { sprintf '0x%02x', $_ } unpack('C16', substr($glyphs, 16 * $glyph, 16))), " },\n";
}
print "};\n";
