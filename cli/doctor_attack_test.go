package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/cli/doctor"
	"github.com/cojoin/cojoin/cli/serve"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// An installation as shipped withstands its own operator's attack. Without the operator's token nothing is attacked. The proof leaves no valid token,
// and the attack no sign-up, account or email.
func TestDoctorAttacksOwnServer(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	const operator = "V1k3mC9xq0TzB7rW5sYuH2nJ8dLfE6pA4gQoXiKvZtM="
	flags := map[string]string{
		"environment": "development", "databaseUrl": env.DatabaseURL, "payment.provider": "sandbox", "payment.sandboxUrl": env.SandboxURL, "operatorToken": operator,
		"secret": base64.StdEncoding.EncodeToString(env.Config.Secrets.Server),
	}
	s, _, err := setting.Load(setting.Sources{Flags: flags})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	st, err := stack.Open(t.Context(), s, stack.Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	public, err := apiserver.New(st.ServerConfig())
	if err != nil {
		t.Fatal(err)
	}
	private, err := serve.PrivateHandler(t.Context(), st, log)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]*serve.Listener{}
	at["public"], err = serve.ListenOn(t.Context(), "public address", "127.0.0.1:0", "", public, log, serve.ConnectionBound{})
	if err != nil {
		t.Fatal(err)
	}
	at["private"], err = serve.ListenOn(t.Context(), "private address", "127.0.0.1:0", "", private, log, serve.ConnectionBound{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, l := range at {
			if err := l.Stop(t.Context()); err != nil {
				t.Log(err) // the test is over
			}
		}
	})
	dir := t.TempDir()
	configured := func(token string) string {
		var lines bytes.Buffer
		for name, value := range flags {
			if name == "operatorToken" {
				value = token
			}
			if name == "payment.provider" {
				continue
			}
			if key, isPayment := strings.CutPrefix(name, "payment."); isPayment {
				name, value = "payment: {provider: sandbox, "+key, value+"}"
			}
			lines.WriteString(name + ": " + value + "\n")
		}
		lines.WriteString("publicUrl: " + at["public"].URL() + "\n")
		file := filepath.Join(dir, token[:4]+".yaml")
		if err := os.WriteFile(file, lines.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	code, out, errOut := command(t, "doctor", "--attack", "--config", configured(strings.ToLower(operator)), "--private", at["private"].URL())
	if code != exitFailed || out != "" || !strings.Contains(errOut, "nothing was attacked: ") || !strings.Contains(errOut, "rejects this operator's token") {
		t.Errorf("another's token: exit code %d, %s%s", code, out, errOut)
	}
	code, out, errOut = command(t, "doctor", "--attack", "--json", "--config", configured(operator), "--private", at["private"].URL())
	if code != exitOK {
		t.Errorf("exit code %d: %s", code, errOut)
	}
	var findings []doctor.Finding
	if err := json.Unmarshal([]byte(out), &findings); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := map[string]string{}
	for _, f := range findings {
		got[f.Check] = f.Result
	}
	want := map[string]string{
		"environment": doctor.Warning, "configuration": doctor.Skipped, "login": doctor.Warning, "encryption": doctor.Good, // in a test, the login owns the schema
		"transport": doctor.Skipped, "private port": doctor.Skipped, // a loopback address
		"private pages": doctor.Good, "development pages": doctor.Good, "headers": doctor.Good, "unknown origin": doctor.Good, "forged address": doctor.Good,
		"unreadable text": doctor.Good, "oversized body": doctor.Good, "deep JSON": doctor.Good, "duplicate members": doctor.Good,
		"formulas in exports": doctor.Good, "slow headers": doctor.Good, "slow bodies": doctor.Good,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("results (-want +got):\n%s\n%s", diff, out)
	}
	var made struct{ Signups, Accounts, Mails, Tokens int }
	err = env.Pool.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM registrations), (SELECT count(*) FROM accounts), (SELECT count(*) FROM mail_deliveries),
		(SELECT count(*) FROM host_tokens WHERE revoked_at IS NULL)`).Scan(&made.Signups, &made.Accounts, &made.Mails, &made.Tokens)
	if err != nil || made.Signups+made.Accounts+made.Mails+made.Tokens != 0 {
		t.Errorf("the attack left %+v: %v", made, err)
	}
}

// An attack without a configuration, and its flags without an attack, are usage errors.
func TestDoctorAttackNeedsAConfiguration(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "cojoin.yaml")
	if err := os.WriteFile(file, []byte("environment: development\ndatabaseUrl: postgres://u:p@127.0.0.1/x\npayment: {provider: sandbox}\nsecret: srus/If/zOuLWJnLivyxYzk0eswL2vizLS4x2x6H25E=\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"--private and --operator belong to --attack": {"doctor", "--operator", "tess"},
		"an attack needs an operator's token":         {"doctor", "--attack", "--config", file},
		"operatorTokens.tess isn't set":               {"doctor", "--attack", "--config", file, "--operator", "tess"},
	} {
		if code, _, errOut := command(t, args...); code != exitUsage || !strings.Contains(errOut, want) {
			t.Errorf("%v: exit code %d: %s", args, code, errOut)
		}
	}
}
