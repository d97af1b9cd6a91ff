# spin: make, make test, make demo, make check, make install
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

BINARY := .build/release/spin

# On Linux the release needs no library at run time, and starts in half the time. The linker maps its
# output, which the kernel then caches page by page; a copy is cached in larger pieces, which exec
# maps faster.
ifeq ($(shell uname -s),Linux)
RELEASE_FLAGS := -Xswiftc -static-executable -Xlinker -s
FINISH := cp -p $(BINARY) $(BINARY).copy && mv $(BINARY).copy $(BINARY)
# What glibc says of functions that this program never calls.
QUIETLY := 2>&1 | { grep -vE 'in statically linked applications requires|better use .mkstemp' || true; }
else
RELEASE_FLAGS :=
FINISH :=
QUIETLY :=
endif

.PHONY: release test demo check format lint layers measure install uninstall clean

release:
	$(SWIFT) build -c release --product spin $(RELEASE_FLAGS) $(QUIETLY)
	$(FINISH)

test:
	$(SWIFT) test

demo: release
	Scripts/demo $(BINARY)

check: lint layers test release
	SPIN_BINARY=$(CURDIR)/$(BINARY) $(SWIFT) test -c release --scratch-path .build/check

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests

layers:
	Scripts/check-layers

measure: release
	Scripts/measure $(BINARY)

# Builds only where nothing is built: who installs for others may have no compiler in the path.
install:
	test -x $(BINARY) || $(MAKE) release
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(BINARY) "$(DESTDIR)$(PREFIX)/bin/spin"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/spin"

clean:
	$(SWIFT) package clean
	rm -rf .build/check
