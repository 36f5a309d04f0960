package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// result is the result of a run of a package's tests.
type result struct {
	red     bool
	test    string // the first failed test
	took    time.Duration
	tests   map[string]time.Duration // duration of each passed test
	output  string                   // the last part
	timeout bool
}

var passed = regexp.MustCompile(`^--- PASS: (\S+) \(([0-9.]+)s\)`)

var failed = regexp.MustCompile(`^\s*--- FAIL: (\S+)`)

// tests selects tests of a package: those matching run, without those matching skip.
type tests struct{ run, skip string }

// named returns the pattern of the tests with these names.
func named(names []string) string {
	var patterns []string
	for _, n := range names {
		patterns = append(patterns, "^"+regexp.QuoteMeta(n)+"$")
	}
	return strings.Join(patterns, "|")
}

// testCommand returns the command that runs tests of a package, and a function to call after it has ended.
func (b *build) testCommand(ctx context.Context, pkg string, env []string, args ...string) (*exec.Cmd, func(), error) {
	folder, err := os.MkdirTemp(b.folder, "run-")
	if err != nil {
		return nil, nil, err
	}
	args = append(args, "-test.v", "-test.timeout=0", "-test.parallel="+strconv.Itoa(b.atOnce))
	if l := b.module.packages[pkg]; slices.Contains(append(l.TestImports, l.XTestImports...), "pgregory.net/rapid") {
		args = append(args, "-rapid.nofailfile") // otherwise a failure would leave a file beside the test
	}
	cmd := exec.CommandContext(ctx, b.binaries[pkg], args...) //nolint:gosec // our own tests
	cmd.Dir = b.module.packages[pkg].Dir
	cmd.Env = slices.Concat(os.Environ(), env, []string{"TMPDIR=" + folder, "GOFLAGS=-buildvcs=false"})
	if b.command != "" {
		wrapped, err := b.wrapped(folder, env)
		if err != nil {
			return nil, nil, err
		}
		cmd.Env = append(cmd.Env, "TEST_BINARY="+wrapped)
	}
	cmd.WaitDelay = 5 * time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // includes the servers that tests of the command line start
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd, func() { _ = os.RemoveAll(folder) }, nil
}

// run runs the tests of a package with a mutant, or none (0), up to the first failure.
func (b *build) run(ctx context.Context, pkg string, id int, t tests, limit time.Duration, reach string) (result, error) {
	env := []string{"MUTANT=" + strconv.Itoa(id)}
	if reach != "" {
		env = append(env, "MUTANT_REACH="+reach)
	}
	args := []string{"-test.failfast", "-test.skip=" + strings.TrimPrefix(t.skip+"|^"+roundTest+"$", "|")}
	if t.run != "" {
		args = append(args, "-test.run="+t.run)
	}
	whole := ctx
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd, done, err := b.testCommand(ctx, pkg, env, args...)
	if err != nil {
		return result{}, err
	}
	defer done()
	output, input := io.Pipe()
	cmd.Stdout, cmd.Stderr = input, input
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return result{}, err
	}
	r := result{tests: map[string]time.Duration{}}
	read := make(chan struct{})
	go func() {
		defer close(read)
		var last []string
		for lines := bufio.NewReader(output); ; {
			line, err := lines.ReadString('\n')
			if !strings.HasPrefix(line, "=== ") {
				last = append(last, line)
			}
			if len(last) > 60 {
				last = last[1:]
			}
			if found := passed.FindStringSubmatch(line); found != nil {
				seconds, _ := strconv.ParseFloat(found[2], 64)
				r.tests[found[1]] = time.Duration(seconds * float64(time.Second))
			}
			if found := failed.FindStringSubmatch(line); found != nil && !r.red {
				r.red, r.test = true, top(found[1])
				cancel()
			}
			if err != nil {
				r.output = strings.Join(last, "")
				return
			}
		}
	}()
	err = cmd.Wait()
	r.took = time.Since(began)
	_ = input.Close()
	<-read
	var exit *exec.ExitError
	switch {
	case r.red || err == nil:
		return r, nil
	case whole.Err() != nil:
		return r, whole.Err()
	case ctx.Err() != nil:
		r.red, r.timeout = true, true
		return r, nil
	case errors.As(err, &exit): // for example, a panic
		r.red = true
		return r, nil
	}
	return r, fmt.Errorf("%s: %w", filepath.Base(b.binaries[pkg]), err)
}

func top(test string) string {
	name, _, _ := strings.Cut(test, "/")
	return name
}

// reachedSites reads the sites that a run without a mutant reached.
func reachedSites(file string) (map[site]bool, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return map[site]bool{}, nil
	}
	sites := map[site]bool{}
	for line := range strings.Lines(string(text)) {
		pkg, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.Atoi(number)
		if err != nil {
			continue // cut off
		}
		sites[site{pkg, n}] = true
	}
	return sites, err
}
