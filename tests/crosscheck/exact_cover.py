"""A short and slow exact cover solver that shares no code with boardcover."""
import sys
import time


class TooLarge(Exception):
    pass


class ExactCover:
    """Counts the solutions of a file in Knuth's format with colours and multiplicities.

    A set of options is an integer whose bit k stands for option k.  `clash[k]` is the set of options
    that cannot be chosen together with k, because they share an item with upper bound 1, or disagree on a colour.  An item
    with a higher bound has a counter; its options are removed once the counter reaches the bound.
    """

    def __init__(self, text, deadline):
        lines = [line.split() for line in text.splitlines() if line.split()]
        lines = [words for words in lines if not words[0].startswith("|")]
        self.deadline = deadline
        self.low, self.high, self.options_of = {}, {}, {}
        self.read_items(lines[0])
        self.options = [words for words in lines[1:] if any(word in self.low for word in words)]
        colours = {}
        for number, words in enumerate(self.options):
            for word in words:
                item, _, colour = word.partition(":")
                self.options_of[item] = self.options_of.get(item, 0) | 1 << number
                if colour:
                    key = item, colour
                    colours[key] = colours.get(key, 0) | 1 << number
        self.clash = [self.clashes(number, words, colours)
                      for number, words in enumerate(self.options)]

    def read_items(self, words):
        secondary = False
        for word in words:
            if word.startswith("|"):
                secondary, word = True, word[1:]
            if not word:
                continue
            bounds, _, name = word.rpartition("|")
            low, _, high = bounds.rpartition(":")
            self.options_of[name] = 0
            if not secondary:
                self.high[name] = int(high or 1)
                self.low[name] = int(low or high or 1)

    def clashes(self, number, words, colours):
        mask = 0
        for word in words:
            item, _, colour = word.partition(":")
            if self.high.get(item, 1) == 1:
                mask |= self.options_of[item] & ~(colours[item, colour] if colour else 0)
        return mask & ~(1 << number)

    def count(self):
        sys.setrecursionlimit(100000)
        return self.walk((1 << len(self.options)) - 1, dict.fromkeys(self.low, 0))

    def next_item(self, left, got):
        """The item with the fewest options among those that are not yet covered often enough."""
        best, fewest = None, None
        for item, low in self.low.items():
            if got[item] < low:
                choices = (left & self.options_of[item]).bit_count()
                if choices < low - got[item]:
                    return item, 0
                if fewest is None or choices < fewest:
                    best, fewest = item, choices
        return best, fewest

    def choose(self, number, left, got):
        """The available options and the counters of the items after choosing option NUMBER."""
        left &= ~(self.clash[number] | 1 << number)
        got = dict(got)
        for word in self.options[number]:
            if word in got:
                got[word] += 1
                if got[word] == self.high[word]:
                    left &= ~self.options_of[word]
        return left, got

    def walk(self, left, got):
        if time.monotonic() > self.deadline:
            raise TooLarge
        item, fewest = self.next_item(left, got)
        if item is not None:
            if not fewest:
                return 0
            choices = left & self.options_of[item]
        elif left:
            choices = left
        else:
            return 1
        number = choices.bit_length() - 1
        without = left & ~(1 << number)
        return self.walk(*self.choose(number, left, got)) + self.walk(without, got)


def count(text, seconds):
    """The number of solutions of TEXT in Knuth's format, or None after SECONDS."""
    try:
        return ExactCover(text, time.monotonic() + seconds).count()
    except TooLarge:
        return None
