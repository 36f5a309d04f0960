package payment

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// openFor is how long an operator's open keeps payments from being tightened, where the operator names no time.
const openFor = time.Hour

// SwitchInvalid is the fault of a switch without a reason, with an unknown state, or with a time that isn't positive.
var SwitchInvalid = fault.New(fault.Invalid, "payment_switch_invalid", nil)

// SwitchInput sets the payments guard by hand.
type SwitchInput struct {
	State  GuardState
	Reason string
	// For is how long it holds. Zero: until the next switch, or an hour for [GuardOpen], which then keeps payments from being tightened.
	For time.Duration
}

// Switch is one decision of an operator on the payments guard.
type Switch struct {
	State    GuardState `json:"state"`
	Operator string     `json:"operator"`
	Reason   string     `json:"reason"`
	At       time.Time  `json:"at"`
	Until    *time.Time `json:"until,omitempty"`
}

// SetGuard sets the payments guard by hand, on every server, under the name of the operator ([caller.WithOperator], or the process's).
//
// Faults: [SwitchInvalid], [fault.OperatorUnnamed].
func (c *Client) SetGuard(ctx context.Context, in SwitchInput) (*Switch, error) {
	reason := strings.TrimSpace(in.Reason)
	known := in.State == GuardOpen || in.State == GuardTightened || in.State == GuardClosed
	if n := utf8.RuneCountInString(reason); !known || n == 0 || n > maxReason || in.For < 0 {
		return nil, SwitchInvalid
	}
	operator, err := c.core.OperatorOf(ctx)
	if err != nil {
		return nil, err
	}
	if in.For == 0 && in.State == GuardOpen {
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

// GuardReport is the state of the payments guard, the switches that led to it, and the figures that decide without one.
type GuardReport struct {
	Guard
	Switches []Switch `json:"switches"` // newest first
}

// GuardReport reads the payments guard for operators.
func (c *Client) GuardReport(ctx context.Context) (*GuardReport, error) {
	guard, err := c.Guard(ctx, c.core.Q)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListPaymentSwitches(ctx, core.Listed(0, core.DefaultListed))
	if err != nil {
		return nil, fmt.Errorf("payments guard: %w", err)
	}
	report := &GuardReport{Guard: guard, Switches: make([]Switch, len(rows))}
	for i, row := range rows {
		report.Switches[i] = switchOf(row)
	}
	return report, nil
}

func switchOf(row db.PaymentSwitch) Switch {
	return Switch{State: GuardState(row.State), Operator: row.OperatorName, Reason: row.Reason, At: row.At.UTC(), Until: pg.UTC(row.EndsAt)}
}
