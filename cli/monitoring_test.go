package main

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
)

var updateMetrics = flag.Bool("update-metrics", false, "write testdata/metrics.json")

// The list of exported metrics is up to date: tools/proof/monitoring checks the shipped alert rules and dashboard against it.
func TestMetricsAreListed(t *testing.T) {
	t.Parallel()
	const file = "testdata/metrics.json"
	got := startWatched(t, nil).metricLabels(t)
	if *updateMetrics {
		raw, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(raw, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want metricLabels
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("metrics (-listed +exported); run with -update-metrics if this is intended:\n%s", diff)
	}
}

// metricLabels lists the metrics that a process exports: the labels of each metric by its name, and the labels' values
// at the start.
type metricLabels map[string]map[string][]string

// ourMetrics matches the listed metrics: the product's, and those of the Go runtime that don't change with its version.
var ourMetrics = regexp.MustCompile("^(cojoin_|process_|go_goroutines$)")

var (
	descName   = regexp.MustCompile(`fqName: "([^"]+)"`)
	descLabels = regexp.MustCompile(`(?:constLabels: \{([^}]*)\}, )?variableLabels: \{([^}]*)\}`)
	constLabel = regexp.MustCompile(`(\w+)="[^"]*"`)
)

// metricLabels includes series that have no value yet.
func (w *watchedStack) metricLabels(t *testing.T) metricLabels {
	t.Helper()
	descs := make(chan *prometheus.Desc, 1000)
	w.Metrics.Registry.Describe(descs)
	close(descs)
	known := metricLabels{}
	for d := range descs {
		name, found := descName.FindStringSubmatch(d.String())[1], descLabels.FindStringSubmatch(d.String())
		if !ourMetrics.MatchString(name) {
			continue
		}
		known[name] = map[string][]string{}
		for _, label := range strings.Split(constLabel.ReplaceAllString(found[1], "$1")+","+found[2], ",") {
			if label != "" {
				known[name][label] = []string{}
			}
		}
	}
	families, err := w.Metrics.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			for _, label := range m.GetLabel() {
				values := known[family.GetName()]
				if values != nil && !slices.Contains(values[label.GetName()], label.GetValue()) {
					values[label.GetName()] = append(values[label.GetName()], label.GetValue())
				}
			}
		}
	}
	for _, values := range known {
		for _, v := range values {
			slices.Sort(v)
		}
	}
	return known
}
