# Makefile: the front door. Everything is built by Meson; this file only says the words that
# people expect. `make` alone lists them.
#
#   YES=1       install missing packages without asking
#   BUILD=dir   where the program is built (build)
#   ARGS=...    what `make play` says to `zashiki serve`, as in ARGS=--lan
#   GAMES=n     how many games `make soak` plays for each law
#   SECONDS=n   how long `make fuzz` spends on each target

BUILD ?= build
GAMES ?= 1000000
SECONDS := 60
YES ?=
ARGS ?=
export YES BUILD PREFIX

.PHONY: help play test test-all build soak mutants fuzz bench pictures gallery browsers bare package test-package dist test-dist release-check format install clean \
        setup-play setup-test setup-browsers setup-bare setup-package setup-test-package setup-dist setup-test-dist
.DEFAULT_GOAL := help

help:
	@printf '%s\n' \
	  'Zashiki: a table for three board games.' '' \
	  '  make play      set up what playing needs, build, and open the house in your browser' \
	  '  make test      set up, build with gcc and clang, run the tests (about 8 minutes on 2 cores)' \
	  '  make test-all  the full matrix: every test in every build' '' \
	  '  make build     the programs alone, $(BUILD)/zashiki and zashiki-lab' \
	  '  make package   the Debian packages, build-package' \
	  '  make dist      everything that is given away of a version, at dist' \
	  '  make install   into /usr/local (PREFIX=, DESTDIR=)' \
	  '  make clean     remove everything that was built' '' \
	  '  make soak      the laws over millions of games (GAMES=$(GAMES))' \
	  '  make fuzz      look for new crashes (SECONDS=$(SECONDS) for each target)' \
	  '  make mutants   break each rule on purpose and name the test that notices' \
	  '  make bench     speeds, and instructions a decision' \
	  '  make pictures  the pictures that documents show' \
	  '  make gallery   every screen, in two sizes, themes and four languages, to look at ($(BUILD)/gallery)' \
	  '  make browsers  the client in Firefox and WebKit' \
	  '  make test-package  the Debian packages installed, used, upgraded and removed on a fresh Debian 12 (as root)' \
	  '  make test-dist  make dist twice under other circumstances: the same bytes; then what came out is used' \
	  '  make release-check  the list before a version is given away (as root; hours)' \
	  '  make bare      prove play and test on a fresh Debian 12 in a chroot (as root)' \
	  '  make format    lay out the C files with clang-format' '' \
	  'Missing packages are listed with their size before anything is installed;' \
	  'YES=1 skips the question.'

play: setup-play
	@tools/build
	@tools/play $(ARGS)

test: setup-test
	@tools/test

test-all: setup-test
	@tools/test --all

build: setup-play
	@tools/build
	@echo 'Built: $(BUILD)/zashiki and $(BUILD)/zashiki-lab'

soak: setup-test
	@tools/test --soak $(GAMES)

mutants: setup-test
	@tools/mutants

fuzz: setup-test
	@tools/fuzz $(SECONDS)

bench: setup-test
	@tools/build
	@bench/run $(BUILD)/zashiki-lab

pictures: setup-test
	@tools/build
	@ZASHIKI=$(BUILD)/zashiki tools/pictures

browsers: setup-browsers
	@tools/build
	@ZASHIKI=$(BUILD)/zashiki tools/browsers

gallery: setup-test
	@tools/build
	@ZASHIKI=$(BUILD)/zashiki GALLERY=$(BUILD)/gallery tools/gallery

bare: setup-bare
	@tools/bare

package: setup-package
	@tools/package

# The first version to upgrade from is this tree under a lower number.
test-package: setup-test-package
	@VERSION=0.9.0 tools/package build-package-old
	@tools/package
	@tools/test-package build-package-old build-package

dist: setup-dist
	@tools/dist

test-dist: setup-test-dist
	@tools/test-dist

release-check: setup-test setup-test-package setup-test-dist
	@tools/release

format: setup-test
	@tools/format

install: build
	@meson install -C $(BUILD) --no-rebuild

clean:
	rm -rf build build-wasm build-asan-gcc build-asan-clang build-fuzz build-tree build-package build-package-old build-dist build-wheelhouse build-release dist
	rm -rf web/dist web/node_modules web/src/made web/src/engine web/e2e/shots

setup-play setup-test setup-browsers setup-bare setup-package setup-test-package setup-dist setup-test-dist: setup-%:
	@tools/setup $*
