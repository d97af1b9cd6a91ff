# spin: make, make test, make demo, make check, make install
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

# On Linux the release needs no library at run time, and starts in half the time. The linker writes
# the file rather than mapping it: the kernel then keeps it in larger pieces, which exec maps faster.
ifeq ($(shell uname -s),Linux)
RELEASE_FLAGS := -Xswiftc -static-executable -Xlinker -s -Xlinker --no-mmap-output-file
# What glibc says of functions that this program never calls.
QUIETLY := 2>&1 | { grep -vE 'in statically linked applications requires|better use .mkstemp' || true; }
else
RELEASE_FLAGS :=
QUIETLY :=
endif

.PHONY: release test demo check format lint layers measure install uninstall clean

release:
	$(SWIFT) build -c release --product spin $(RELEASE_FLAGS) $(QUIETLY)

test:
	$(SWIFT) test

demo: release
	Scripts/demo .build/release/spin

check: lint layers test release
	SPIN_BINARY=$(CURDIR)/.build/release/spin $(SWIFT) test -c release --scratch-path .build/check

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests

layers:
	Scripts/check-layers

measure: release
	Scripts/measure .build/release/spin

install: release
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 .build/release/spin "$(DESTDIR)$(PREFIX)/bin/spin"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/spin"

clean:
	$(SWIFT) package clean
	rm -rf .build/check
