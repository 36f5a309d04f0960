package segment

import (
	"context"
	"log/slog"

	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/job"
)

// Log implements [analytics.Service] by writing events to a log, with their names and ids but without their
// properties.
type Log struct{ Log *slog.Logger }

var _ analytics.Service = Log{}

// Send implements [analytics.Service].
func (l Log) Send(ctx context.Context, batch []job.AnalyticsMessage) error {
	for _, m := range batch {
		l.Log.LogAttrs(ctx, slog.LevelInfo, "analytics", slog.String("type", m.Type), slog.String("event", m.Event),
			slog.String("anonymous_id", m.AnonymousID), slog.String("user_id", m.UserID))
	}
	return nil
}
