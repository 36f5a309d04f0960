package sdk_test

import (
	"slices"
	"testing"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// The example does what it says: an account that is paid for, the receipt and the co-parent's invitation mailed.
func TestExampleSignsUp(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	userID, err := fixture.SignUp(t.Context(), env.Client, sdktest.ReadyToPay(1), "fake-valid-visa-nonce")
	if err != nil {
		t.Fatal(err)
	}
	env.RunJobs(t)
	bought, err := env.Client.Subscription.List(t.Context(), subscription.Filter{})
	if err != nil || len(bought) != 1 {
		t.Fatalf("subscriptions: %+v, %v", bought, err)
	}
	if got := bought[0]; got.UserID != userID || got.PackageID != 2001 || got.State != order.SubscriptionActive {
		t.Errorf("the account %s has %+v", userID, got)
	}
	var mails []mailer.MailKind
	for _, m := range env.Mailbox.Mails() {
		mails = append(mails, m.Kind)
	}
	slices.Sort(mails)
	if want := []mailer.MailKind{mailer.MailInvitation, mailer.MailReceipt}; !slices.Equal(mails, want) {
		t.Errorf("mails %v, want %v", mails, want)
	}
}
