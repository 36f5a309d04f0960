package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A dry run prints a valid shell script, with every file complete and without a secret.
func TestInstallDryRun(t *testing.T) {
	t.Parallel()
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("the private key"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errOut := command(t, "install", "--dry-run", "--domain", "join.example.org", "--binary", "/root/cojoin", "--secret", "braintree="+key, "--secret", "smtp=/elsewhere/smtp",
		"--set", "payment.merchantId=merchant", "--set", "payment.publicKey=public", "--set", "payment.merchantAccounts.USD=usd", "--set", "payment.merchantAccounts.GBP=gbp", "--set", "origins=https://www.example.org")
	if code != exitOK {
		t.Fatal(errOut)
	}
	check := exec.CommandContext(t.Context(), "bash", "-n")
	check.Stdin = strings.NewReader(out)
	if output, err := check.CombinedOutput(); err != nil {
		t.Errorf("not a script: %v: %s", err, output)
	}
	if strings.Contains(out, "the private key") || !strings.Contains(out, "install -m 0600 "+key+" /etc/cojoin/secrets/braintree") {
		t.Error("the private key isn't copied from its file, or is printed")
	}
	_, config, _ := strings.Cut(out, "/etc/cojoin/cojoin.yaml <<'END'\n")
	config, _, _ = strings.Cut(config, "\nEND\n")
	want := `environment: production
origins: https://www.example.org
payment:
  merchantAccounts:
    GBP: gbp
    USD: usd
  merchantId: merchant
  provider: braintree
  publicKey: public
publicUrl: https://join.example.org
trustedProxies: 127.0.0.1/32`
	if diff := cmp.Diff(want, withoutComments(config)); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
	for _, line := range []string{"\njoin.example.org {\n", "systemctl enable --quiet cojoin-serve@1 cojoin-serve@2 cojoin-work\n"} {
		if !strings.Contains(out, line) {
			t.Errorf("%q isn't in the script", line)
		}
	}
}

func withoutComments(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// Mistakes that would interrupt an installation are rejected before it begins.
func TestInstallRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no merchant":      {nil, "payment.merchantId is missing"},
		"no private key":   {nil, "payment.privateKey is missing"},
		"unknown setting":  {[]string{"--set", "color=red"}, "there is no setting color"},
		"secret in sight":  {[]string{"--set", "payment.privateKey=abc"}, "a secret stays out of command lines"},
		"old secret":       {[]string{"--set", "oldSecrets.1=abc"}, "a secret stays out of command lines"},
		"unknown secret":   {[]string{"--secret", "color=red"}, "neither braintree=FILE nor smtp=FILE"},
		"no name":          {[]string{"--domain", "127.0.0.1 {"}, "is not a name like join.example.com"},
		"setting no value": {[]string{"--set", "origins"}, "is not name=value"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, _, errOut := command(t, append([]string{"install", "--dry-run", "--domain", "join.example.org"}, c.args...)...)
			if code != exitUsage || !strings.Contains(errOut, c.want) {
				t.Errorf("exit code %d: %s", code, errOut)
			}
		})
	}
	if code, _, errOut := command(t, "uninstall"); code != exitUsage || !strings.Contains(errOut, "keep-data delete-data") {
		t.Errorf("uninstall without a word about the data: exit code %d: %s", code, errOut)
	}
	if code, out, _ := command(t, "uninstall", "--keep-data", "--dry-run"); code != exitOK || strings.Contains(out, "DROP") || strings.Contains(out, "rm -rf") {
		t.Errorf("data isn't kept: %s", out)
	}
}
