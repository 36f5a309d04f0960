// Package monitoring checks the alert rules and the dashboard in examples/monitoring against the metrics that cojoin exports. It is in this
// module because Prometheus' parser brings more dependencies than the product has.
package monitoring

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

const (
	monitoringFolder = "../../../examples/monitoring/"
	metricsFile      = "../../../cli/testdata/metrics.json"
)

// Prometheus can parse the shipped alert rules and dashboard, and a server or worker exports every metric and label in them. Every label value that
// they select exists from the start: the rate of a new series is empty.
func TestMonitoringNamesMetricsThatExist(t *testing.T) {
	t.Parallel()
	known := listedMetrics(t)
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
			switch n := n.(type) {
			case *parser.VectorSelector:
				known.check(t, where, n.Name, n.LabelMatchers)
			case *parser.AggregateExpr:
				parser.Inspect(n.Expr, func(inner parser.Node, _ []parser.Node) error {
					if s, ok := inner.(*parser.VectorSelector); ok {
						known.checkLabels(t, where, s.Name, n.Grouping)
					}
					return nil
				})
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

// alertGroups parses the rules as strictly as Prometheus does: an unknown field is an error.
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

// metricLabels lists a process's exported metrics: the labels of each metric by its name, with their values at the start.
type metricLabels map[string]map[string][]string

// callMetric matches the metrics with series that appear at the first call of a kind, or with an endpoint added by an operator: they are unknown at
// the start. An endpoint's are gauges, read from the database, so alerts take no rate of them.
var callMetric = regexp.MustCompile("^cojoin_(http|gateway|host)_")

// listedMetrics reads the list, and adds the series of histograms and Prometheus' own metrics.
func listedMetrics(t *testing.T) metricLabels {
	t.Helper()
	raw, err := os.ReadFile(metricsFile)
	if err != nil {
		t.Fatal(err)
	}
	var listed metricLabels
	if err := json.Unmarshal(raw, &listed); err != nil {
		t.Fatal(err)
	}
	known := metricLabels{"up": {}}
	for name, values := range listed {
		values["le"] = nil
		for _, series := range []string{name, name + "_bucket", name + "_sum", name + "_count"} {
			known[series] = values
		}
	}
	if len(known) < 40 {
		t.Fatalf("only %d metric names were found", len(known))
	}
	return known
}

// check fails the test if a selector names a metric or label that isn't exported.
func (known metricLabels) check(t *testing.T, where, name string, matchers []*labels.Matcher) {
	t.Helper()
	values, ok := known[name]
	if !ok {
		t.Errorf("%s names %s, which nothing exports", where, name)
		return
	}
	for _, m := range matchers {
		if m.Name == labels.MetricName || m.Name == "job" { // the scrape's own
			continue
		}
		known.checkLabels(t, where, name, []string{m.Name})
		if m.Type != labels.MatchNotRegexp && !callMetric.MatchString(name) && !slices.ContainsFunc(values[m.Name], m.Matches) {
			t.Errorf("%s selects %s of %s, which only has %q at the start", where, m, name, values[m.Name])
		}
	}
}

func (known metricLabels) checkLabels(t *testing.T, where, name string, names []string) {
	t.Helper()
	for _, label := range names {
		if _, ok := known[name][label]; !ok && label != "instance" {
			t.Errorf("%s names the label %s, which %s doesn't have", where, label, name)
		}
	}
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

// Each alert links to a section with its remedy, and each section belongs to an alert.
func TestAlertsHaveASection(t *testing.T) {
	t.Parallel()
	alerts, err := os.ReadFile("../../../examples/monitoring/alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/how-to/alerts.md")
	if err != nil {
		t.Fatal(err)
	}
	var named, described []string
	for _, found := range regexp.MustCompile(`(?m)^      - alert: (\w+)$`).FindAllSubmatch(alerts, -1) {
		name := string(found[1])
		named = append(named, name)
		if link := "runbook_url: https://github.com/cojoin/cojoin/blob/main/docs/how-to/alerts.md#" + strings.ToLower(name) + "\n"; !strings.Contains(string(alerts), link) {
			t.Errorf("%s doesn't link to its section", name)
		}
	}
	for _, found := range regexp.MustCompile(`(?m)^## (\w+)$`).FindAllSubmatch(page, -1) {
		described = append(described, string(found[1]))
	}
	if !slices.Equal(named, described) {
		t.Errorf("alerts %v\nsections %v", named, described)
	}
}
