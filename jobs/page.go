package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"riverqueue.com/riverui"
)

// NewPage returns the operator's jobs page. Mount it at prefix (e.g. "/jobs") on the private listener: anyone with access can cancel and retry jobs.
// Its background queries end with the context.
func NewPage(ctx context.Context, pool *pgxpool.Pool, prefix string, log *slog.Logger) (http.Handler, error) {
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{Logger: log})
	if err != nil {
		return nil, fmt.Errorf("jobs: page: %w", err)
	}
	page, err := riverui.NewHandler(&riverui.HandlerOpts{
		Endpoints: riverui.NewEndpoints(client, nil),
		Logger:    log,
		Prefix:    prefix,
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: page: %w", err)
	}
	if err := page.Start(ctx); err != nil {
		return nil, fmt.Errorf("jobs: page: %w", err)
	}
	return page, nil
}
