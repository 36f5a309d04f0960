# Every target is one line over the tools' own commands. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

ADDR ?= 127.0.0.1:8080
DATA ?=
PNPM := npx -y pnpm@12.21.0
GOTOOL = go tool -modfile=tools/$(1)/go.mod $(1)
# Go's tests wait for Postgres and other processes nearly as long as they compute: run twice as many in parallel as there are processors.
AT_ONCE = $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
export GOFLAGS := -buildvcs=false
export STORYBOOK_DISABLE_TELEMETRY := 1
export npm_config_update_notifier := false

WIDGET_SOURCES := $(shell find widget/src widget/join widget/vite widget/public sdk/text -type f 2>/dev/null) $(wildcard widget/*.ts widget/*.json widget/*.html)

.PHONY: help data dev build widget library storybook test test-full test-go test-go-raced test-go-rest test-go-all test-privacy test-proof test-mutants test-mutants-widget test-outside test-widget test-stories test-stories-second test-e2e test-e2e-rest mutate mutate-packages mutate-widget chaos provider-tests rehearse release image check check-long gen bench bench-page bench-cost bench-crowd bench-endpoints bench-growth sbom audit install needs needs-full clean

help: ## lists the targets
	@awk 'BEGIN{FS=":.*## "; print "make …"} /^[a-z0-9-]+:.*## /{printf "  %-14s %s\n",$$1,$$2}' $(MAKEFILE_LIST)
	@echo "Settings: make dev ADDR=127.0.0.1:18080 DATA=/some/folder; DATABASE_URL uses your own Postgres."

dev: build ## runs everything: Postgres, the provider's sandbox, server, workers; prints the addresses
	@exec bin/cojoin dev --addr $(ADDR) $(if $(DATA),--data $(DATA))

build: widget/dist/join/index.html ## builds bin/cojoin, which includes the widget
	@go build -o node_modules/.cache/cojoin ./cli
	@mkdir -p bin
	@cmp -s node_modules/.cache/cojoin bin/cojoin || cp -f node_modules/.cache/cojoin bin/cojoin # as go build touches its file, and tests that read the file would run again

widget: widget/dist/join/index.html ## builds the widget's bundles in widget/dist
widget/dist/join/index.html: node_modules/.modules.yaml $(WIDGET_SOURCES)
	@$(PNPM) --filter @cojoin/widget build
	@touch $@

library: widget/lib/index.js ## builds the widget's npm package in widget/lib
widget/lib/index.js: node_modules/.modules.yaml $(WIDGET_SOURCES)
	@$(PNPM) --filter @cojoin/widget build:lib
	@touch $@

install: node_modules/.modules.yaml ## installs the npm packages, exactly as locked
node_modules/.modules.yaml: pnpm-lock.yaml pnpm-workspace.yaml package.json widget/package.json storybook/package.json
	@$(PNPM) install --frozen-lockfile
	@touch $@

storybook: install ## every screen in every state, at http://127.0.0.1:6006
	@$(PNPM) --filter @cojoin/storybook dev

# Packages with goroutines of their own: `make test` runs their tests under the race detector, and `make test-full` runs every package's.
RACED := ./sdk/internal/engine/payments ./sdk/internal/core ./sdk/internal/pg ./jobs ./apiserver
# Go keeps the result of a package's tests until the package, one that it imports, or a file that a test reads changes.
# The compiler and the tests collect garbage a quarter as often as usual, which saves them a fifth of their time.
GOTEST = GOGC=400 TEST_BINARY=$(CURDIR)/bin/cojoin $(call GOTOOL,gotestsum) --format pkgname --hide-summary=skipped $(if $(CI),--rerun-fails=1 --rerun-fails-max-failures=2 --rerun-fails-report=$(RETRIED)/$@.txt)
TESTFLAGS = -vet=off -ldflags=-s -timeout 15m -p $(AT_ONCE) -parallel $(AT_ONCE)
# Two parts at a time: each of them leaves processors idle while it starts, waits and ends. Each says what it took; one that fails stops no other.
# The last lines name the tests that failed and then passed, which only happens where CI is set; CI keeps their list.
export RETRIED ?= $(CURDIR)/test-results/retried
parts = @rm -rf $(RETRIED)/$@; mkdir -p $(RETRIED)/$@; failed=0; $(MAKE) RETRIED=$(RETRIED)/$@ -k -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) $(1) || failed=$$?; \
	tools/retried $(RETRIED)/$@; exit $$failed
export TIMEFORMAT = %0R s, of processors %0U s + %0S s

test: needs build library ## every Go and widget test, every story in one look, a smoke set of the browser journeys; under five minutes
	$(call parts,test-go-raced test-stories test-go-rest test-e2e test-widget)
test-full: needs needs-full build library ## what `make test` leaves out: the race detector everywhere, 1,000 histories of people whose data is copied and erased, the second look of the stories, the other journeys, faults and loads in short form, breakages that tests have to notice
	$(call parts,test-go-all test-privacy test-stories-second test-e2e-rest test-proof test-outside test-mutants test-mutants-widget)
test-go: test-go-raced test-go-rest ## the Go tests alone; packages that nothing has changed for are not run again
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
test-outside: build ## what a stranger can do to a running server, by the command line and HTTP alone; NAME=wave runs one check
	@time for check in tools/outside/$(or $(NAME),*).mjs; do [ "$$check" = tools/outside/outside.mjs ] || { echo "== $$check"; node "$$check"; } || exit 1; done
test-mutants: build
	@time go -C tools/mutate test -vet=off ./...
	@time go -C tools/mutate run . gate
test-widget: library ## the widget's unit tests alone
	@time $(PNPM) --filter @cojoin/widget test
test-stories: install ## the stories as tests, with accessibility checks
	@time $(PNPM) --filter @cojoin/storybook test
test-stories-second: install
	@time $(PNPM) --filter @cojoin/storybook test:second
test-e2e: build library ## the smoke set of the browser journeys alone
	@time $(PNPM) --filter @cojoin/widget e2e --grep 'desktop.*@smoke'
test-e2e-rest: build library
	@time $(PNPM) --filter @cojoin/widget e2e --grep-invert 'desktop.*@smoke|@long'
test-mutants-widget: build library ## breaks the widget in known ways, and fails where the test that is named for it doesn't notice; WORD=nonce takes those with the word
	@time $(PNPM) --filter @cojoin/widget test:mutants $(WORD)

mutate: build ## breaks the functions that differ from main (or REV=a commit), one line at a time, and prints what no test notices; under five minutes
	@go -C tools/mutate run . -within 4m50s change $(or $(REV),main)

mutate-packages: build ## breaks whole packages (PACKAGES="sdk/internal/engine/batches sdk/money"; else those that are judged), as far as the time lasts (WITHIN=30m); goes on where the last run of the same working tree stopped
	@go -C tools/mutate run . -within $(or $(WITHIN),3h) packages $(PACKAGES)

mutate-widget: install ## the same for the widget's functions and unit tests
	@$(PNPM) --filter @cojoin/widget mutate $(or $(REV),main)

chaos: ## payments, renewals, refunds and the events of them under kill -9 and every fault, long: 500 orders, 20 kills at each point (ORDERS=10000: an hour, with kills at any moment); prints its figures
	@go -C tools/proof test ./chaos -count=1 -v -timeout 180m -args -chaos.orders=$(or $(ORDERS),500) -chaos.kills=20 $(if $(ORDERS),-chaos.customers=32 -chaos.lives=20s)

provider-tests: ## the tests of Braintree's own Go client against our sandbox; lists what fails and why
	@tools/braintree-go

rehearse: ## does on one machine what operators hope to do seldom, and measures it: NAME=bare, compose, diagnose, failover, matrix, restore or upgrade; without NAME, what each does and needs; RELEASE=<tag or commit> to upgrade from, REPORT=<file> keeps what it told
	@go -C tools/proof run ./rehearsal $(if $(RELEASE),-release $(RELEASE)) $(if $(REPORT),-report $(abspath $(REPORT))) $(NAME)

check: install widget ## formatting, linters, types, imports, words, generated code, weights, that what the breakages break is there
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
check-long: test ## longer: 100,000 property cases, a minute of fuzzing each, breakages of whole packages, every theme and language of the stories, 35 % longer, spaced, zoomed, the screens in three brands; the journeys in a Chromium with windows
	@tools/long

gen: install ## everything that is generated: SQL, OpenAPI, the widget's client and rules, reference; PART=texts after a change of sdk/text alone, or "api errors" (tools/gen lists the parts)
	@tools/gen $(PART)

data: ## fetches the look-up data again (countries, time zones, phone codes, emoji) from CLDR, tz, libphonenumber, Unicode: docs/look-up-data.md
	@go run ./sdk/internal/gen data

bench: ## rules and quotes, and a load on everything: ratios of one run, each with its aim; four minutes
	@go test -run '^$$' -bench . -benchtime 200ms -benchmem ./sdk/form ./sdk/price ./sdk/money
	@go -C tools/proof test ./bench -run TestLoad -count=1 -v -timeout 20m -args -load.round=4s -load.rounds=3

bench-page: build ## the first screen on a slow phone (4 times slower, 1.6 Mbit/s, 150 ms), hosted and embedded; a minute
	@$(PNPM) --filter @cojoin/widget bench

bench-cost: build ## statements, commits, log and in-place updates of a whole sign-up, by Postgres' own counters, each with its budget; a minute
	@TEST_BINARY=$(CURDIR)/bin/cojoin go -C tools/proof test ./bench -run TestCost -count=1 -v -timeout 10m -args -cost.signups=40

bench-crowd: build ## 256 clients sign up at the same moment: who is turned away, and at which call; two minutes
	@TEST_BINARY=$(CURDIR)/bin/cojoin go -C tools/proof test ./bench -run TestCrowd -count=1 -v -timeout 10m -args -crowd.clients=256 -load.rounds=3

bench-endpoints: build ## sign-ups and events beside applications that take no events: a silent one and one that refuses; three minutes
	@TEST_BINARY=$(CURDIR)/bin/cojoin go -C tools/proof test ./bench -run TestEndpoints -count=1 -v -timeout 10m -args -load.round=10s -load.rounds=5

bench-growth: ## the same load on 10,000 and 1,000,000 sign-ups, and 100,000 more within the last hour; needs 14 GB of disk for the time
	@go -C tools/proof test ./bench -run TestGrowth -count=1 -v -timeout 90m -args -load.round=5s -load.rounds=4 -growth.large=1000000 -growth.hour=100000

image: widget/dist/join/index.html ## the container image, built without a container engine: bin/cojoin-image.tar for docker load and podman load; PUSH=registry.example.com/cojoin:1.2.0 sends it to a registry instead; ARCH=arm64
	@CGO_ENABLED=0 GOOS=linux GOARCH=$(or $(ARCH),amd64) go build -trimpath -ldflags="-s -w" -o bin/linux/cojoin ./cli
	@go -C tools/image run . $(if $(PUSH),-push -tag $(PUSH),-out $(CURDIR)/bin/cojoin-image.tar -tag cojoin:$$(sed -n 's/^const Version = "\(.*\)"/\1/p' apiserver/openapi.go)) $(CURDIR)/bin/linux/cojoin

release: ## moves .changes/unreleased into CHANGELOG.md as VERSION=1.2.0, sets the version everywhere, commits and tags it; pushes nothing
	@tools/release $(VERSION)

sbom: build ## bills of materials (CycloneDX) in bin/, of the binary and of the widget
	@tools/sbom

audit: install ## known weaknesses of the Go modules and npm packages that are used; asks their data bases
	@tools/audit

needs:
	@command -v cc >/dev/null || { echo "make test needs a C compiler (race detector): apt-get install -y gcc libc6-dev"; exit 1; }
	@command -v $${CHROMIUM:-chromium-headless-shell} >/dev/null || command -v chromium >/dev/null || { echo "make test needs Chromium: apt-get install -y chromium-headless-shell (sooner done) or chromium"; exit 1; }

needs-full:
	@command -v $${CHROMIUM:-chromium} >/dev/null || { echo "make test-full needs Chromium itself, as its windowless part has no autofill: apt-get install -y chromium"; exit 1; }

clean: ## what was built; downloads and data folders stay
	@rm -rf bin widget/dist/* widget/lib storybook/storybook-static
