# tests/kit/words.sh: words that many tests look for in the product's reports, and chipsets that they try; a change is made here
# alone. C has them as SAYS_INCOMPLETE after #include "reference/words.h", which the Makefile makes of this file; bash by
# tap.sh, Perl by Tap.pm, Python by words.py. The golden texts of tests/suite/report and the rows of tests/promises.tsv and
# tests/defects.tsv say them as a person reads them.
SAYS_INCOMPLETE='INCOMPLETE'
SAYS_BAD_MEMORY='bad memory'
# Chipsets of NV50's family as people call them: cards of their own, then those inside of a chipset.
NV50_CARDS='g80 g84 g86 g92 g94 g96 g98 g200 gt215 gt216 gt218'
NV50_INTEGRATED='mcp77 mcp79 mcp89'
