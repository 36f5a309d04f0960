package sdktest_test

import (
	"sync"
	"testing"
	"time"

	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Each test environment is separate and real: a sign-up in one doesn't exist in the other.
func TestNew(t *testing.T) {
	t.Parallel()
	one, other := sdktest.New(t), sdktest.New(t)
	s := one.SignUp(t)
	got, err := one.Client.Signup.Read(t.Context(), s.SignupID, s.Key, caller.Meta{})
	if err != nil || got.Next != "/payment" {
		t.Errorf("in its own world: %v, %v", got, err)
	}
	if _, err := other.Client.Signup.Read(t.Context(), s.SignupID, s.Key, caller.Meta{}); err == nil {
		t.Error("a sign-up of one test is there in another")
	}
	catalog, _, err := one.Client.Operate.Catalog(t.Context(), 1)
	if err != nil || catalog.Package(2001) == nil {
		t.Errorf("the shipped catalog isn't applied: %v", err)
	}
	token, err := one.Config.Gateway.ClientToken(t.Context(), gateway.ClientTokenRequest{MerchantAccountID: "cojoin_usd"})
	if err != nil || token == "" {
		t.Errorf("the sandbox doesn't answer: %v", err)
	}
	if n := one.RunJobs(t); n != 0 {
		t.Errorf("%d jobs in a new world", n)
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	clock := sdktest.NewClock(sdktest.Start)
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() { clock.Advance(time.Second) })
	}
	wg.Wait()
	if got, want := clock.Now(), sdktest.Start.Add(100*time.Second); !got.Equal(want) {
		t.Errorf("clock shows %s, want %s", got, want)
	}
	clock.Set(sdktest.Start)
	if got := clock.Now(); !got.Equal(sdktest.Start) {
		t.Errorf("clock shows %s, want %s", got, sdktest.Start)
	}
}

func TestMailbox(t *testing.T) {
	t.Parallel()
	var box sdktest.Mailbox
	for _, key := range []string{"a", "b", "a"} {
		if err := box.Send(t.Context(), email.Message{Key: key}); err != nil {
			t.Fatal(err)
		}
	}
	if got := box.Mails(); len(got) != 2 || got[0].Key != "a" || got[1].Key != "b" {
		t.Errorf("mails %v, want a and b once each", got)
	}
	box.Fail(fault.Saturated)
	if err := box.Send(t.Context(), email.Message{Key: "c"}); err == nil {
		t.Error("a failing mailbox accepted a mail")
	}
}
