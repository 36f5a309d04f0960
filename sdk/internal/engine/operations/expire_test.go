package operations_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Each sweep ends everything that is over, and nothing sooner: a registration after a day without payment, its order after two days, an invitation after
// fourteen days, and codes at the end of their batch.
func TestExpireEndsEverythingInItsTime(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	fixture.GuestOf(t, w, true)
	w.Codes(t, 2001, 2)
	if _, err := w.Pool.Exec(t.Context(), "UPDATE code_batches SET expires_at = $1", sdktest.Start.Add(100*fixture.Day)); err != nil {
		t.Fatal(err)
	}
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce")); err == nil {
		t.Fatal("the declined payment is accepted")
	}
	w.Work(t)
	type left struct{ Registrations, Orders, Invitations, Codes int }
	got := map[time.Duration]left{}
	const day = fixture.Day
	for _, after := range []time.Duration{
		day - time.Second, day, 2 * day, 2*day + time.Second, 14*day - time.Second, 14 * day, 100*day - time.Second, 100 * day,
	} {
		w.Clock.Set(sdktest.Start.Add(after))
		if err := w.Client.Operate.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		n := func(rows string) int { return fixture.CountRows(t, w.Env, rows) }
		got[after] = left{
			n("registrations WHERE state = 'open'"), n("orders WHERE state = 'pending'"), n("invitations WHERE expired_at IS NULL"), n("subscription_codes WHERE state = 'available'"),
		}
	}
	want := map[time.Duration]left{
		day - time.Second: {1, 1, 1, 2}, day: {0, 1, 1, 2},
		2 * day: {0, 1, 1, 2}, 2*day + time.Second: {0, 0, 1, 2},
		14*day - time.Second: {0, 0, 1, 2}, 14 * day: {0, 0, 0, 2},
		100*day - time.Second: {0, 0, 0, 2}, 100 * day: {},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("left by age (-want +got):\n%s", diff)
	}
}
