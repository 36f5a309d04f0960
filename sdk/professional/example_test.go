package professional_test

import (
	"errors"
	"fmt"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// A professional signs up, and an operator verifies them. The link in the welcome mail sets credentials. With those they get an access token for
// their programs, until the account is suspended.
func Example() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	client, ctx, english := env.Client.Professional, t.Context(), caller.Meta{Lang: "en"}

	made, err := client.Create(ctx, sdktest.ReadyProfessional(1), english)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(made.Name.FirstName, made.State)
	if err := client.Verify(ctx, made.ProfessionalID); err != nil {
		t.Fatal(err)
	}
	found, err := client.Find(ctx, made.ProfessionalID)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(found.Practice, found.State)

	env.RunJobs(t) // mails the welcome
	token := secret.Secret(env.Mailbox.Link(email.ProfessionalWelcome).Get("token"))
	_, err = env.Client.Account.SetCredentials(ctx, token, account.CredentialsInput{Username: "pat.lee", Password: "corr3ct-horse-battery"}, english)
	if err != nil {
		t.Fatal(err)
	}
	access, err := client.CreateAccessToken(ctx, "pat.lee", "corr3ct-horse-battery", english)
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Suspend(ctx, made.ProfessionalID); err != nil {
		t.Fatal(err)
	}
	_, err = client.Authenticate(ctx, secret.Secret(access.Token))
	fmt.Println("suspended:", errors.Is(err, fault.ProfessionalIsBlocked))
	// Output:
	// Pat pending_verification
	// Lee Family Law verified
	// suspended: true
}
