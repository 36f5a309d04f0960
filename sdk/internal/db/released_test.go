package db_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var release = flag.Bool("release", false, "write testdata/released.txt: the migrations that are here are being released")

const releasedHead = "# Migrations of releases, with their SHA-256. They don't change any more: databases have them.\n"

// A released migration never changes: databases that have it don't run it again, so a fresh database would differ from
// them.
func TestReleasedMigrationsAreUnchanged(t *testing.T) {
	t.Parallel()
	const list = "testdata/released.txt"
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	now := map[string]string{}
	out := releasedHead
	for _, file := range files {
		raw, err := os.ReadFile(file) //nolint:gosec // our own migrations
		if err != nil {
			t.Fatal(err)
		}
		now[filepath.Base(file)] = fmt.Sprintf("%x", sha256.Sum256(raw))
		out += now[filepath.Base(file)] + " " + filepath.Base(file) + "\n"
	}
	if *release {
		if err := os.WriteFile(list, []byte(out), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.TrimPrefix(string(raw), releasedHead)) {
		sum, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		if now[file] != sum {
			t.Errorf("%s was released, and is another one now: leave it as it was, and write a new migration", file)
		}
	}
}
