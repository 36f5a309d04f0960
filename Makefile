# Each target is a short call of the tools. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

ADDR ?= 127.0.0.1:8080
DATA ?=
PNPM := npx -y pnpm@12.21.0
GOTOOL = go tool -modfile=tools/$(1)/go.mod $(1)
# Go's tests wait for Postgres and other processes nearly as long as they compute, so twice as many run in parallel as there are processors.
AT_ONCE = $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
export GOFLAGS := -buildvcs=false
export STORYBOOK_DISABLE_TELEMETRY := 1
export npm_config_update_notifier := false

WIDGET_SOURCES := $(shell find widget/src widget/join widget/vite widget/public sdk/text -type f 2>/dev/null) $(wildcard widget/*.ts widget/*.json widget/*.html)

.PHONY: help data dev build widget library storybook test test-full test-go test-go-raced test-go-rest test-go-all test-privacy test-proof test-mutants test-mutants-widget test-outside test-widget test-stories test-stories-second test-e2e test-e2e-rest mutate mutate-packages mutate-widget chaos provider-tests rehearse release image check check-long gen bench bench-page bench-cost bench-crowd bench-endpoints bench-growth sbom audit install needs needs-full clean

help: ## list the targets
	@awk 'BEGIN{FS=":.*## "; print "make …"} /^[a-z0-9-]+:.*## /{printf "  %-14s %s\n",$$1,$$2}' $(MAKEFILE_LIST)
	@echo "Settings: make dev ADDR=127.0.0.1:18080 DATA=/some/folder; DATABASE_URL uses your own Postgres."

dev: build ## run Postgres, the provider's sandbox, server and workers; prints the addresses
	@exec bin/cojoin dev --addr $(ADDR) $(if $(DATA),--data $(DATA))

build: widget/dist/join/index.html ## build bin/cojoin, with the widget inside
	@go build -o node_modules/.cache/cojoin ./cli
	@mkdir -p bin
	@cmp -s node_modules/.cache/cojoin bin/cojoin || cp -f node_modules/.cache/cojoin bin/cojoin # as go build touches its file, and tests that read the file would run again

widget: widget/dist/join/index.html ## build the widget's bundles in widget/dist
widget/dist/join/index.html: node_modules/.modules.yaml $(WIDGET_SOURCES)
	@$(PNPM) --filter @cojoin/widget build
	@touch $@

library: widget/lib/index.js ## build the widget's npm package in widget/lib
widget/lib/index.js: node_modules/.modules.yaml $(WIDGET_SOURCES)
	@$(PNPM) --filter @cojoin/widget build:lib
	@touch $@

install: node_modules/.modules.yaml ## install the locked npm packages
node_modules/.modules.yaml: pnpm-lock.yaml pnpm-workspace.yaml package.json widget/package.json storybook/package.json
	@$(PNPM) install --frozen-lockfile
	@touch $@

storybook: install ## serve every screen in every state at http://127.0.0.1:6006
	@$(PNPM) --filter @cojoin/storybook dev

# Packages with goroutines of their own. `make test` runs these under the race detector, `make test-full` all packages.
RACED := ./sdk/internal/engine/payments ./sdk/internal/core ./sdk/internal/pg ./jobs ./apiserver
# Go caches a package's test result until the package, one of its imports or a file read by a test changes.
# Less frequent garbage collection (GOGC=400) saves a fifth of the time.
GOTEST = GOGC=400 TEST_BINARY=$(CURDIR)/bin/cojoin $(call GOTOOL,gotestsum) --format pkgname --hide-summary=skipped $(if $(CI),--rerun-fails=1 --rerun-fails-max-failures=2 --rerun-fails-report=$(RETRIED)/$@.txt)
TESTFLAGS = -vet=off -ldflags=-s -timeout 15m -p $(AT_ONCE) -parallel $(AT_ONCE)
# Two parts run at a time, because each leaves processors idle while it starts, waits and ends. A failed part doesn't stop the others.
# With CI set, a failed test runs a second time; the last lines list these tests, and CI keeps the list.
export RETRIED ?= $(CURDIR)/test-results/retried
parts = @rm -rf $(RETRIED)/$@; mkdir -p $(RETRIED)/$@; failed=0; $(MAKE) RETRIED=$(RETRIED)/$@ -k -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) $(1) || failed=$$?; \
	tools/retried $(RETRIED)/$@; exit $$failed
export TIMEFORMAT = %0R s, of processors %0U s + %0S s

test: needs build library ## run every Go and widget test, every story in one look, and the smoke set of browser journeys
	$(call parts,test-go-raced test-stories test-go-rest test-e2e test-widget)
test-full: needs needs-full build library ## run the rest: the race detector everywhere, 1,000 histories of exported and erased people, the stories' second look, the other journeys, short runs of faults and loads, and deliberate breakages
	$(call parts,test-go-all test-privacy test-stories-second test-e2e-rest test-proof test-outside test-mutants test-mutants-widget)
test-go: test-go-raced test-go-rest ## run the Go tests alone; unchanged packages come from the cache
test-go-raced: build
	@mkdir -p $(RETRIED)
	@time $(GOTEST) --packages="$(RACED)" -- -race $(TESTFLAGS)
test-go-rest: build
	@mkdir -p $(RETRIED)
	@time $(GOTEST) --packages="$$(go list ./... | grep -vxF "$$(go list $(RACED))" | tr '\n' ' ')" -- $(TESTFLAGS)
test-go-all: build
	@mkdir -p $(RETRIED)
	@time $(GOTEST) --packages=./... -- -race $(TESTFLAGS)
test-privacy:
	@time go test ./sdk/internal/engine/subjects -count=1 -vet=off -timeout 60m -run 'TestHistoriesKeepPrivacy|TestDumpHasNoPersonalDataInClear' -args -privacy.histories=1000 -privacy.signups=2000
test-proof: build
	@time go test ./sdk/database -run TestSignUpsDuringMigration -count=1 -vet=off -timeout 15m -v -args -reader=25s
	@time TEST_BINARY=$(CURDIR)/bin/cojoin go -C tools/proof test -race -vet=off -count=1 -timeout 15m ./...
test-outside: build ## attack a running server from outside, by HTTP and the command line; NAME=wave runs one check
	@time for check in tools/outside/$(or $(NAME),*).mjs; do [ "$$check" = tools/outside/outside.mjs ] || { echo "== $$check"; node "$$check"; } || exit 1; done
test-mutants: build
	@time go -C tools/mutate test -vet=off ./...
	@time go -C tools/mutate run . gate
test-widget: library ## run the widget's unit tests alone
	@time $(PNPM) --filter @cojoin/widget test
test-stories: install ## run the stories as tests, with accessibility checks
	@time $(PNPM) --filter @cojoin/storybook test
test-stories-second: install
	@time $(PNPM) --filter @cojoin/storybook test:second
test-e2e: build library ## run the smoke set of browser journeys alone
	@time $(PNPM) --filter @cojoin/widget e2e --grep 'desktop.*@smoke'
test-e2e-rest: build library
	@time $(PNPM) --filter @cojoin/widget e2e --grep-invert 'desktop.*@smoke|@long'
test-mutants-widget: build library ## break the widget in known ways; fails if the named test passes; WORD=nonce selects breakages
	@time $(PNPM) --filter @cojoin/widget test:mutants $(WORD)

mutate: build ## break the functions that differ from main (or REV=commit) line by line, and print the survivors; under five minutes
	@go -C tools/mutate run . -within 4m50s change $(or $(REV),main)

mutate-packages: build ## break whole packages (PACKAGES="sdk/internal/engine/batches sdk/money"; default: the judged ones) for a while (WITHIN=30m); resumes the last run of this working tree
	@go -C tools/mutate run . -within $(or $(WITHIN),3h) packages $(PACKAGES)

mutate-widget: install ## break the widget's functions the same way
	@$(PNPM) --filter @cojoin/widget mutate $(or $(REV),main)

chaos: ## run payments, renewals, refunds and events under kill -9 and every fault: 500 orders, 20 kills at each point (ORDERS=10000: an hour, with kills at any moment)
	@go -C tools/proof test ./chaos -count=1 -v -timeout 180m -args -chaos.orders=$(or $(ORDERS),500) -chaos.kills=20 $(if $(ORDERS),-chaos.customers=32 -chaos.lives=20s)

provider-tests: ## run the tests of Braintree's Go client against the sandbox; lists failures with reasons
	@tools/braintree-go

rehearse: ## rehearse and measure rare operations on one machine: NAME=bare, compose, diagnose, failover, matrix, restore or upgrade; without NAME, a description of each; RELEASE=tag to upgrade from, REPORT=file for the result
	@go -C tools/proof run ./rehearsal $(if $(RELEASE),-release $(RELEASE)) $(if $(REPORT),-report $(abspath $(REPORT))) $(NAME)

check: install widget ## check formatting, linters, types, imports, prose, generated code, bundle sizes and the breakages' targets
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "run: gofmt -w on these files"; exit 1; }
	@go vet ./... && go -C tools/proof vet ./... && go -C tools/image vet ./... && go -C tools/mutate vet ./...
	@$(call GOTOOL,golangci-lint) run ./...
	@for m in proof image mutate; do (cd tools/$$m && go tool -modfile=../golangci-lint/go.mod golangci-lint run ./...); done
	@$(PNPM) --filter @cojoin/widget check
	@$(PNPM) --filter @cojoin/storybook check
	@cd tools/deploy && go test -count=1 ./...
	@cd tools/image && go test ./...
	@tools/words
	@tools/prose.mjs
	@tools/drift
	@go -C tools/mutate run . -list gate >/dev/null

check-long: export TEST_POSTGRES = container
check-long: test ## run for hours: 100,000 property cases, a minute of fuzzing each, breakages of whole packages, every theme and language of the stories, 35 % longer, spaced, zoomed, the screens in three brands; the journeys in a Chromium with windows
	@tools/long

gen: install ## write the generated files: SQL, OpenAPI, the widget's client and rules, reference; PART=texts after a change of sdk/text alone, or "api errors" (tools/gen lists the parts)
	@tools/gen $(PART)

data: ## fetch the look-up data again (countries, time zones, phone codes, emoji) from CLDR, tz, libphonenumber, Unicode: docs/look-up-data.md
	@go run ./sdk/internal/gen data

bench: ## measure rules, quotes and a load on the whole product, as ratios with aims; four minutes
	@go test -run '^$$' -bench . -benchtime 200ms -benchmem ./sdk/form ./sdk/price ./sdk/money
	@go -C tools/proof test ./bench -run TestLoad -count=1 -v -timeout 20m -args -load.round=4s -load.rounds=3

bench-page: build ## measure the first screen on a slow phone (4 times slower, 1.6 Mbit/s, 150 ms), hosted and embedded; a minute
	@$(PNPM) --filter @cojoin/widget bench

bench-cost: build ## count a sign-up's statements, commits, log bytes and in-place updates in Postgres, each against its budget; a minute
	@TEST_BINARY=$(CURDIR)/bin/cojoin go -C tools/proof test ./bench -run TestCost -count=1 -v -timeout 10m -args -cost.signups=40

bench-crowd: build ## let 256 clients sign up at the same moment, and count the refused calls; two minutes
	@TEST_BINARY=$(CURDIR)/bin/cojoin go -C tools/proof test ./bench -run TestCrowd -count=1 -v -timeout 10m -args -crowd.clients=256 -load.rounds=3

bench-endpoints: build ## measure sign-ups and events beside a silent and a refusing application; three minutes
	@TEST_BINARY=$(CURDIR)/bin/cojoin go -C tools/proof test ./bench -run TestEndpoints -count=1 -v -timeout 10m -args -load.round=10s -load.rounds=5

bench-growth: ## measure the load on 10,000 and 1,000,000 sign-ups, and 100,000 more within the last hour; needs 14 GB of disk
	@go -C tools/proof test ./bench -run TestGrowth -count=1 -v -timeout 90m -args -load.round=5s -load.rounds=4 -growth.large=1000000 -growth.hour=100000

image: widget/dist/join/index.html ## build the container image without a container engine: bin/cojoin-image.tar for docker load and podman load; PUSH=registry.example.com/cojoin:1.2.0 pushes it instead; ARCH=arm64
	@CGO_ENABLED=0 GOOS=linux GOARCH=$(or $(ARCH),amd64) go build -trimpath -ldflags="-s -w" -o bin/linux/cojoin ./cli
	@go -C tools/image run . $(if $(PUSH),-push -tag $(PUSH),-out $(CURDIR)/bin/cojoin-image.tar -tag cojoin:$$(sed -n 's/^const Version = "\(.*\)"/\1/p' apiserver/openapi.go)) $(CURDIR)/bin/linux/cojoin

release: ## move .changes/unreleased into CHANGELOG.md as VERSION=1.2.0, set the version everywhere, commit and tag; pushes nothing
	@tools/release $(VERSION)

sbom: build ## write bills of materials (CycloneDX) of binary and widget to bin/
	@tools/sbom

audit: install ## check Go modules and npm packages against the databases of vulnerabilities
	@tools/audit

needs:
	@command -v cc >/dev/null || { echo "make test needs a C compiler (race detector): apt-get install -y gcc libc6-dev"; exit 1; }
	@command -v $${CHROMIUM:-chromium-headless-shell} >/dev/null || command -v chromium >/dev/null || { echo "make test needs Chromium: apt-get install -y chromium-headless-shell (sooner done) or chromium"; exit 1; }

needs-full:
	@command -v $${CHROMIUM:-chromium} >/dev/null || { echo "make test-full needs Chromium itself, as its windowless part has no autofill: apt-get install -y chromium"; exit 1; }

clean: ## remove build results; downloads and data folders stay
	@rm -rf bin widget/dist/* widget/lib storybook/storybook-static
