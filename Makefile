# Every command needs a Swift 6.2+ toolchain and nothing else, except those that test with servers, which say so.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Halve the time of a clean build: each module is compiled in one go, without data for debuggers and editors, and
# without a check of the compiler's own output. For those, use `swift build` and `swift test`, which have a build directory
# of their own.
AT_ONE_GO := -debug-info-format none -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 \
	-Xswiftc -no-emit-module-separately-wmo -Xswiftc -index-ignore-system-modules \
	-Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify
FLAGS := --scratch-path .build/quick $(AT_ONE_GO)
# The commands that everybody needs; `make help-more` shows the others.
COMMON := build test check format demo docs
SOURCES := Sources Tests Package.swift Docs/Guides/SampleApp
LAYERS := domain validation persistence networking presentation app demo

# The targets that the layers' short names stand for.
TARGET_domain := Domain
TARGET_validation := Validation
TARGET_persistence := Persistence
TARGET_networking := Networking
TARGET_presentation := Presentation
TARGET_app := App
TARGET_demo := AccountDemo

# Randomised tests, which can run longer: those of the store in a release build, which is ten times as fast, and the others.
STORE_FLAGS := --configuration release --scratch-path .build/release-tests $(AT_ONE_GO)
STORE_TRIALS := LAYER=Persistence .ci/run-tests $(STORE_FLAGS) \
	--filter 'Crash|Fault|Killed|Model|Damage|Vanished|FolderLock|GroupCommit|MainActor|EndedSession|Canary|ErasePolicy|Quarantine|PBKDF2|Repair|Checkpoint|Journal'
# They need the variable that the script sets.
POSTGRESQL_TRIALS := LAYER=Persistence .ci/test-postgresql $(STORE_FLAGS)
# Those of sessions use all of the processor, which the time limits of the others do not allow for.
SESSION_TRIALS := .ci/run-tests $(FLAGS) --filter 'Interleaving|SessionCrash'
OTHER_TRIALS := .ci/run-tests $(FLAGS) --filter 'SignInTiming|RandomWalk|ConstantTime|IDGenerator|CurlEndurance|FrameWriter|FullScreenAppTests|StateStream|TOTPServiceTests|TOTPChallengeTests'

.PHONY: help help-more build built binary figures test thorough soak mutants tsan asan coverage fuzz api $(addprefix test-,$(LAYERS)) aliases docs pictures manual plots test-urlsession test-servers test-postgresql check-apple demo tour lint format strict gates check ci real-servers tools-gates apple-gates clean

list = grep -hE '^[a-z-]+( [a-z]+)?:.*\#\# ' $(MAKEFILE_LIST) | sed -E 's/( [a-z]+)?:[^\#]*\#\# /\t/' | \
	awk -F'\t' -v common=" $(COMMON) " -v shown=$(1) \
	'(index(common, " " $$1 " ") > 0) == shown { printf "  make %-16s %s\n", $$1, $$2 }'

help:
	@$(call list,1)
	@echo "  make help-more        Show all other commands"

help-more:
	@$(call list,0)
	@echo "  make test-LAYER       Build one layer alone, and test it: $(LAYERS)"

build: ## Build the libraries and the demo, in debug
	swift build --product account-demo $(FLAGS)

binary: ## Build the demo as one file that needs no Swift on the machine, and print its size and libraries
	swift build --configuration release --product account-demo --static-swift-stdlib --scratch-path .build/binary
	strip -o .build/account-demo "$$(swift build --configuration release --scratch-path .build/binary --show-bin-path)/account-demo"
	@stat -c '%n: %s bytes' .build/account-demo 2>/dev/null || stat -f '%N: %z bytes' .build/account-demo
	@ldd .build/account-demo 2>/dev/null || otool -L .build/account-demo

figures: binary ## Measure the speed of the full screen, and its cost while idle
	MEASURED_PROGRAM="$$PWD/.build/account-demo" LAYER=AccountDemo .ci/run-tests --configuration release \
		--scratch-path .build/release-screen --no-parallel --filter ScreenFigures
	@grep -E ' ms|bytes sent|idle for' .build/test.log

built:
	swift build --build-tests $(FLAGS)

test: ## Build and run all tests
	.ci/run-tests $(FLAGS)

$(addprefix test-,$(LAYERS)): test-%:
	# The layer alone first: its tests may need Persistence.
	LAYER=$(TARGET_$*) swift build --target $(TARGET_$*) --scratch-path .build/layer-$(TARGET_$*)
	LAYER=$(TARGET_$*) .ci/run-tests --scratch-path .build/layer-$(TARGET_$*)

thorough: ## Run the randomised tests as long as each change requires
	THOROUGHNESS=change $(STORE_TRIALS)
	THOROUGHNESS=change $(POSTGRESQL_TRIALS)
	THOROUGHNESS=change $(SESSION_TRIALS)
	THOROUGHNESS=change $(OTHER_TRIALS)

soak: ## Run the randomised tests for hours, after a change of the store
	THOROUGHNESS=soak $(STORE_TRIALS)
	THOROUGHNESS=soak $(POSTGRESQL_TRIALS)
	# Optimised, because so many sign-ins show a difference in time in a debug build.
	THOROUGHNESS=soak LAYER=App .ci/run-tests --configuration release --scratch-path .build/release-app --filter SignInTiming
	THOROUGHNESS=soak $(SESSION_TRIALS)
	# One after the other: most of them need the main actor, and each has a time limit.
	THOROUGHNESS=soak $(OTHER_TRIALS) --no-parallel --skip SignInTiming

mutants: ## Break a copy of the sources in many ways, one at a time, and check that a test fails
	.ci/mutants $(LAYER)

tsan: ## Run the tests under ThreadSanitizer
	.ci/sanitize thread $(LAYER)

asan: ## Run the tests under AddressSanitizer
	.ci/sanitize address $(LAYER)

coverage: ## Measure line coverage, and fail below 95 % in Domain, Validation, Persistence, Presentation
	.ci/coverage $(LAYER)

fuzz: ## Fuzz each parser, or TARGET alone, for SECONDS (60 by default)
	.ci/fuzz $(or $(SECONDS),60) $(TARGET)

api: ## Compare the public API with that of the last release
	.ci/api-changes

test-urlsession: ## Build and test Networking with URLSessionTransport, which Linux does not have by default
	LAYER=Networking .ci/run-tests --traits URLSession --scratch-path .build/urlsession

test-servers: ## Install real account servers, and test their descriptions
	LAYER=Networking .ci/test-servers --scratch-path .build/layer-Networking

test-postgresql: ## Test accounts in PostgreSQL on servers that the tests start, and install the server as root
	.ci/test-postgresql $(FLAGS)

check-apple: ## Type-check libraries, tests and guides for macOS, iOS, tvOS, watchOS, visionOS and Mac Catalyst, on Linux
	.ci/check-apple

demo: build ## Check the requirements on files in a temporary directory, and show a screen of the app
	@"$$(swift build $(FLAGS) --show-bin-path)/account-demo" tour
	@echo
	@echo "Go on:"
	@printf '  bin=%q\n' "$$(swift build $(FLAGS) --show-bin-path)"
	@echo '  "$$bin/account-demo"         fills the terminal with the app'
	@echo '  "$$bin/account-demo" help    lists the commands'
	@echo '  make tour                  prints every step of the tour'

tour: build ## Print every step of the tour of the five systems
	@"$$(swift build $(FLAGS) --show-bin-path)/account-demo" tour --verbose

pictures: ## Redraw the pictures of the documentation, and show which have changed
	# A test that draws a picture fails, so that no picture is compared with itself.
	LAYER=AccountDemo swift build --build-tests --scratch-path .build/layer-AccountDemo
	! RECORD_SNAPSHOTS=1 LAYER=AccountDemo swift test --skip-build --disable-xctest --scratch-path .build/layer-AccountDemo --filter PictureTests
	LAYER=AccountDemo .ci/run-tests --skip-build --scratch-path .build/layer-AccountDemo --filter PictureTests
	git diff --stat -- Docs/Pictures

manual: ## Write the manual page of the demo to .build/account-demo.1
	MANUAL_PAGE="$$PWD/.build/account-demo.1" LAYER=AccountDemo .ci/run-tests --scratch-path .build/layer-AccountDemo --filter HelpTests

plots: ## Run all benchmarks, and draw the results
	# The exit code 1 means a missed goal, which is drawn like any other.
	swift run --configuration release Benchmarks --json .build/benchmarks.json || [ $$? -eq 1 ]
	swift run --configuration release Benchmarks plot .build/benchmarks.json Docs/Pictures/benchmarks.svg

docs: ## Build the documentation, and fail at an undocumented symbol or a dead link
	.ci/docs $(FLAGS)

aliases: ## Build a package that has a module with the name of one of ours
	mkdir -p .build/aliases
	ln -sfn "$$PWD" .build/aliases/AccountFlow
	rm -rf .build/aliases/Shop
	cp -R Tests/ModuleAliases .build/aliases/Shop
	swift run --package-path .build/aliases/Shop --scratch-path .build/aliases/build $(AT_ONE_GO)

lint: ## Check format and documentation comments
	swift format lint --strict --recursive --parallel $(SOURCES) .ci/undocumented.swift

format: ## Format all sources
	swift format format --in-place --recursive --parallel $(SOURCES) .ci/undocumented.swift

strict: ## Build with warnings and undeclared imports as errors
	swift build --build-tests --scratch-path .build/strict $(STRICT)

gates: ## Check that each gate fails when it should: layers, imports, warnings, linter, documentation, tests
	.ci/prove-gates

# Flags of the Makefile, not of the manifest: in a package that others depend on, errors for warnings would break their
# build with the next compiler.
STRICT := -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error
check ci: FLAGS = --scratch-path .build/check $(STRICT) $(AT_ONE_GO)

check: lint ## Run all checks that each change must pass, except the long ones
	# The gates use no build of this package. Nothing runs beside the tests, because some of them measure time.
	$(MAKE) --jobs 2 built gates FLAGS='$(FLAGS)'
	$(MAKE) test FLAGS='$(FLAGS)'
	$(MAKE) --jobs 2 docs aliases FLAGS='$(FLAGS)'

ci: check ## Run all checks that each change must pass
	$(MAKE) thorough FLAGS='$(FLAGS)'
	# The real servers mostly wait: for their installation and for each other.
	$(MAKE) --jobs 2 real-servers check-apple FLAGS='$(FLAGS)'
	$(MAKE) --jobs 2 tools-gates apple-gates

# Parts of `ci`.
real-servers:
	.ci/test-servers $(FLAGS)
	.ci/test-postgresql $(FLAGS)

tools-gates apple-gates: %-gates:
	.ci/prove-gates $*

clean: ## Remove all build directories
	rm -rf .build
