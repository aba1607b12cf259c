# Short commands for Meson and the programs in scripts/.
#   make run    builds the program, then solves and draws a few puzzles
#   make check  runs a selection of the tests in less than a minute
#   make test   runs every test, in two builds
# They install any missing Debian packages and list them.

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

# MOD=engine/dense runs the unit tests of src/engine/dense and of the folders in it.
check:
	@scripts/dependencies build check
	@scripts/check $(MOD)

# Runs the random tests with ten times as many cases, chosen by the clock.
test-long:
	@scripts/dependencies build test
	@BCOV_CASES=$${BCOV_CASES:-10} BCOV_SEED=$${BCOV_SEED:-random} scripts/test unit agree
	@python3 tests/web/run_server.py build/boardcover 30

bench: build
	@python3 bench/bench.py build/boardcover $(if $(YARDSTICKS),--yardsticks '$(YARDSTICKS)') $(BENCH)

# Builds a wheel.  Installing it needs neither a compiler nor the network; running it needs only glibc.
python:
	@scripts/dependencies --check build
	@python3 python/build.py

# Builds for every processor of this architecture, not only for the one in this machine.
install:
	@scripts/dependencies --check build
	@scripts/build build-install -Dnative=false -Dunit=false --buildtype=release --prefix=$(abspath $(PREFIX))
	@DESTDIR='$(DESTDIR)' meson install -C build-install --no-rebuild

# Makes boardcover-VERSION.tar.xz from the last commit; builds and tests what it contains.
dist:
	@scripts/dependencies build check
	@scripts/dist

dependencies:
	@scripts/dependencies build

format:
	@git ls-files '*.c' '*.h' '*.js' '*.mjs' | xargs clang-format -i

clean:
	rm -rf build build-*

help:
	@echo 'make           build build/boardcover for this machine'
	@echo 'make run       build, then solve and draw a few well-known puzzles'
	@echo 'make check     run a selection of the tests in less than a minute;'
	@echo '               MOD=engine/dense runs the unit tests of that folder'
	@echo 'make test      run every test; the last line is the total'
	@echo 'make python    build a Python wheel in build-python'
	@echo 'make test-long run the random tests with ten times as many cases'
	@echo '               BCOV_CASES=0.1 or 10 multiplies the number of random cases,'
	@echo '               BCOV_SEED=7 or random selects other cases'
	@echo 'make bench     time the engines; BENCH=--quick omits the long runs,'
	@echo '               YARDSTICKS=FOLDER compares them with the C programs in FOLDER'
	@echo '               (bench/turns OLD NEW compares two builds)'
	@echo 'make install   build for this architecture and install; PREFIX, DESTDIR'
	@echo 'make dist      make boardcover-VERSION.tar.xz from the last commit, and build and test it'
	@echo 'make format    format the C and JavaScript files with clang-format'
	@echo 'make clean     remove the build folders'
