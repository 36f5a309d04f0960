package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// profiled runs f, takes the server's processor profile beside it, and returns the profile's file. The file stays in the folder of profiles, if one
// is set.
func (l *loads) profiled(ctx context.Context, name string, d time.Duration, f func() error) (string, error) {
	folder := l.o.Profiles
	if folder == "" {
		folder = l.o.Dir
	}
	file := filepath.Join(folder, name+".pprof")
	failed := make(chan error, 1)
	go func() { failed <- l.profile(ctx, file, d) }()
	return file, errors.Join(f(), <-failed)
}

func (l *loads) profile(ctx context.Context, file string, d time.Duration) error {
	url := fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", l.server.private, max(1, int(d.Seconds())))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return fmt.Errorf("bench: profile: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("bench: profile: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, 64<<20))
	if err != nil || res.StatusCode != http.StatusOK {
		return fmt.Errorf("bench: profile: status %d: %w", res.StatusCode, err)
	}
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		return fmt.Errorf("bench: profile: %w", err)
	}
	return nil
}

var accountingLine = regexp.MustCompile(`accounting for [^,]+, ([0-9.]+)% of `)

// shareOf returns the share of a profile's processor time in a package and its callees.
func shareOf(ctx context.Context, file, pkg string) (float64, error) {
	cmd := exec.CommandContext(ctx, "go", "tool", "pprof", "-top", "-nodecount=100000", "-nodefraction=0", "-focus="+regexp.QuoteMeta(pkg), file) //nolint:gosec // our own file
	out, err := cmd.CombinedOutput()
	m := accountingLine.FindSubmatch(out)
	if err != nil {
		return 0, fmt.Errorf("bench: go tool pprof: %w: %s", err, out)
	}
	if m == nil { // no sample of it at all
		return 0, nil
	}
	percent, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		return 0, fmt.Errorf("bench: go tool pprof: %w", err)
	}
	return percent / 100, nil
}
