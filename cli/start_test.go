package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// productionFile writes a minimal production configuration for a test's database, plus more.
func productionFile(t *testing.T, env *sdktest.Env, more string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cojoin.yaml")
	text := fmt.Sprintf(`databaseUrl: %s
secret: c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0
addr: 127.0.0.1:0
privateAddr: 127.0.0.1:0
publicUrl: https://join.cojoin.dev
mail: { smtp: "smtp://127.0.0.1:1"%s }
payment: { environment: production, merchantId: k7n2, publicKey: q9x4, privateKey: key, merchantAccounts: { USD: usd_k7n2 } }
`, env.DatabaseURL, more)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// own are the settings that production requires in addition to productionFile's.
const own = `, from: no-reply@cojoin.dev }
support: { email: help@cojoin.dev, phones: { default: +1 800-555-0300 } }
links: { terms: "https://cojoin.dev/t", privacy: "https://cojoin.dev/p", help: "https://cojoin.dev/h", contact: "https://cojoin.dev/c" }
seller: { name: Cojoin, address: 9 High St`

// demonstration lists the demonstration's values in productionFile's configuration, with the shipped catalog.
var demonstration = []string{
	"mail.from", "support.email", "support.phones.default", "links.terms", "links.privacy", "links.help", "links.contact", "seller.name", "seller.address", "catalog",
}

// Neither servers nor workers of a new installation start with values of the demonstration, and one error names all of them.
func TestNewInstallationIsRefused(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	file := productionFile(t, env, "")
	named := regexp.MustCompile(`(?m)^  (\S+): \S.*\n      \S`)
	for _, args := range [][]string{{"serve"}, {"work"}, {"work", "--once"}} {
		code, out, errOut := command(t, append(args, "--config", file)...)
		var got []string
		for _, found := range named.FindAllStringSubmatch(errOut, -1) {
			got = append(got, found[1])
		}
		if diff := cmp.Diff(demonstration, got); diff != "" || code != exitUsage || out != "" || !strings.HasPrefix(errOut, "cojoin: this installation isn't ready to sell: 10 values are left from the demonstration\n") {
			t.Errorf("%v: exit code %d, (-want +got):\n%s\n%s%s", args, code, diff, out, errOut)
		}
	}
}

// startOf starts like a production server. It returns the settings in the log's warnings.
func startOf(t *testing.T, file string) (warned []string, err error) {
	t.Helper()
	s, _, err := setting.Load(setting.Sources{File: file})
	if err != nil {
		t.Fatal(err)
	}
	log := &warnings{}
	st, err := stack.Open(t.Context(), s, stack.Options{Log: slog.New(log)})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	err = st.MayStart(t.Context())
	families, gathered := st.Metrics.Registry.Gather()
	if gathered != nil {
		t.Fatal(gathered)
	}
	counted := -1.0
	for _, family := range families {
		if family.GetName() == "cojoin_demonstration_settings" {
			counted = family.GetMetric()[0].GetGauge().GetValue()
		}
	}
	if err == nil && int(counted) != len(log.settings) {
		t.Errorf("cojoin_demonstration_settings is %v, want %d", counted, len(log.settings))
	}
	return log.settings, err
}

// warnings collects the settings in a log's warnings.
type warnings struct{ settings []string }

func (*warnings) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

func (w *warnings) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "setting" && strings.HasPrefix(r.Message, a.Value.String()+" is left from the demonstration: ") {
			w.settings = append(w.settings, a.Value.String())
		}
		return true
	})
	return nil
}

func (w *warnings) WithAttrs([]slog.Attr) slog.Handler { return w }
func (w *warnings) WithGroup(string) slog.Handler      { return w }

// An installation that already sells starts with warnings. With its own settings and prices, or as a trial at the provider's sandbox, it starts, too.
func TestStarts(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	env.Join(t)
	refused := "this installation isn't ready to sell: 10 values are left from the demonstration"
	if warned, err := startOf(t, productionFile(t, env, "")); err == nil || !strings.HasPrefix(err.Error(), refused) || len(warned) > 0 {
		t.Errorf("paid at the sandbox only: %v, warned of %v", err, warned)
	}
	file := productionFile(t, env, "")
	trial, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	atSandbox := filepath.Join(t.TempDir(), "trial.yaml")
	if err := os.WriteFile(atSandbox, []byte(strings.Replace(string(trial), "environment: production, ", "", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if warned, err := startOf(t, atSandbox); err != nil || len(warned) != len(demonstration)+1 || warned[0] != "payment.environment" {
		t.Errorf("a trial: %v, warned of %v", err, warned)
	}
	if _, err := env.Pool.Exec(t.Context(), "UPDATE payment_attempts SET merchant_account_id = 'usd_k7n2'"); err != nil {
		t.Fatal(err)
	}
	warned, err := startOf(t, file)
	if diff := cmp.Diff(demonstration, warned); err != nil || diff != "" {
		t.Errorf("selling: %v, warned of (-want +got):\n%s", err, diff)
	}
	file = productionFile(t, env, own)
	if warned, err := startOf(t, file); err != nil || len(warned) != 1 || warned[0] != "catalog" {
		t.Errorf("selling, with settings of its own: %v, warned of %v", err, warned)
	}
	text := strings.Replace(string(price.DefaultCatalogFile()), "demonstration: true\n", "", 1)
	if _, err := env.Client.Operate.ApplyCatalog(t.Context(), []byte(text), "own"); err != nil {
		t.Fatal(err)
	}
	if warned, err := startOf(t, file); err != nil || len(warned) > 0 {
		t.Errorf("own settings and prices: %v, warned of %v", err, warned)
	}
}

// The doctor marks each value as bad, and reports whether servers start.
func TestDoctorListsTheDemonstration(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	file := productionFile(t, env, "")
	for _, c := range []struct{ paid, want string }{
		{"", "bad   start: servers and workers don't start: 10 values are left from the demonstration"},
		{"usd_k7n2", "look  start: servers and workers start, though 10 values are left from the demonstration"},
	} {
		if c.paid != "" {
			env.Join(t)
			if _, err := env.Pool.Exec(t.Context(), "UPDATE payment_attempts SET merchant_account_id = $1", c.paid); err != nil {
				t.Fatal(err)
			}
		}
		code, out, errOut := command(t, "doctor", "--config", file)
		if code != exitFailed || !strings.Contains(out, c.want) {
			t.Errorf("exit code %d, want %q:\n%s%s", code, c.want, out, errOut)
		}
		for _, name := range demonstration {
			if !strings.Contains(out, "bad   "+name+": ") {
				t.Errorf("%s isn't bad:\n%s", name, out)
			}
		}
	}
}
