package core_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// Limits that other tests don't reach: two are let through, the third is told to wait, another subject isn't,
// and an hour later all is well again.
func TestLimitsBySubject(t *testing.T) {
	t.Parallel()
	two := caller.Limit{Count: 2, Per: time.Hour}
	wrongCode := price.QuoteInput{PaymentCodes: []string{"0000-0000-0000-0000"}}
	for name, tt := range map[string]struct {
		limit func(*caller.Limits)
		// try makes one try of the subject; n is new each time.
		try func(t *testing.T, env *sdktest.Env, subject string, n int) error
	}{
		"logins of an address, whatever the account": {
			func(l *caller.Limits) { l.LoginAddress = two },
			func(t *testing.T, env *sdktest.Env, subject string, n int) error {
				_, err := env.Client.Account.Login(t.Context(), fmt.Sprintf("user.%d", n), "wrong", caller.Meta{ClientAddr: subject})
				return err
			},
		},
		"codes of an address, whatever the session": {
			func(l *caller.Limits) { l.CodeAddress = two },
			func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
				s := env.SignUp(t)
				_, err := env.Client.Signup.Price(t.Context(), s.SignupID, s.Key, wrongCode, caller.Meta{ClientAddr: subject})
				return err
			},
		},
		"address searches of an address, whatever the sign-up": {
			func(l *caller.Limits) { l.AddressesClient = two },
			func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
				s := env.SignUp(t)
				who := visitor.SignupHolder{SignupID: s.SignupID, Key: s.Key}
				_, err := env.Client.Visitor.SuggestAddresses(t.Context(), who, visitor.AddressQuery{Query: "1600 market", Country: "US"}, caller.Meta{ClientAddr: subject})
				return err
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { tt.limit(&c.Limits); c.Addresses = places.Sandbox{} }))
			limited := func(subject string, n int) bool {
				t.Helper()
				err := tt.try(t, env, subject, n)
				if err != nil && !errors.Is(err, fault.TooManyTries) {
					t.Fatal(err)
				}
				return err != nil
			}
			got := []bool{limited("192.0.2.1", 1), limited("192.0.2.1", 2), limited("192.0.2.1", 3), limited("192.0.2.2", 4)}
			env.Clock.Advance(time.Hour)
			got = append(got, limited("192.0.2.1", 5))
			if diff := cmp.Diff([]bool{false, false, true, false, false}, got); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

// A credentials token may ask for so many usernames only.
func TestUsernameLimit(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Usernames = caller.Limit{Count: 2, Per: time.Hour} }))
	paid, other := fixture.Pay(t, env, env.SignUp(t)), fixture.Pay(t, env, env.SignUp(t))
	var got []bool
	for _, token := range []secret.Secret{paid.Token, paid.Token, paid.Token, other.Token} {
		_, err := env.Client.Account.UsernameAvailability(t.Context(), token, "new.parent")
		if err != nil && !errors.Is(err, fault.TooManyTries) {
			t.Fatal(err)
		}
		got = append(got, err != nil)
	}
	if diff := cmp.Diff([]bool{false, false, true, false}, got); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
}
