package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cojoin": main})
}

// plainCommand returns the folder of a cojoin without the race detector, like the released one. With the detector each start takes
// five times as long, and the scripts start it some 400 times. Servers, workers and runs of many sign-ups still run under the
// detector. $TEST_BINARY names an existing binary.
var plainCommand = sync.OnceValues(func() (string, error) {
	if made := os.Getenv("TEST_BINARY"); made != "" {
		return filepath.Dir(made), nil
	}
	checked, err := exec.LookPath("cojoin")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(filepath.Dir(checked), "plain")                                              // removed with its parent folder
	out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "cojoin"), ".").CombinedOutput() //nolint:gosec // our own command
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return dir, nil
})

// runScripts runs each script of a folder with the environment that setup gives it.
func runScripts(t *testing.T, folder string, setup func(tb testing.TB, e *testscript.Env) error) {
	t.Helper()
	dir, err := plainCommand()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", folder), Cmds: scriptCommands,
		Setup: func(e *testscript.Env) error {
			tb, ok := e.T().(testing.TB)
			if !ok {
				return errors.New("a script's T is no testing.TB")
			}
			e.Setenv("PATH", dir+string(filepath.ListSeparator)+e.Getenv("PATH"))
			return setup(tb, e)
		},
	})
}

// TestScripts runs the scripts that need only the command.
func TestScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "script", func(testing.TB, *testscript.Env) error { return nil })
}

// TestDatabaseScripts runs each script on a migrated database of its own, named by DATABASE_URL.
func TestDatabaseScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "script-db", func(tb testing.TB, e *testscript.Env) error {
		e.Setenv("DATABASE_URL", sdktest.New(tb).DatabaseURL)
		return nil
	})
}

// TestServerScripts runs each script against a server of its own, at $COJOIN_SERVER, with an account of the
// professional $PRO_USER. Operators' commands work on the same database.
func TestServerScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "script-server", func(tb testing.TB, e *testscript.Env) error {
		env := sdktest.New(tb)
		pat := env.SignUpProfessional(tb)
		handler, err := apiserver.New(apiserver.Config{Client: env.Client, Site: env.Config.Site, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		examples, err := filepath.Abs("../examples")
		if err != nil {
			return err
		}
		server := httptest.NewServer(handler)
		tb.Cleanup(server.Close)
		for name, value := range map[string]string{
			"COJOIN_SERVER": server.URL, "EXAMPLES": examples, "PRO_USER": pat.Username, "PRO_ID": pat.ProfessionalID, "PRO_EMAIL": pat.Email,
			"DATABASE_URL": env.DatabaseURL, "COJOIN_SANDBOX_URL": env.SandboxURL, "COJOIN_SECRET": base64.StdEncoding.EncodeToString(env.Config.Secrets.Server),
			"COJOIN_ENVIRONMENT": "development", "COJOIN_PAYMENT_PROVIDER": "sandbox",
			"HOME": e.WorkDir, "XDG_CONFIG_HOME": filepath.Join(e.WorkDir, "config"),
		} {
			e.Setenv(name, value)
		}
		return os.WriteFile(filepath.Join(e.WorkDir, "password"), []byte(pat.Password.Reveal()+"\n"), 0o600)
	})
}

var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	// fails CODE ARGS… runs cojoin and requires this exit code.
	"fails": func(ts *testscript.TestScript, _ bool, args []string) {
		want, err := strconv.Atoi(args[0])
		ts.Check(err)
		err = ts.Exec("cojoin", args[1:]...)
		if got := exitCode(err); got != want {
			ts.Fatalf("exit code %d, want %d: %v", got, want, err)
		}
	},
	// mode FILE MODE requires a file's permissions, in octal.
	"mode": func(ts *testscript.TestScript, _ bool, args []string) {
		info, err := os.Stat(ts.MkAbs(args[0]))
		ts.Check(err)
		if got := fmt.Sprintf("%04o", info.Mode().Perm()); got != args[1] {
			ts.Fatalf("%s has mode %s, want %s", args[0], got, args[1])
		}
	},
	// take FILE PATTERN NAME sets $NAME to the match of the pattern's group in the file.
	"take": func(ts *testscript.TestScript, _ bool, args []string) {
		found := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile(args[0]))
		if len(found) != 2 {
			ts.Fatalf("%s has no %s", args[0], args[1])
		}
		ts.Setenv(args[2], found[1])
	},
	// replace OLD NEW FILE replaces the first OLD, which must exist.
	"replace": func(ts *testscript.TestScript, _ bool, args []string) {
		path := ts.MkAbs(args[2])
		before := ts.ReadFile(args[2])
		if !strings.Contains(before, args[0]) {
			ts.Fatalf("%s has no %q", args[2], args[0])
		}
		ts.Check(os.WriteFile(path, []byte(strings.Replace(before, args[0], args[1], 1)), 0o600))
	},
	// tamper STATEMENT runs SQL on the script's database, without its triggers.
	"tamper": func(ts *testscript.TestScript, _ bool, args []string) {
		conn, err := pgx.Connect(context.Background(), ts.Getenv("DATABASE_URL"))
		ts.Check(err)
		_, err = conn.Exec(context.Background(), "SET session_replication_role = replica; "+args[0])
		ts.Check(errors.Join(err, conn.Close(context.Background())))
	},
	// sell AMOUNT ORDER sells at the sandbox like a server; "! sell" requires a refusal.
	"sell": func(ts *testscript.TestScript, neg bool, args []string) {
		body := "<transaction><type>sale</type><amount>" + args[0] + "</amount><order-id>" + args[1] +
			"</order-id><payment-method-nonce>fake-valid-visa-nonce</payment-method-nonce><options><submit-for-settlement>true</submit-for-settlement></options></transaction>"
		req, err := http.NewRequest(http.MethodPost, ts.Getenv("COJOIN_SANDBOX_URL")+"/merchants/cojoin_sandbox/transactions", strings.NewReader(body))
		ts.Check(err)
		req.SetBasicAuth("public", "private")
		resp, err := http.DefaultClient.Do(req)
		if sold := err == nil && resp.StatusCode == http.StatusCreated; sold == neg {
			ts.Fatalf("sold: %v, %v", sold, err)
		}
		if err == nil {
			ts.Check(resp.Body.Close())
		}
	},
}

func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}
