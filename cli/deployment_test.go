package main

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/pem"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/doctor"
	"github.com/cojoin/cojoin/cli/setting"
)

// deploymentFiles reads the deployments' files, by their path below examples.
func deploymentFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, folder := range []string{"deploy", "ci"} {
		err := filepath.WalkDir(filepath.Join("../examples", folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			raw, err := os.ReadFile(path) //nolint:gosec // our own examples
			files[strings.TrimPrefix(filepath.ToSlash(path), "../examples/")] = string(raw)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// Every variable of a deployment is a setting's, and its commands and their flags exist.
func TestDeploymentsNameExistingSettings(t *testing.T) {
	t.Parallel()
	variables := regexp.MustCompile(`\b(?:COJOIN_[A-Za-z0-9_]+|DATABASE_URL_FILE)\b`)
	lines := regexp.MustCompile(`(?m)^(?:ExecStart=/usr/local/bin/cojoin (.+)|\s+(?:command|args): \[([-=.:a-z0-9, ]+)\](?: #.*)?|\s+run: cojoin (.+))$`)
	commands := 0
	for file, text := range deploymentFiles(t) {
		for _, name := range variables.FindAllString(text, -1) {
			if !setting.KnownVariable(name) {
				t.Errorf("%s sets %s, which no setting reads", file, name)
			}
		}
		if strings.Contains(text, "COJOIN_PRIVATE_ADDR: ") && strings.Contains(text, "command: [work") && !strings.Contains(text, "command: [work, --private-addr=0.0.0.0:9080]") {
			t.Errorf("%s: workers export nothing: their private address is that of the flag alone", file)
		}
		for _, found := range lines.FindAllStringSubmatch(text, -1) {
			line := strings.NewReplacer("%i", "1", ",", "", `"$SERVER"`, "https://join.example.com").Replace(found[1] + found[2] + found[3])
			commands++
			if err := understood(strings.Fields(line)); err != nil {
				t.Errorf("%s runs cojoin %s: %v", file, line, err)
			}
		}
	}
	if commands < 10 {
		t.Errorf("only %d commands found in the deployments' files", commands)
	}
}

// understood returns an error for an invalid command line, without running it.
func understood(args []string) error {
	root := newRootCommand()
	found, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	if found == root {
		return console.Usagef("no command")
	}
	if err := found.ParseFlags(rest); err != nil {
		return err
	}
	if found.Args == nil {
		return cobra.ArbitraryArgs(found, found.Flags().Args())
	}
	return found.Args(found, found.Flags().Args())
}

// placeholders replaces the placeholders in the deployments' files with an operator's values.
var placeholders = strings.NewReplacer("example.com", "cojoin.dev", "your_merchant_id", "k7n2", "your_public_key", "q9x4", "example_", "cojoin_",
	"Example, Inc.", "Cojoin, Inc.", "800-555-0100", "800-555-0300", "123456789", "314159265")

// The settings of each deployment are complete: with its secrets nothing is missing, unknown or unsafe. Production starts only once the placeholders
// are replaced.
func TestDeploymentsSettings(t *testing.T) {
	t.Parallel()
	files := deploymentFiles(t)
	set := regexp.MustCompile(`(?m)^\s+(COJOIN_[A-Za-z_]+): (.+?)(?: # .*)?$`)
	left := []string{
		"publicUrl", "origins", "payment.merchantId", "payment.publicKey", "payment.merchantAccounts.USD", "mail.smtp", "mail.from", "support.email",
		"support.phones.default", "links.contact", "links.help", "links.privacy", "links.terms", "seller.name",
	}
	for name, tc := range map[string]struct {
		file, variables string
		currencies      int
		left            []string // in addition to left
	}{
		"one machine": {
			file: files["deploy/one-machine/cojoin.yaml"], currencies: 3,
			left: []string{"payment.merchantAccounts.CAD", "payment.merchantAccounts.GBP", "seller.taxIds.CA", "seller.taxIds.GB", "seller.taxIds.IM"},
		},
		"Compose": {variables: files["deploy/compose/compose.yaml"], currencies: 1},
		"Helm":    {variables: files["deploy/helm/values.yaml"], currencies: 1},
	} {
		load := func(t *testing.T, replace func(string) string) (*setting.Config, []setting.Value) {
			t.Helper()
			var env []string
			for _, found := range set.FindAllStringSubmatch(tc.variables, -1) {
				if !strings.HasSuffix(found[1], "_FILE") {
					env = append(env, found[1]+"="+replace(strings.Trim(found[2], `"`)))
				}
			}
			secrets := deploymentSecrets(t, replace)
			if address := regexp.MustCompile(`postgres://[^"]+@postgres[^"]*`).FindString(tc.variables); address != "" {
				secrets = slices.DeleteFunc(secrets, func(v string) bool { return strings.HasPrefix(v, "DATABASE_URL_FILE=") })
				secrets = append(secrets, "DATABASE_URL="+strings.NewReplacer("$login", "web", "$(openssl rand -hex 32)", "password", "/run/secrets/database-certificate", certificateFile(t)).Replace(address))
			}
			file := filepath.Join(t.TempDir(), "cojoin.yaml")
			if err := os.WriteFile(file, []byte(replace(tc.file)), 0o600); err != nil {
				t.Fatal(err)
			}
			s, values, err := setting.Load(setting.Sources{File: file, Env: append(env, secrets...)})
			if err != nil {
				t.Fatal(err)
			}
			return s, values
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, values := load(t, func(v string) string { return v })
			if s.PublicURL != "https://join.example.com" || len(s.Braintree.MerchantAccounts) != tc.currencies {
				t.Errorf("public address %s, merchant accounts %v", s.PublicURL, s.Braintree.MerchantAccounts)
			}
			for _, weakness := range doctor.Weaknesses(s, values) {
				t.Errorf("%s: %s: %s", weakness.Check, weakness.Found, weakness.Mend)
			}
			var got []string
			for _, l := range s.Leftovers(nil) {
				got = append(got, l.Setting)
			}
			want := append(slices.Clone(left), tc.left...)
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("placeholders (-want +got):\n%s", diff)
			}
			s, _ = load(t, placeholders.Replace)
			if left := s.Leftovers(nil); len(left) > 0 {
				t.Errorf("left with every placeholder replaced: %v", left)
			}
		})
	}
}

// certificateFile writes the certificate of a server on this machine.
func certificateFile(t *testing.T) string {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	file := filepath.Join(t.TempDir(), "certificate")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// deploymentSecrets are variables that name files with secrets, as every deployment sets them.
func deploymentSecrets(t *testing.T, replace func(string) string) (env []string) {
	t.Helper()
	secrets := t.TempDir()
	for name, value := range map[string]string{
		"DATABASE_URL": "postgres://cojoin@127.0.0.1/cojoin", "COJOIN_SECRET": base64.StdEncoding.EncodeToString([]byte(rand.Text() + rand.Text())),
		"COJOIN_PAYMENT_PRIVATE_KEY": "key", "COJOIN_MAIL_SMTP": "smtp://user:password@mail.example.com:587",
		"COJOIN_OPERATOR_TOKEN": rand.Text() + rand.Text(),
	} {
		file := filepath.Join(secrets, name)
		if err := os.WriteFile(file, []byte(replace(value)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		env = append(env, name+"_FILE="+file)
	}
	return env
}

// Nothing in the Compose file logs in as a superuser: the owner only migrates, and servers and workers have logins of their own.
func TestComposeHasThreeLogins(t *testing.T) {
	t.Parallel()
	var file struct {
		Services map[string]struct {
			Environment map[string]string `yaml:"environment"`
			Secrets     []string          `yaml:"secrets"`
		} `yaml:"services"`
	}
	files := deploymentFiles(t)
	if err := yaml.UnmarshalWithOptions([]byte(files["deploy/compose/compose.yaml"]), &file, yaml.AllowDuplicateMapKey()); err != nil {
		t.Fatal(err)
	}
	logins := map[string]string{}
	for name, service := range file.Services {
		address := service.Environment["DATABASE_URL_FILE"]
		if address == "" {
			continue
		}
		own := slices.DeleteFunc(slices.Clone(service.Secrets), func(s string) bool { return !strings.HasPrefix(s, "database-url-") })
		logins[name] = strings.TrimPrefix(address, "/run/secrets/") + " of " + strings.Join(own, ", ")
	}
	want := map[string]string{
		"migrate": "database-url-owner of database-url-owner", "roles": "database-url-owner of database-url-owner",
		"server": "database-url-web of database-url-web", "worker": "database-url-jobs of database-url-jobs",
	}
	if diff := cmp.Diff(want, logins); diff != "" {
		t.Errorf("logins (-want +got):\n%s", diff)
	}
	if made := regexp.MustCompile("(?i)superuser|createrole|createdb").FindString(strings.ReplaceAll(files["deploy/compose/logins.sh"], "none of them a superuser", "")); made != "" {
		t.Errorf("logins.sh creates a login with %s", made)
	}
}
