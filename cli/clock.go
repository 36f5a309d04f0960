package main

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/database"
)

// How far this machine's clock may be from the database's. The shortest time that processes rely on is the lease of a
// repeated call (8 s): beyond skewRefused another machine could take over what is still running here.
const (
	skewNoticed = time.Second
	skewRefused = 5 * time.Second
)

// mendClock is what to do about a wrong clock.
const mendClock = "set both machines' clocks by NTP (chronyd or systemd-timesyncd)"

// describeSkew says which clock is ahead.
func describeSkew(skew time.Duration) string {
	if skew < 0 {
		return fmt.Sprintf("this machine's clock is %s ahead of the database's", (-skew).Round(time.Millisecond))
	}
	return fmt.Sprintf("this machine's clock is %s behind the database's", skew.Round(time.Millisecond))
}

// checkClock asks the database for its time, which also shows that it can be reached. The error refuses to serve.
func (st *stack) checkClock(ctx context.Context) error {
	skew, err := database.ClockSkew(ctx, st.pool)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	noticed := skew.Abs() >= skewNoticed
	if before := st.clockOff.Swap(noticed); noticed && !before {
		st.log.Warn(describeSkew(skew) + "; " + mendClock)
	}
	if skew.Abs() >= skewRefused {
		return fmt.Errorf("%s, more than %s: leases and expiries of other machines can't be relied on; %s", describeSkew(skew), skewRefused, mendClock)
	}
	return nil
}

// checkSkew is the doctor's finding.
func checkSkew(ctx context.Context, st *stack) finding {
	f := finding{Check: "clock", Result: checkGood}
	skew, err := database.ClockSkew(ctx, st.pool)
	switch {
	case err != nil:
		f.Result, f.Found = checkSkipped, err.Error()
	case skew.Abs() >= skewRefused:
		f.Result, f.Found, f.Mend = checkBad, describeSkew(skew), mendClock
	case skew.Abs() >= skewNoticed:
		f.Result, f.Found, f.Mend = checkWarning, describeSkew(skew), mendClock
	default:
		f.Found = fmt.Sprintf("within %s of the database's", skewNoticed)
	}
	return f
}
