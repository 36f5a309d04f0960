package accounts_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

var timingPairs = flag.Int("timing.pairs", 40, "pairs of calls of TestTimingRevealsNoAccount; 400 is the long run")

const (
	// timingLimit is the maximum of the Mann-Whitney statistic, in standard deviations. Chance exceeds it once in 15,000 runs, and twice in a
	// row never.
	timingLimit = 4.0
)

// Response times don't reveal if an account exists. Calls for an existing account and for an unknown one alternate, and the test compares the
// rank sums of their times (Mann-Whitney U, normal approximation; times in milliseconds, finer than any network between). A first hit is
// measured again: a busy machine causes it once, a leak every time.
func TestTimingRevealsNoAccount(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) {
		c.Hashing, c.Limits.LoginAccount.Count = secret.Hashing{MemoryKiB: 4096, Iterations: 2}, -1
	}))
	known := env.SignUp(t)
	paid, err := fixture.CompleteSignup(t, env, known.SignupID, known.Key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := env.Client.Account.SetCredentials(t.Context(), paid.Token, account.CredentialsInput{Username: "ana_diaz", Password: "A-Long-Pass-1234", TermsAndConditions: true}, caller.Meta{Lang: "en"}); err != nil {
		t.Fatal(err)
	}
	waiting := env.SignUp(t) // paid, no credentials yet: a renewal writes to it
	if _, err := fixture.CompleteSignup(t, env, waiting.SignupID, waiting.Key); err != nil {
		t.Fatal(err)
	}
	email := sdktest.ReadyToPay(2).Parent.Email
	for name, call := range map[string]func(ctx context.Context, exists bool, n int) error{
		"login": func(ctx context.Context, exists bool, n int) error {
			username := "ana_diaz"
			if !exists {
				username = fmt.Sprintf("nobody_%02d", n)
			}
			answer, err := env.Client.Account.Login(ctx, username, "Not-The-Password-1", caller.Meta{})
			if err == nil && answer.Auth != "" {
				t.Error("a wrong password logs in")
			}
			return err
		},
		"renewal": func(ctx context.Context, exists bool, n int) error {
			address := email
			if !exists {
				address = fmt.Sprintf("nobody.%02d@example.com", n)
			}
			return env.Client.Account.MailLink(ctx, address, caller.Meta{Lang: "en"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			z := measureTiming(t, call)
			if math.Abs(z) > timingLimit {
				again := measureTiming(t, call)
				t.Logf("z = %.1f, again %.1f", z, again)
				if math.Abs(again) > timingLimit && math.Signbit(again) == math.Signbit(z) {
					t.Errorf("the response time reveals that an account exists: z = %.1f, then %.1f (limit %.0f)", z, again, timingLimit)
				}
			}
			t.Logf("z = %.2f over %d pairs", z, *timingPairs)
		})
	}
}

// measureTiming alternates calls and returns Mann-Whitney's z: above 0 if existing accounts take longer.
func measureTiming(t *testing.T, call func(ctx context.Context, exists bool, n int) error) float64 {
	t.Helper()
	type sample struct {
		took   time.Duration
		exists bool
	}
	var samples []sample
	for n := range *timingPairs {
		for _, exists := range []bool{n%2 == 0, n%2 != 0} {
			start := time.Now()
			if err := call(t.Context(), exists, n); err != nil {
				t.Fatal(err)
			}
			samples = append(samples, sample{time.Since(start).Round(time.Millisecond), exists})
		}
	}
	slices.SortFunc(samples, func(a, b sample) int { return int(a.took - b.took) })
	rankSum := 0.0
	for first := 0; first < len(samples); {
		last := first // end of the samples with equal times
		for last+1 < len(samples) && samples[last+1].took == samples[first].took {
			last++
		}
		for _, s := range samples[first : last+1] {
			if s.exists {
				rankSum += float64(first+last)/2 + 1
			}
		}
		first = last + 1
	}
	n := float64(*timingPairs)
	mean, deviation := n*(2*n+1)/2, math.Sqrt(n*n*(2*n+1)/12)
	return (rankSum - mean) / deviation
}
