package doctor

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/setting"
)

// soundConfig is a production configuration without a weakness.
func soundConfig() map[string]string {
	return map[string]string{
		"DATABASE_URL": "postgres://cojoin_serve:hunter2@db.example.com/cojoin?sslmode=verify-full", "COJOIN_PUBLIC_URL": "https://join.example.com",
		"COJOIN_SECRET": "srus/If/zOuLWJnLivyxYzk0eswL2vizLS4x2x6H25E=", "COJOIN_OPERATOR_TOKEN": "V1k3mC9xq0TzB7rW5sYuH2nJ8dLfE6pA4gQoXiKvZtM=",
		"COJOIN_ORIGINS": "https://www.example.com", "COJOIN_TRUSTED_PROXIES": "10.0.0.0/8,::1/128", "COJOIN_MAIL_SMTP": "smtps://u:p@mail.example.com:465",
		"COJOIN_PAYMENT_ENVIRONMENT": "production", "COJOIN_PAYMENT_MERCHANT_ID": "m", "COJOIN_PAYMENT_PUBLIC_KEY": "p", "COJOIN_PAYMENT_PRIVATE_KEY": "k",
		"COJOIN_PAYMENT_MERCHANT_ACCOUNTS_USD": "usd", "COJOIN_ENVIRONMENT": "production",
	}
}

// Each weakness is reported by its setting, and a sound configuration has none.
func TestWeaknesses(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir) // no cojoin.yaml
	open := filepath.Join(dir, "open")
	if err := os.WriteFile(open, []byte("V1k3mC9xq0TzB7rW5sYuH2nJ8dLfE6pA4gQoXiKvZtM="), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		change map[string]string
		want   []string
	}{
		"sound":                    {nil, nil},
		"another machine in plain": {map[string]string{"DATABASE_URL": "postgres://u:p@db.example.com/x?sslmode=disable"}, []string{"databaseUrl"}},
		"TLS that may be left out": {map[string]string{"DATABASE_URL": "postgres://u:p@db.example.com/x"}, []string{"databaseUrl"}},
		"this machine in plain":    {map[string]string{"DATABASE_URL": "postgres://u:p@127.0.0.1/x?sslmode=disable"}, nil},
		"a socket":                 {map[string]string{"DATABASE_URL": "postgres:///x?host=/run/postgresql"}, nil},
		"everybody is a proxy":     {map[string]string{"COJOIN_TRUSTED_PROXIES": "0.0.0.0/0,::/0"}, []string{"trustedProxies", "trustedProxies"}},
		"a secret of one letter":   {map[string]string{"COJOIN_SECRET": "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE="}, []string{"secret"}},
		"a token of one letter":    {map[string]string{"COJOIN_OPERATOR_TOKEN": strings.Repeat("a", 32)}, []string{"operatorToken"}},
		"an operator's, too":       {map[string]string{"COJOIN_OPERATOR_TOKENS_ann": strings.Repeat("ab", 16)}, []string{"operatorTokens.ann"}},
		"for metrics, too":         {map[string]string{"COJOIN_METRICS_TOKEN": strings.Repeat("x", 40)}, []string{"metricsToken"}},
		"an origin in plain":       {map[string]string{"COJOIN_ORIGINS": "http://www.example.com"}, []string{"origins"}},
		"a limit that is off":      {map[string]string{"COJOIN_LIMITS_logins": "off"}, []string{"limits.logins"}},
		"a file for everybody":     {map[string]string{"COJOIN_OPERATOR_TOKEN": "", "COJOIN_OPERATOR_TOKEN_FILE": open}, []string{"operatorToken"}},
		"not in production":        {map[string]string{"COJOIN_ENVIRONMENT": "development", "COJOIN_LIMITS_logins": "off"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			variables := soundConfig()
			for name, value := range tc.change {
				variables[name] = value
			}
			var env []string
			for name, value := range variables {
				env = append(env, name+"="+value)
			}
			t.Setenv("COJOIN_OPERATOR_TOKEN_FILE", variables["COJOIN_OPERATOR_TOKEN_FILE"])
			s, values, err := setting.Load(setting.Sources{Env: env})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range Weaknesses(s, values) {
				got = append(got, f.Check)
				if f.Result != Bad || f.Mend == "" || f.Found == "" || strings.Contains(f.Found, "hunter2") {
					t.Errorf("finding %+v", f)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
		})
	}
}
