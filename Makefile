# Everything here needs a Swift 6.2+ toolchain and nothing else.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# The parts of a check build on each other.
.NOTPARALLEL:

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
	--filter 'Crash|Fault|Killed|Model|Damage|Vanished|FolderLock|GroupCommit'
OTHER_TRIALS := .ci/run-tests --filter 'SignInTiming|RandomWalk|ConstantTime|IdentifierSource|CurlEndurance|FrameWriter|FullScreenApp'

.PHONY: help build test thorough soak $(addprefix test-,$(LAYERS)) aliases pictures test-urlsession demo lint format strict gates check clean

help: ## Show what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | awk -F'\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'
	@echo "  make test-LAYER   Build and test one layer with only what it needs: $(LAYERS)"

build: ## Build everything, for debugging
	swift build

test: ## Run every test
	.ci/run-tests

$(addprefix test-,$(LAYERS)): test-%:
	LAYER=$(TARGET_$*) .ci/run-tests --scratch-path .build/layer-$(TARGET_$*)

thorough: ## Try as many crashes, faults, races and random walks as every change has to survive
	THOROUGHNESS=change $(STORE_TRIALS)
	THOROUGHNESS=change $(OTHER_TRIALS)

soak: ## Try as many of them as a night is needed for
	THOROUGHNESS=soak $(STORE_TRIALS)
	THOROUGHNESS=soak $(OTHER_TRIALS)

test-urlsession: ## Build and test Networking with URLSessionTransport, which Linux does not have by default
	LAYER=Networking URLSESSION=1 .ci/run-tests --scratch-path .build/urlsession

demo: ## Play the tour of an account's life in a fresh folder
	swift build --configuration release --product account-demo
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	"$$(swift build --configuration release --show-bin-path)/account-demo" --data "$$folder/accounts" tour
	@echo
	@echo "Go on by yourself:"
	@printf '  bin=%q\n' "$$(swift build --configuration release --show-bin-path)"
	@echo '  "$$bin/account-demo" sign-up abcdef@gmail.com --nickname Kim'
	@echo '  "$$bin/account-demo" help'

pictures: ## Draw the pictures of the documentation anew, and tell which have changed
	RECORD_SNAPSHOTS=1 LAYER=AccountDemo swift test --disable-xctest --scratch-path .build/layer-AccountDemo --filter PictureTests
	git diff --stat -- Docs/Pictures

aliases: ## Build a package that has a module of the same name as ours
	mkdir -p .build/aliases
	ln -sfn "$$PWD" .build/aliases/AccountFlow
	rm -rf .build/aliases/Shop
	cp -R Tests/ModuleAliases .build/aliases/Shop
	swift run --package-path .build/aliases/Shop --scratch-path .build/aliases/build

lint: ## Check format and documentation comments
	swift format lint --strict --recursive --parallel $(SOURCES)

format: ## Put all sources into format
	swift format format --in-place --recursive --parallel $(SOURCES)

strict: ## Build with warnings and undeclared imports as errors
	STRICT=1 swift build --build-tests --scratch-path .build/strict --explicit-target-dependency-import-check error

gates: ## Show that every gate can fail
	.ci/prove-gates

check: lint strict test thorough gates aliases ## Do all that a change has to pass

clean: ## Remove what was built
	rm -rf .build
