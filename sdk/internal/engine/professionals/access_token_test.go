package professionals_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

func TestAccessToken(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	made, err := env.Client.Professional.CreateAccessToken(t.Context(), pat.Username, pat.Password, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	whoami := professional.Whoami{
		UserID: pat.UserID, FirstName: "Pat", LastName: "Lee", Email: pat.Email,
		ProfessionalID: pat.ProfessionalID, State: professional.Pending,
	}
	want := &professional.AccessTokenAnswer{Token: made.Token, ExpiresAt: env.Clock.Now().Add(90 * 24 * time.Hour), Whoami: whoami}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	token := secret.Secret(made.Token)
	info, err := env.Client.Professional.ReadAccessToken(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&professional.AccessTokenInfo{Whoami: whoami, ExpiresAt: want.ExpiresAt}, info); diff != "" {
		t.Errorf("whoami (-want +got):\n%s", diff)
	}
	if n := fixture.CountRows(t, env, "tokens WHERE kind = 'access' AND encode(hash, 'escape') = $1", made.Token.Reveal()); n != 0 {
		t.Error("the token is kept in clear")
	}

	if err := env.Client.Professional.RevokeAccessToken(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	for name, use := range map[string]func() error{
		"read":   func() error { _, err := env.Client.Professional.ReadAccessToken(t.Context(), token); return err },
		"revoke": func() error { return env.Client.Professional.RevokeAccessToken(t.Context(), token) },
		"use":    func() error { _, err := env.Client.Professional.Authenticate(t.Context(), token); return err },
	} {
		if err := use(); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("%s a revoked token: %v, want %v", name, err, fault.TokenInvalid)
		}
	}
	if _, err := env.Client.Professional.Authenticate(t.Context(), pat.Token); err != nil {
		t.Errorf("revoking one token ended another: %v", err)
	}
	env.Clock.Advance(90 * 24 * time.Hour)
	if _, err := env.Client.Professional.ReadAccessToken(t.Context(), pat.Token); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("after 90 days: %v, want %v", err, fault.TokenInvalid)
	}
}

func TestAccessTokenRefused(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Logins = caller.Limit{Count: 3, Per: time.Minute} }))
	pat := env.SignUpProfessional(t)
	for name, tc := range map[string]struct {
		username string
		password secret.Secret
	}{
		"wrong password": {pat.Username, "wr0ng-horse-battery"},
		"nobody":         {"nobody.at.all", pat.Password},
		"nothing":        {"", ""},
	} {
		if _, err := env.Client.Professional.CreateAccessToken(t.Context(), tc.username, tc.password, fixture.English); !errors.Is(err, fault.LoginRefused) {
			t.Errorf("%s: %v, want %v", name, err, fault.LoginRefused)
		}
	}
	var err error
	for range 4 {
		_, err = env.Client.Professional.CreateAccessToken(t.Context(), "guessed.often", "wr0ng-horse-battery", fixture.English)
	}
	if !errors.Is(err, fault.TooManyTries) {
		t.Errorf("a fourth guess within the minute: %v, want %v", err, fault.TooManyTries)
	}
}

func TestProfessionalOf(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	parent := fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), parent.Token, account.CredentialsInput{Username: "ana.diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	parents, err := env.Client.Professional.CreateAccessToken(t.Context(), "ana.diaz", fixture.GoodPassword, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	login, err := env.Client.Account.Login(t.Context(), pat.Username, pat.Password, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]secret.Secret{"of the command line": pat.Token, "of a login": secret.Secret(login.Auth)} {
		if id, err := env.Client.Professional.Authenticate(t.Context(), token); err != nil || id != pat.ProfessionalID {
			t.Errorf("token %s: %s, %v; want %s", name, id, err, pat.ProfessionalID)
		}
	}
	if _, err := env.Client.Professional.Authenticate(t.Context(), secret.Secret(parents.Token)); !errors.Is(err, fault.ProfessionalRequired) {
		t.Errorf("a parent's token: %v, want %v", err, fault.ProfessionalRequired)
	}
	if _, err := env.Pool.Exec(t.Context(), "UPDATE professionals SET state = 'suspended' WHERE id = $1", pat.ProfessionalID); err != nil {
		t.Fatal(err)
	}
	if _, err := env.Client.Professional.Authenticate(t.Context(), pat.Token); !errors.Is(err, fault.ProfessionalIsBlocked) {
		t.Errorf("suspended: %v, want %v", err, fault.ProfessionalIsBlocked)
	}
}
