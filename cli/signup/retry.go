package signup

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/cli/scenario"
)

// outcome is the result of a run's last try.
type outcome struct {
	scenario.Result
	Try   int              `json:"try"`                    // counted from 1
	First *scenario.Result `json:"firstFailure,omitempty"` // of the first try; nil if there was one try
	at    scenario.Position
}

// retried reports whether the run passed, but not at the first try.
func (o outcome) retried() bool { return o.OK && o.Try > 1 }

// retry makes a run until it passes, at most retries times more.
func retry(ctx context.Context, retries int, try func() scenario.Result) outcome {
	o := outcome{Result: try(), Try: 1}
	for first := o.Result; !o.OK && o.Try <= retries && ctx.Err() == nil; {
		o = outcome{Result: try(), Try: o.Try + 1, First: &first}
	}
	return o
}

// timed makes one try of a run within a time: the file's or the command's, whichever is smaller. Zero is no limit.
func timed(ctx context.Context, j job, limit time.Duration, opts scenario.Options) scenario.Result {
	source := "--timeout"
	if own := j.scenario.Timeout; own > 0 && (limit <= 0 || own < limit) {
		limit, source = own, "the file's timeout"
	}
	if limit <= 0 {
		return j.scenario.Run(ctx, j.number, opts)
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	result := j.scenario.Run(within, j.number, opts)
	if ctx.Err() == nil && within.Err() != nil && !result.OK {
		explain(&result, fmt.Sprintf("not done after %s (%s)", limit, source))
	}
	return result
}

// explain adds the reason of a canceled call to the last step, in place of the call's own error.
func explain(result *scenario.Result, reason string) {
	if n := len(result.Steps); n > 0 && !result.Steps[n-1].OK {
		step := &result.Steps[n-1]
		rest := slices.DeleteFunc(slices.Clone(step.Failures), func(f string) bool { return strings.Contains(f, context.DeadlineExceeded.Error()) })
		step.Failures = append([]string{reason}, rest...)
		return
	}
	result.Failures = append([]string{reason}, result.Failures...)
}
