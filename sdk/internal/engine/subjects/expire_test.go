package subjects_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

// lostAnswer makes the provider act and drops its response.
var lostAnswer = sandbox.Fault{Kind: sandbox.FaultDrop}

// Expired rows are marked or deleted at their time, not before.
func TestExpire(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce")); err == nil {
		t.Fatal("a declined card paid")
	}
	start := w.Clock.Now()
	if _, err := w.Client.Codes.Create(t.Context(), codes.BatchInput{
		ProfessionalID: fixture.InsertProfessional(t, w.Env), PackageID: 2001, Size: 1, Active: true, ExpiresAt: start.Add(time.Hour),
	}, fixture.English); err != nil {
		t.Fatal(err)
	}
	const quoteGone = 7*24*time.Hour + 30*time.Minute
	for _, step := range []struct {
		after time.Duration
		want  []string
	}{
		{time.Hour - time.Second, []string{"code available", "order pending", "quote", "registration open"}},
		{time.Hour, []string{"code expired", "order pending", "quote", "registration open"}},
		{24*time.Hour - time.Second, []string{"code expired", "order pending", "quote", "registration open"}},
		{24 * time.Hour, []string{"code expired", "order pending", "quote", "registration expired"}},
		{48 * time.Hour, []string{"code expired", "order pending", "quote", "registration expired"}},
		{48*time.Hour + time.Second, []string{"code expired", "order cancelled", "quote", "registration expired"}},
		{quoteGone, []string{"code expired", "order cancelled", "quote", "registration expired"}},
		{quoteGone + time.Second, []string{"code expired", "order cancelled", "registration expired"}},
	} {
		w.Clock.Set(start.Add(step.after))
		if err := w.Client.Operate.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Client.Privacy.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := column(t, w.Env, `SELECT 'code ' || state FROM subscription_codes UNION ALL SELECT 'order ' || state FROM orders
			UNION ALL SELECT 'quote' FROM quotes UNION ALL SELECT 'registration ' || state FROM registrations`)
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("after %s (-want +got):\n%s", step.after, diff)
		}
	}
}
