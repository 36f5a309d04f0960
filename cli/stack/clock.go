package stack

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/database"
)

// The limits of the difference between this machine's clock and the database's. The shortest time that processes rely on is
// the lease of a repeated call (8 s): beyond SkewRefused another machine could take over a call that is still running here.
const (
	SkewNoticed = time.Second
	SkewRefused = 5 * time.Second
)

// MendClock is the remedy for a wrong clock.
const MendClock = "set both machines' clocks by NTP (chronyd or systemd-timesyncd)"

// DescribeSkew returns the difference of the clocks in words.
func DescribeSkew(skew time.Duration) string {
	if skew < 0 {
		return fmt.Sprintf("this machine's clock is %s ahead of the database's", (-skew).Round(time.Millisecond))
	}
	return fmt.Sprintf("this machine's clock is %s behind the database's", skew.Round(time.Millisecond))
}

// checkClock compares the clock with the database's, which also shows that the database is reachable. With its error the server isn't ready.
func (st *Stack) checkClock(ctx context.Context) error {
	skew, err := database.ClockSkew(ctx, st.Pool)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	noticed := skew.Abs() >= SkewNoticed
	if before := st.clockOff.Swap(noticed); noticed && !before {
		st.Log.Warn(DescribeSkew(skew) + "; " + MendClock)
	}
	if skew.Abs() >= SkewRefused {
		return fmt.Errorf("%s, more than %s: leases and expiries of other machines can't be relied on; %s", DescribeSkew(skew), SkewRefused, MendClock)
	}
	return nil
}
