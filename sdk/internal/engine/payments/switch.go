package payments

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
)

// openFor is the default time for which an operator's open keeps payments from being tightened.
const openFor = time.Hour

// SetGuard implements [payment.Client].
func (c *Engine) SetGuard(ctx context.Context, in payment.SwitchInput) (*payment.Switch, error) {
	reason := strings.TrimSpace(in.Reason)
	known := in.State == payment.GuardOpen || in.State == payment.GuardTightened || in.State == payment.GuardClosed
	if n := utf8.RuneCountInString(reason); !known || n == 0 || n > maxReason || in.For < 0 {
		return nil, payment.SwitchInvalid
	}
	operator, err := c.core.OperatorOf(ctx)
	if err != nil {
		return nil, err
	}
	if in.For == 0 && in.State == payment.GuardOpen {
		in.For = openFor
	}
	p := db.InsertPaymentSwitchParams{State: string(in.State), OperatorName: operator, Reason: reason, At: c.core.Now()}
	if in.For > 0 {
		until := p.At.Add(in.For)
		p.EndsAt = &until
	}
	row, err := c.core.Q.InsertPaymentSwitch(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("payments guard: %w", err)
	}
	c.core.Log.Warn("payments guard set by hand", "state", in.State, "operator", operator, "reason", reason, "until", p.EndsAt)
	set := switchOf(row)
	return &set, nil
}

// GuardReport implements [payment.Client].
func (c *Engine) GuardReport(ctx context.Context) (*payment.GuardReport, error) {
	guard, err := c.Guard(ctx, c.core.Q)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListPaymentSwitches(ctx, core.Listed(0, core.DefaultListed))
	if err != nil {
		return nil, fmt.Errorf("payments guard: %w", err)
	}
	report := &payment.GuardReport{Guard: guard, Switches: make([]payment.Switch, len(rows))}
	for i, row := range rows {
		report.Switches[i] = switchOf(row)
	}
	return report, nil
}

func switchOf(row db.PaymentSwitch) payment.Switch {
	return payment.Switch{State: payment.GuardState(row.State), Operator: row.OperatorName, Reason: row.Reason, At: row.At.UTC(), Until: pg.UTC(row.EndsAt)}
}
