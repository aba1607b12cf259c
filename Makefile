# The short way in: everything real is done by Meson and by the scripts in scripts/.
#   make run    builds, then solves and draws a few puzzles
#   make check  the check for every day, in less than a minute
#   make test   builds twice and runs every test
# They install what is missing (Debian packages) and say so.

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: all build run check test test-long bench python install dist format clean help dependencies
all: build

build:
	@scripts/dependencies --check build
	@scripts/build build -Dnative=true -Dunit=false --buildtype=release

run: dependencies
	@scripts/build build -Dnative=true -Dunit=false --buildtype=release >&2
	@scripts/run build/boardcover

test:
	@scripts/dependencies build test
	@scripts/test

# MOD=engine/dense: the unit tests of that folder of src and of those below it.
check:
	@scripts/dependencies build check
	@scripts/check $(MOD)

# The random tests again, with more cases and others: what a night is for.
test-long:
	@scripts/dependencies build test
	@BCOV_CASES=$${BCOV_CASES:-10} BCOV_SEED=$${BCOV_SEED:-random} scripts/test unit agree
	@python3 tests/web/run_server.py build/boardcover 30

bench: build
	@python3 bench/bench.py build/boardcover $(if $(YARDSTICKS),--yardsticks '$(YARDSTICKS)') $(BENCH)

# A wheel that needs neither a compiler nor the network to install, nor anything but glibc to run.
python:
	@scripts/dependencies --check build
	@python3 python/build.py

# The same program for any processor of this kind, not just the one at hand.
install:
	@scripts/dependencies --check build
	@scripts/build build-install -Dnative=false -Dunit=false --buildtype=release --prefix=$(abspath $(PREFIX))
	@DESTDIR='$(DESTDIR)' meson install -C build-install --no-rebuild

# boardcover-VERSION.tar.xz from the last commit, built and tested from the unpacked tarball.
dist:
	@scripts/dependencies build check
	@scripts/dist

dependencies:
	@scripts/dependencies build

format:
	@git ls-files '*.c' '*.h' '*.js' '*.mjs' | xargs clang-format -i

clean:
	rm -rf build build-test build-install

help:
	@echo 'make           build build/boardcover for this machine'
	@echo 'make run       build, then solve and draw the first puzzles and some famous ones'
	@echo 'make check     layers, formatting, command line, some unit tests and random puzzles:'
	@echo '               less than a minute; MOD=engine/dense runs the unit tests of that folder'
	@echo 'make test      run every test; the last line is the total'
	@echo 'make python    build a Python wheel in build-python'
	@echo 'make test-long run the random tests with ten times as many cases, and other ones'
	@echo '               BCOV_CASES=0.1 or 10 multiplies the random cases of all of these,'
	@echo '               BCOV_SEED=7 or random chooses others'
	@echo 'make bench     time the engines; BENCH=--quick leaves the long runs out,'
	@echo '               YARDSTICKS=FOLDER measures against the C programs there'
	@echo '               (bench/turns OLD NEW compares two builds by turns)'
	@echo 'make install   build for any machine of this kind and install; PREFIX, DESTDIR'
	@echo 'make dist      make boardcover-VERSION.tar.xz from the last commit; build and test what is in it'
	@echo 'make format    put the C and JavaScript files into the shape that .clang-format says'
	@echo 'make clean     remove what was built'
