package doctor

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/database"
)

// CheckSkew compares this machine's clock with the database's.
func CheckSkew(ctx context.Context, st *stack.Stack) Finding {
	f := Finding{Check: "clock", Result: Good}
	skew, err := database.ClockSkew(ctx, st.Pool)
	switch {
	case err != nil:
		f.Result, f.Found = Skipped, err.Error()
	case skew.Abs() >= stack.SkewRefused:
		f.Result, f.Found, f.Mend = Bad, stack.DescribeSkew(skew), stack.MendClock
	case skew.Abs() >= stack.SkewNoticed:
		f.Result, f.Found, f.Mend = Warning, stack.DescribeSkew(skew), stack.MendClock
	default:
		f.Found = fmt.Sprintf("within %s of the database's", stack.SkewNoticed)
	}
	return f
}
