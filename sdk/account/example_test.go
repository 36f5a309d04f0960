package account_test

import (
	"errors"
	"fmt"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// After paying, a parent chooses a username and a password, logs in, reads the account and logs out.
func Example() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	client, ctx, english := env.Client.Account, t.Context(), caller.Meta{Lang: "en"}
	paid := env.Pay(t, env.SignUp(t))

	_, err := client.SetCredentials(ctx, secret.Secret(paid.ClickToJoinToken), account.CredentialsInput{
		Username: "ana.diaz", Password: "corr3ct-horse-battery", TermsAndConditions: true,
	}, english)
	if err != nil {
		t.Fatal(err)
	}
	login, err := client.Login(ctx, "ana.diaz", "corr3ct-horse-battery", english)
	if err != nil {
		t.Fatal(err)
	}
	token := secret.Secret(login.Auth) // empty if the password is wrong
	parent, err := client.Parent(ctx, login.UserID, token)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("agreed to the terms:", parent.AgreedToTerms)

	if err := client.Logout(ctx, token); err != nil {
		t.Fatal(err)
	}
	_, err = client.SetMarketingOptIn(ctx, login.UserID, token, true)
	fmt.Println("logged out:", errors.Is(err, account.InvitationTokenInvalid))
	// Output:
	// agreed to the terms: true
	// logged out: true
}
