package stack

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/database"
)

// How far this machine's clock may be from the database's. The shortest time that processes rely on is the lease of a
// repeated call (8 s): beyond SkewRefused another machine could take over what is still running here.
const (
	SkewNoticed = time.Second
	SkewRefused = 5 * time.Second
)

// MendClock is what to do about a wrong clock.
const MendClock = "set both machines' clocks by NTP (chronyd or systemd-timesyncd)"

// DescribeSkew says which clock is ahead.
func DescribeSkew(skew time.Duration) string {
	if skew < 0 {
		return fmt.Sprintf("this machine's clock is %s ahead of the database's", (-skew).Round(time.Millisecond))
	}
	return fmt.Sprintf("this machine's clock is %s behind the database's", skew.Round(time.Millisecond))
}

// checkClock asks the database for its time, which also shows that it can be reached. The error refuses to serve.
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
