package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/promql/parser"
)

const monitoringFolder = "../examples/monitoring/"

// The alert rules and the dashboard that are shipped can be read by Prometheus, and every metric that they
// name is one that a server or worker has.
func TestMonitoringNamesMetricsThatExist(t *testing.T) {
	t.Parallel()
	known := startWatched(t, nil).metricNames(t)
	expressions := map[string]string{}
	for _, g := range alertGroups(t) {
		for _, rule := range g.Rules {
			if _, err := model.ParseDuration(rule.For); rule.For != "" && err != nil {
				t.Errorf("alert %s: for: %v", rule.Alert, err)
			}
			if rule.Annotations["summary"] == "" || rule.Annotations["description"] == "" || rule.Labels["severity"] == "" {
				t.Errorf("alert %s lacks a summary, a description or a severity", rule.Alert)
			}
			expressions["alert "+rule.Alert] = rule.Expr
		}
	}
	for title, expr := range dashboardExpressions(t) {
		expressions["panel "+title] = expr
	}
	if len(expressions) < 20 {
		t.Errorf("only %d expressions were found", len(expressions))
	}
	for where, expr := range expressions {
		parsed, err := parser.ParseExpr(strings.ReplaceAll(expr, "$__rate_interval", "5m"))
		if err != nil {
			t.Errorf("%s: %v", where, err)
			continue
		}
		parser.Inspect(parsed, func(n parser.Node, _ []parser.Node) error {
			if s, ok := n.(*parser.VectorSelector); ok && !slices.Contains(known, s.Name) {
				t.Errorf("%s names %s, which nothing exports", where, s.Name)
			}
			return nil
		})
	}
}

type alertGroup struct {
	Name  string `yaml:"name"`
	Rules []struct {
		Alert       string            `yaml:"alert"`
		Expr        string            `yaml:"expr"`
		For         string            `yaml:"for"`
		Labels      map[string]string `yaml:"labels"`
		Annotations map[string]string `yaml:"annotations"`
	} `yaml:"rules"`
}

// alertGroups reads the rules as strictly as Prometheus does: a field that it doesn't know is a mistake.
func alertGroups(t *testing.T) []alertGroup {
	t.Helper()
	raw, err := os.ReadFile(monitoringFolder + "alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Groups []alertGroup `yaml:"groups"`
	}
	if err := yaml.UnmarshalWithOptions(raw, &file, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return file.Groups
}

var descName = regexp.MustCompile(`fqName: "([^"]+)"`)

// metricNames gives the names of all series that may come, those without a value yet among them.
func (w *watchedStack) metricNames(t *testing.T) []string {
	t.Helper()
	descs := make(chan *prometheus.Desc, 1000)
	w.metrics.registry.Describe(descs)
	close(descs)
	names := []string{"up"}
	for d := range descs {
		name := descName.FindStringSubmatch(d.String())[1]
		names = append(names, name, name+"_bucket", name+"_sum", name+"_count")
	}
	if len(names) < 40 {
		t.Fatalf("only %d metric names were found", len(names))
	}
	return names
}

func dashboardExpressions(t *testing.T) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(monitoringFolder + "dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(raw, &board); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, p := range board.Panels {
		for i, target := range p.Targets {
			out[p.Title+string(rune('a'+i))] = target.Expr
		}
	}
	return out
}
