package accounts_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

func TestParentAccount(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	accounts, other := fixture.Pay(t, env, env.SignUp(t)), fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, account.CredentialsInput{Username: "ana.diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	login, err := env.Client.Account.Login(t.Context(), "ana.diaz", fixture.GoodPassword, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	invited, err := fixture.InvitationToken(t, env, accounts)
	if err != nil {
		t.Fatal(err)
	}
	ana, ben, session := accounts.AccountID.String(), accounts.CoParentID.String(), secret.Secret(login.Auth)

	got, err := env.Client.Account.Parent(t.Context(), ana, session)
	if err != nil {
		t.Fatal(err)
	}
	want := &account.ParentAccount{UserID: ana, AgreedToTerms: true, Address: account.ParentAccountAddress{Country: "US"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("payer (-want +got):\n%s", diff)
	}
	if got, err = env.Client.Account.Parent(t.Context(), ben, invited); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&account.ParentAccount{UserID: ben}, got); diff != "" {
		t.Errorf("invited parent (-want +got):\n%s", diff)
	}
	for range 2 {
		if got, err = env.Client.Account.AgreeToTerms(t.Context(), ben, invited); err != nil {
			t.Fatal(err)
		}
		env.Clock.Advance(time.Minute)
	}
	if diff := cmp.Diff(&account.ParentAccount{UserID: ben, AgreedToTerms: true}, got); diff != "" {
		t.Errorf("agreed (-want +got):\n%s", diff)
	}
	if n := fixture.CountRows(t, env, "invitations WHERE user_id = $1 AND agreed_to_terms_at = $2", ben, sdktest.Start); n != 1 {
		t.Error("agreeing again moved the time of the first agreement")
	}
	for _, optIn := range []bool{true, false} {
		if got, err = env.Client.Account.SetMarketingOptIn(t.Context(), ben, invited, optIn); err != nil || got.MarketingOptIn != optIn {
			t.Errorf("opt-in %v: %v, %v", optIn, got, err)
		}
	}

	if _, err := env.Pool.Exec(t.Context(), "UPDATE accounts SET agreed_to_terms_at = NULL"); err != nil {
		t.Fatal(err)
	}
	for changed, change := range map[string]func() error{
		"agreed_to_terms_at = $2": func() error { _, err := env.Client.Account.AgreeToTerms(t.Context(), ana, session); return err },
		"marketing_opt_in": func() error {
			_, err := env.Client.Account.SetMarketingOptIn(t.Context(), ana, session, true)
			return err
		},
	} {
		env.Clock.Advance(time.Minute)
		if err := change(); err != nil {
			t.Error(changed, err)
		}
		if n := fixture.CountRows(t, env, "accounts WHERE id = $1 AND updated_at = $2 AND "+changed, ana, env.Clock.Now()); n != 1 {
			t.Errorf("%d accounts with %s since now, want one", n, changed)
		}
	}

	for name, tc := range map[string]struct {
		id    string
		token secret.Secret
		want  error
	}{
		"another's id":         {other.AccountID.String(), session, fault.AccountForbidden},
		"co-parent's id":       {ben, session, fault.AccountForbidden},
		"no id":                {"", session, fault.AccountForbidden},
		"no token":             {ana, "", fault.TokenInvalid},
		"credentials token":    {other.AccountID.String(), other.Token, fault.TokenInvalid},
		"user id as a token":   {ana, secret.Secret(ana), fault.TokenInvalid},
		"used token":           {ana, accounts.Token, fault.TokenInvalid},
		"unknown id and token": {"nobody", "nothing", fault.TokenInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := env.Client.Account.Parent(t.Context(), tc.id, tc.token); !errors.Is(err, tc.want) {
				t.Errorf("read: %v, want %v", err, tc.want)
			}
			if _, err := env.Client.Account.AgreeToTerms(t.Context(), tc.id, tc.token); !errors.Is(err, tc.want) {
				t.Errorf("agree: %v, want %v", err, tc.want)
			}
			if _, err := env.Client.Account.SetMarketingOptIn(t.Context(), tc.id, tc.token, true); !errors.Is(err, tc.want) {
				t.Errorf("opt in: %v, want %v", err, tc.want)
			}
		})
	}
}
