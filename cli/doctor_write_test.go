package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/cli/doctor"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// poolAs opens connections as another login, or with other parameters.
func poolAs(t *testing.T, address string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// The doctor writes like a server, and reports the reason of a failed write.
func TestDoctorWrites(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	prefix := testRolePrefix(env)
	config := filepath.Join(t.TempDir(), "cojoin.yaml")
	if err := os.WriteFile(config, []byte("databaseUrl: "+env.DatabaseURL+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errOut := command(t, "migrate", "roles", "--prefix", prefix, "--config", config); code != exitOK {
		t.Fatal(errOut)
	}
	const roles = "as the schema's owner: cojoin migrate roles, and make the login a member of the role for servers or workers"
	for name, c := range map[string]struct {
		address string
		want    doctor.Finding
	}{
		"owner":  {env.DatabaseURL, doctor.Finding{Check: "write", Result: doctor.Good, Found: "a row was written and rolled back"}},
		"server": {roleLogin(t, env, prefix+"_serve"), doctor.Finding{Check: "write", Result: doctor.Good, Found: "a row was written and rolled back"}},
		"worker": {roleLogin(t, env, prefix+"_work"), doctor.Finding{Check: "write", Result: doctor.Good, Found: "a row was written and rolled back"}},
		"reports": {roleLogin(t, env, prefix+"_report"), doctor.Finding{
			Check: "write", Result: doctor.Bad, Found: "permission denied for table rate_limits", Mend: roles,
		}},
		"read only": {env.DatabaseURL + "&default_transaction_read_only=on", doctor.Finding{
			Check: "write", Result: doctor.Bad, Found: "cannot execute INSERT in a read-only transaction",
			Mend: "DATABASE_URL names a standby: name the primary, or several hosts with target_session_attrs=read-write",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.want, doctor.CheckWrite(t.Context(), poolAs(t, c.address))); diff != "" {
				t.Error(diff)
			}
		})
	}
	var left int
	if err := env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM rate_limits WHERE scope = 'doctor'").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left: %v", left, err)
	}
	if diff := cmp.Diff(doctor.Finding{Check: "notifications", Result: doctor.Good, Found: "arrive"}, doctor.CheckNotifications(t.Context(), env.Pool)); diff != "" {
		t.Error(diff)
	}
}

// For an unreadable file, the error names the file and not the settings in it. A migration stops there, too.
func TestUnreadableFileIsNamed(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "none.yaml")
	for _, args := range [][]string{{"config", "check"}, {"serve"}, {"work"}, {"migrate"}, {"migrate", "roles"}} {
		code, _, errOut := command(t, append(args, "--config", missing)...)
		if want := "cojoin: open " + missing + ": no such file or directory\n"; code != exitUsage || errOut != want {
			t.Errorf("%v: exit code %d: %s", args, code, errOut)
		}
	}
}
