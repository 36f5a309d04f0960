package subjects

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/privacy"
)

// Readings implements [privacy.Client].
func (c *Engine) Readings(ctx context.Context, filter privacy.ReadingFilter) ([]privacy.Reading, error) {
	before, err := core.OlderThan(filter.Before, privacy.ReadingNotFound)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListOperatorReadings(ctx, core.Listed(filter.Limit, core.DefaultListed), before, filter.Operator)
	if err != nil {
		return nil, fmt.Errorf("readings: %w", err)
	}
	out := make([]privacy.Reading, len(rows))
	for i, r := range rows {
		out[i] = privacy.Reading{ID: r.ID.String(), At: r.At.UTC(), Operator: r.OperatorName, What: r.What, Rows: int(r.Rows)}
		if r.Subject != nil {
			out[i].Subject = r.Subject.String()
		}
	}
	return out, nil
}
