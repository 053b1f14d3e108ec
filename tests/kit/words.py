"""tests/kit/words.py: the words of words.sh as names."""
import os
import re

with open(os.path.join(os.path.dirname(os.path.realpath(__file__)), "words.sh")) as words:
    globals().update(re.findall(r"^(\w+)='(.*)'$", words.read(), re.M))
