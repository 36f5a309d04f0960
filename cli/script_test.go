package main

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cojoin": main})
}

// TestScripts runs what needs nothing but the command.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Cmds: scriptCommands, RequireExplicitExec: false})
}

// TestDatabaseScripts runs each script on a migrated database of its own, named by DATABASE_URL.
func TestDatabaseScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script-db", Cmds: scriptCommands,
		Setup: func(e *testscript.Env) error {
			tb, ok := e.T().(testing.TB)
			if !ok {
				return errors.New("a script's T is no testing.TB")
			}
			e.Setenv("DATABASE_URL", sdktest.New(tb).DatabaseURL)
			return nil
		},
	})
}

var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	// fails CODE ARGS… runs cojoin and wants exactly this exit code.
	"fails": func(ts *testscript.TestScript, _ bool, args []string) {
		want, err := strconv.Atoi(args[0])
		ts.Check(err)
		err = ts.Exec("cojoin", args[1:]...)
		if got := exitCode(err); got != want {
			ts.Fatalf("exit code %d, want %d: %v", got, want, err)
		}
	},
	// take FILE PATTERN NAME sets $NAME to what the pattern's group matches in the file.
	"take": func(ts *testscript.TestScript, _ bool, args []string) {
		found := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile(args[0]))
		if len(found) != 2 {
			ts.Fatalf("%s has no %s", args[0], args[1])
		}
		ts.Setenv(args[2], found[1])
	},
	// replace OLD NEW FILE replaces the first OLD, which has to be there.
	"replace": func(ts *testscript.TestScript, _ bool, args []string) {
		path := ts.MkAbs(args[2])
		before := ts.ReadFile(args[2])
		if !strings.Contains(before, args[0]) {
			ts.Fatalf("%s has no %q", args[2], args[0])
		}
		ts.Check(os.WriteFile(path, []byte(strings.Replace(before, args[0], args[1], 1)), 0o600))
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
