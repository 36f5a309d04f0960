//go:build linux || darwin

package postgres

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/testlog"
)

func TestCopyInstallationMakesLinks(t *testing.T) {
	t.Parallel()
	from := filepath.Join(t.TempDir(), "native")
	for name, text := range map[string]string{
		"bin/postgres":     time.Now().String(), // another copy each time
		"lib/libx.so.1.2":  "library",
		"pg-symlinks.json": `[{"source":"native/lib/libx.so.1.2","target":"native/lib/libx.so.1"}]`,
	} {
		path := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	to, err := copyInstallation(from)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(to) })
	got, err := os.ReadFile(filepath.Join(to, "lib", "libx.so.1"))
	if err != nil || string(got) != "library" {
		t.Errorf("the link: %q, %v", got, err)
	}
	for _, name := range []string{".", "bin", "bin/postgres", "lib/libx.so.1.2"} {
		info, err := os.Stat(filepath.Join(to, name))
		if err != nil {
			t.Fatal(err)
		}
		want := os.FileMode(0o444)
		if info.IsDir() || name == "bin/postgres" {
			want = 0o555
		}
		if info.Mode().Perm()&want != want {
			t.Errorf("%s has mode %v: others can't use it", name, info.Mode())
		}
	}
	again, err := copyInstallation(from)
	if err != nil || again != to {
		t.Errorf("a second copy is in %s, %v", again, err)
	}
}

func TestLinksOutsideAreRefused(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), t.TempDir()
	links := `[{"source":"native/lib/x","target":"native/../../escaped"}]`
	if err := os.WriteFile(filepath.Join(from, "pg-symlinks.json"), []byte(links), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := makeLinks(from, to); err == nil {
		t.Error("a link was created outside of the folder")
	}
}

func TestWrappersAreRefused(t *testing.T) {
	t.Parallel()
	script := filepath.Join(t.TempDir(), "postgres")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexec true\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := isProgram(script); err == nil || !strings.Contains(err.Error(), "is a script") {
		t.Errorf("got %v", err)
	}
}

func TestOutputFindsLevelsAndReadiness(t *testing.T) {
	t.Parallel()
	var log testlog.Log
	o := newOutput(textLog(&log))
	for _, part := range []string{
		"2026-11-21 11:10:04.470 UTC [7] LOG:  starting\n2026-11-21 11:10:04.471 UTC [7] WARN",
		"ING:  careful\n2026-11-21 11:10:04.479 UTC [7] LOG:  database system is ready to accept connections\n",
	} {
		if _, err := o.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case <-o.ready:
	default:
		t.Error("readiness wasn't detected")
	}
	want := "level=DEBUG msg=\"postgres: starting\"\nlevel=WARN msg=\"postgres: careful\"\nlevel=DEBUG msg=\"postgres: database system is ready to accept connections\"\n"
	if diff := cmp.Diff(want, log.String()); diff != "" {
		t.Errorf("the log (-want +got):\n%s", diff)
	}
}

// textLog writes every level, without times.
func textLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
}
