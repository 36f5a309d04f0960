package email_test

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Jobs send the mails. A job that runs twice sends its mail once.
func Example() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	paid := env.Pay(t, env.SignUp(t))

	for range 2 {
		if err := env.Client.Email.SendReceipt(t.Context(), paid.Receipt.ReceiptID); err != nil {
			t.Fatal(err)
		}
	}
	for _, mail := range env.Mailbox.Mails() {
		fmt.Printf("%s to %s in %q: %s\n", mail.Kind, mail.To, mail.Lang, mail.Subject)
	}
	// Output:
	// receipt to ana.diaz.1@example.com in "en": Your Cojoin receipt
}
