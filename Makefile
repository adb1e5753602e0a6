# Everything here needs a Swift 6.2+ toolchain and nothing else.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# What is given to `swift test` besides.
FLAGS :=
# Makes a clean build quicker by a third: each module at one go, and without what a debugger reads or an editor asks about
# the system's modules. A backtrace has names, but no lines.
AT_ONE_GO := -debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 \
	-Xswiftc -no-emit-module-separately-wmo -Xswiftc -index-ignore-system-modules
SOURCES := Sources Tests Package.swift
LAYERS := domain validation persistence networking presentation app demo

# The targets that the layers' short names stand for.
TARGET_domain := Domain
TARGET_validation := Validation
TARGET_persistence := Persistence
TARGET_networking := Networking
TARGET_presentation := Presentation
TARGET_app := App
TARGET_demo := AccountDemo

# What chance decides, and is tried at length: the store in a release build, which is ten times as quick, and the rest.
STORE_TRIALS := LAYER=Persistence .ci/run-tests --configuration release --scratch-path .build/release-tests \
	--filter 'Crash|Fault|Killed|Model|Damage|Vanished|FolderLock|GroupCommit|MainActor|EndedSession|ErasePolicy|PBKDF2|Repair'
OTHER_TRIALS := .ci/run-tests --filter 'SignInTiming|RandomWalk|ConstantTime|IDGenerator|CurlEndurance|FrameWriter|FullScreenApp'

.PHONY: help build built binary figures test thorough soak mutants tsan asan coverage fuzz api $(addprefix test-,$(LAYERS)) aliases docs pictures plots test-urlsession demo lint format strict gates check ci clean

help: ## Show what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | awk -F'\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'
	@echo "  make test-LAYER   Build and test one layer with only what it needs: $(LAYERS)"

build: ## Build everything, for debugging
	swift build

binary: ## Build the demo as one file that needs no Swift on the machine, and tell its size and what it links
	swift build --configuration release --product account-demo --static-swift-stdlib --scratch-path .build/binary
	strip -o .build/account-demo "$$(swift build --configuration release --scratch-path .build/binary --show-bin-path)/account-demo"
	@stat -c '%n: %s bytes' .build/account-demo 2>/dev/null || stat -f '%N: %z bytes' .build/account-demo
	@ldd .build/account-demo 2>/dev/null || otool -L .build/account-demo

figures: binary ## Measure how fast the full screen is, and what it costs while nobody does anything
	MEASURED_PROGRAM="$$PWD/.build/account-demo" LAYER=AccountDemo .ci/run-tests --configuration release \
		--scratch-path .build/release-screen --no-parallel --filter ScreenFigures | grep -E ' ms|bytes sent|idle for|error'

built:
	swift build --build-tests $(FLAGS)

test: ## Run the tests, but for those at length and those of URLSession on Linux
	.ci/run-tests $(FLAGS)

$(addprefix test-,$(LAYERS)): test-%:
	LAYER=$(TARGET_$*) .ci/run-tests --scratch-path .build/layer-$(TARGET_$*)

thorough: ## Try as many crashes, faults, races and random walks as every change has to survive
	THOROUGHNESS=change $(STORE_TRIALS)
	THOROUGHNESS=change $(OTHER_TRIALS) $(FLAGS)
	# What is allocated is counted where the build is optimised.
	LAYER=Validation .ci/run-tests --configuration release --scratch-path .build/release-validation --filter Allocation

soak: ## Try as many of them as are worth an hour of waiting when the store has changed
	THOROUGHNESS=soak $(STORE_TRIALS)
	# Optimised, as an app is: that a debug build has a stored hash to look at can be told from so many refusals.
	THOROUGHNESS=soak LAYER=App .ci/run-tests --configuration release --scratch-path .build/release-app --filter SignInTiming
	# One after the other: most of them want the main actor, and each has a limit of time.
	THOROUGHNESS=soak $(OTHER_TRIALS) --no-parallel --skip SignInTiming

mutants: ## Break a copy of the sources in many ways, one by one, and show that a test notices each
	.ci/mutants $(LAYER)

tsan: ## Run the tests under ThreadSanitizer, which finds data races
	.ci/sanitize thread $(LAYER)

asan: ## Run the tests under AddressSanitizer, which finds misused and leaked memory
	.ci/sanitize address $(LAYER)

coverage: ## Measure which lines the tests of each module run, and fail below 95 % where that is promised
	.ci/coverage $(LAYER)

fuzz: ## Feed every parser with what a fuzzer makes up, SECONDS each (60 unless said otherwise)
	.ci/fuzz $(or $(SECONDS),60) $(TARGET)

api: ## Tell what has changed since the last release that breaks those who use the public API
	.ci/api-changes

test-urlsession: ## Build and test Networking with URLSessionTransport, which Linux does not have by default
	LAYER=Networking URLSESSION=1 .ci/run-tests --scratch-path .build/urlsession

demo: ## Play the tour of the five systems in a fresh folder
	swift build --configuration release --product account-demo
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$$(swift build --configuration release --show-bin-path)/account-demo" --data "$$folder/accounts" tour
	@echo
	@echo "Go on by yourself:"
	@printf '  bin=%q\n' "$$(swift build --configuration release --show-bin-path)"
	@echo '  "$$bin/account-demo" sign-up abcdef@gmail.com --nickname Kim'
	@echo '  "$$bin/account-demo" help'

pictures: ## Draw the pictures of the documentation anew, and tell which have changed
	# Whoever draws fails, so that nothing is compared with itself.
	LAYER=AccountDemo swift build --build-tests --scratch-path .build/layer-AccountDemo
	! RECORD_SNAPSHOTS=1 LAYER=AccountDemo swift test --skip-build --disable-xctest --scratch-path .build/layer-AccountDemo --filter "PictureTests|HelpTests"
	LAYER=AccountDemo .ci/run-tests --skip-build --scratch-path .build/layer-AccountDemo --filter "PictureTests|HelpTests"
	git diff --stat -- Docs/Pictures Docs/account-demo.1

plots: ## Measure everything, a few minutes behind a release build, and draw how far each goal was reached
	# A missed goal is drawn like any other.
	swift run --configuration release Benchmarks --json .build/benchmarks.json || [ $$? -eq 1 ]
	swift run --configuration release Benchmarks plot .build/benchmarks.json Docs/Pictures/benchmarks.svg

docs: ## Build the documentation of all libraries, and fail where a public symbol has none or a link leads nowhere
	.ci/docs $(FLAGS)

aliases: ## Build a package that has a module of the same name as ours
	mkdir -p .build/aliases
	ln -sfn "$$PWD" .build/aliases/AccountFlow
	rm -rf .build/aliases/Shop
	cp -R Tests/ModuleAliases .build/aliases/Shop
	swift run --package-path .build/aliases/Shop --scratch-path .build/aliases/build $(AT_ONE_GO)

lint: ## Check format and documentation comments
	swift format lint --strict --recursive --parallel $(SOURCES) .ci/undocumented.swift

format: ## Put all sources into format
	swift format format --in-place --recursive --parallel $(SOURCES) .ci/undocumented.swift

strict: ## Build with warnings and undeclared imports as errors
	STRICT=1 swift build --build-tests --scratch-path .build/strict --explicit-target-dependency-import-check error

gates: ## Show that the gates can fail: layers, imports, warnings, linter, documentation, tests
	.ci/prove-gates

# Strictly, and apart from the builds of daily work.
check ci: export STRICT = 1
check ci: FLAGS = --scratch-path .build/check --explicit-target-dependency-import-check error $(AT_ONE_GO)

check: lint ## Do all that a change has to pass, but the long trials
	# The gates need nothing that is built here; nothing else runs beside the tests, of which some measure time.
	$(MAKE) --jobs 2 built gates FLAGS='$(FLAGS)'
	$(MAKE) test FLAGS='$(FLAGS)'
	$(MAKE) --jobs 2 docs aliases FLAGS='$(FLAGS)'

ci: check ## Do all that a change has to pass
	$(MAKE) thorough FLAGS='$(FLAGS)'
	.ci/prove-gates tools

clean: ## Remove what was built
	rm -rf .build
