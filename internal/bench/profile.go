package bench

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// profiled runs f, and beside it takes the server's processor profile where profiles are wanted.
func (l *loads) profiled(ctx context.Context, name string, d time.Duration, f func() error) error {
	if l.o.Profiles == "" {
		return f()
	}
	failed := make(chan error, 1)
	go func() { failed <- l.profile(ctx, name, d) }()
	if err := f(); err != nil {
		return err
	}
	return <-failed
}

func (l *loads) profile(ctx context.Context, name string, d time.Duration) error {
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
	if err := os.WriteFile(filepath.Join(l.o.Profiles, name+".pprof"), raw, 0o600); err != nil {
		return fmt.Errorf("bench: profile: %w", err)
	}
	return nil
}
