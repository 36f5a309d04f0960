package sdk_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestParentAccount(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	accounts, other := pay(t, env, env.SignUp(t)), pay(t, env, env.SignUp(t))
	if _, err := env.Client.SetCredentials(t.Context(), accounts.Token, sdk.CredentialsInput{Username: "ana.diaz", Password: goodPassword}, english); err != nil {
		t.Fatal(err)
	}
	login, err := env.Client.Login(t.Context(), "ana.diaz", goodPassword, english)
	if err != nil {
		t.Fatal(err)
	}
	invited, err := env.Client.InvitationTokenForTest(t.Context(), accounts)
	if err != nil {
		t.Fatal(err)
	}
	ana, ben, session := accounts.AccountID.String(), accounts.CoParentID.String(), sdk.Secret(login.Auth)

	got, err := env.Client.ParentAccount(t.Context(), ana, session)
	if err != nil {
		t.Fatal(err)
	}
	want := &sdk.ParentAccount{UserID: ana, AgreedToTerms: true, Address: sdk.ParentAccountAddress{Country: "US"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("payer (-want +got):\n%s", diff)
	}
	if got, err = env.Client.ParentAccount(t.Context(), ben, invited); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&sdk.ParentAccount{UserID: ben}, got); diff != "" {
		t.Errorf("invited parent (-want +got):\n%s", diff)
	}
	for range 2 {
		if got, err = env.Client.AgreeToTerms(t.Context(), ben, invited); err != nil {
			t.Fatal(err)
		}
		env.Clock.Advance(time.Minute)
	}
	if diff := cmp.Diff(&sdk.ParentAccount{UserID: ben, AgreedToTerms: true}, got); diff != "" {
		t.Errorf("agreed (-want +got):\n%s", diff)
	}
	if n := countRows(t, env, "accounts WHERE id = $1 AND agreed_to_terms_at = $2", ben, sdktest.Start); n != 1 {
		t.Error("agreeing again moved the time of the first agreement")
	}
	for _, optIn := range []bool{true, false} {
		if got, err = env.Client.SetMarketingOptIn(t.Context(), ben, invited, optIn); err != nil || got.MarketingOptIn != optIn {
			t.Errorf("opt-in %v: %v, %v", optIn, got, err)
		}
	}

	for name, tc := range map[string]struct {
		id    string
		token sdk.Secret
		want  error
	}{
		"another's id":         {other.AccountID.String(), session, sdk.AccountForbidden},
		"co-parent's id":       {ben, session, sdk.AccountForbidden},
		"no id":                {"", session, sdk.AccountForbidden},
		"no token":             {ana, "", sdk.TokenInvalid},
		"credentials token":    {other.AccountID.String(), other.Token, sdk.TokenInvalid},
		"user id as a token":   {ana, sdk.Secret(ana), sdk.TokenInvalid},
		"used token":           {ana, accounts.Token, sdk.TokenInvalid},
		"unknown id and token": {"nobody", "nothing", sdk.TokenInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := env.Client.ParentAccount(t.Context(), tc.id, tc.token); !errors.Is(err, tc.want) {
				t.Errorf("read: %v, want %v", err, tc.want)
			}
			if _, err := env.Client.AgreeToTerms(t.Context(), tc.id, tc.token); !errors.Is(err, tc.want) {
				t.Errorf("agree: %v, want %v", err, tc.want)
			}
			if _, err := env.Client.SetMarketingOptIn(t.Context(), tc.id, tc.token, true); !errors.Is(err, tc.want) {
				t.Errorf("opt in: %v, want %v", err, tc.want)
			}
		})
	}
}
