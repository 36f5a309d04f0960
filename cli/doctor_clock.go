package main

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/database"
)

// checkSkew is the doctor's finding.
func checkSkew(ctx context.Context, st *stack.Stack) finding {
	f := finding{Check: "clock", Result: checkGood}
	skew, err := database.ClockSkew(ctx, st.Pool)
	switch {
	case err != nil:
		f.Result, f.Found = checkSkipped, err.Error()
	case skew.Abs() >= stack.SkewRefused:
		f.Result, f.Found, f.Mend = checkBad, stack.DescribeSkew(skew), stack.MendClock
	case skew.Abs() >= stack.SkewNoticed:
		f.Result, f.Found, f.Mend = checkWarning, stack.DescribeSkew(skew), stack.MendClock
	default:
		f.Found = fmt.Sprintf("within %s of the database's", stack.SkewNoticed)
	}
	return f
}
