package apiserver

import (
	"context"
	"log/slog"
	"sync"
)

const maxBody = 64 << 10

type EventSink interface {
	record(ctx context.Context, anonymousID string, events []Event) error
}

// server is what the calls share.
type server struct {
	ops    operations
	events EventSink
	log    *slog.Logger
}

var replaceErrorsOnce sync.Once

func loggerOf(context.Context) *slog.Logger { return slog.Default() }
