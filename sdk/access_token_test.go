package sdk_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestAccessToken(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	made, err := env.Client.CreateAccessToken(t.Context(), pat.Username, pat.Password, english)
	if err != nil {
		t.Fatal(err)
	}
	who := sdk.Whoami{
		UserID: pat.UserID, FirstName: "Pat", LastName: "Lee", Email: pat.Email,
		ProfessionalID: pat.ProfessionalID, State: sdk.ProfessionalPending,
	}
	want := &sdk.AccessTokenAnswer{Token: made.Token, ExpiresAt: env.Clock.Now().Add(90 * 24 * time.Hour), Whoami: who}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	token := sdk.Secret(made.Token)
	info, err := env.Client.ReadAccessToken(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&sdk.AccessTokenInfo{Whoami: who, ExpiresAt: want.ExpiresAt}, info); diff != "" {
		t.Errorf("whoami (-want +got):\n%s", diff)
	}
	if n := countRows(t, env, "tokens WHERE kind = 'access' AND encode(hash, 'escape') = $1", made.Token); n != 0 {
		t.Error("the token is kept in clear")
	}

	if err := env.Client.RevokeAccessToken(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	for name, use := range map[string]func() error{
		"read":   func() error { _, err := env.Client.ReadAccessToken(t.Context(), token); return err },
		"revoke": func() error { return env.Client.RevokeAccessToken(t.Context(), token) },
		"use":    func() error { _, err := env.Client.ProfessionalOf(t.Context(), token); return err },
	} {
		if err := use(); !errors.Is(err, sdk.TokenInvalid) {
			t.Errorf("%s a revoked token: %v, want %v", name, err, sdk.TokenInvalid)
		}
	}
	if _, err := env.Client.ProfessionalOf(t.Context(), pat.Token); err != nil {
		t.Errorf("revoking one token ended another: %v", err)
	}
	env.Clock.Advance(90 * 24 * time.Hour)
	if _, err := env.Client.ReadAccessToken(t.Context(), pat.Token); !errors.Is(err, sdk.TokenInvalid) {
		t.Errorf("after 90 days: %v, want %v", err, sdk.TokenInvalid)
	}
}

func TestAccessTokenRefused(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Logins = sdk.Limit{Count: 3, Per: time.Minute} }))
	pat := env.SignUpProfessional(t)
	for name, tc := range map[string]struct {
		username string
		password sdk.Secret
	}{
		"wrong password": {pat.Username, "wr0ng-horse-battery"},
		"nobody":         {"nobody.at.all", pat.Password},
		"nothing":        {"", ""},
	} {
		if _, err := env.Client.CreateAccessToken(t.Context(), tc.username, tc.password, english); !errors.Is(err, sdk.LoginRefused) {
			t.Errorf("%s: %v, want %v", name, err, sdk.LoginRefused)
		}
	}
	var err error
	for range 4 {
		_, err = env.Client.CreateAccessToken(t.Context(), "guessed.often", "wr0ng-horse-battery", english)
	}
	if !errors.Is(err, sdk.TooManyTries) {
		t.Errorf("a fourth guess within the minute: %v, want %v", err, sdk.TooManyTries)
	}
}

func TestProfessionalOf(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	parent := pay(t, env, env.SignUp(t))
	if _, err := env.Client.SetCredentials(t.Context(), parent.Token, sdk.CredentialsInput{Username: "ana.diaz", Password: goodPassword}, english); err != nil {
		t.Fatal(err)
	}
	parents, err := env.Client.CreateAccessToken(t.Context(), "ana.diaz", goodPassword, english)
	if err != nil {
		t.Fatal(err)
	}
	login, err := env.Client.Login(t.Context(), pat.Username, pat.Password, english)
	if err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]sdk.Secret{"of the command line": pat.Token, "of a login": sdk.Secret(login.Auth)} {
		if id, err := env.Client.ProfessionalOf(t.Context(), token); err != nil || id != pat.ProfessionalID {
			t.Errorf("token %s: %s, %v; want %s", name, id, err, pat.ProfessionalID)
		}
	}
	if _, err := env.Client.ProfessionalOf(t.Context(), sdk.Secret(parents.Token)); !errors.Is(err, sdk.ProfessionalRequired) {
		t.Errorf("a parent's token: %v, want %v", err, sdk.ProfessionalRequired)
	}
	if _, err := env.Pool.Exec(t.Context(), "UPDATE professionals SET state = 'suspended' WHERE id = $1", pat.ProfessionalID); err != nil {
		t.Fatal(err)
	}
	if _, err := env.Client.ProfessionalOf(t.Context(), pat.Token); !errors.Is(err, sdk.ProfessionalIsBlocked) {
		t.Errorf("suspended: %v, want %v", err, sdk.ProfessionalIsBlocked)
	}
}
