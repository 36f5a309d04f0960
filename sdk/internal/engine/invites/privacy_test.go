package invites_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/signup"
)

// responses collects all answers to one person, as they are sent.
type responses struct{ answers []string }

func (s *responses) add(t *testing.T, answer any, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	s.answers = append(s.answers, string(raw))
}

// The parents of a family share names and children. Neither gets any data about the other's payment, payment method or address.
func TestParentsDataIsSeparate(t *testing.T) {
	t.Parallel()
	for name, seatPaid := range map[string]bool{"who pays": false, "who is paid for": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			var inviter, invited responses
			s := w.SignUp(t)
			in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.PayForCoparent, in.Payment.StorePaymentOnFile = seatPaid, new(true) })
			first, err := w.Pay(t, s, in)
			inviter.add(t, first, err)
			w.Work(t)
			g := w.MailedGuest(t, email.Invitation)

			invited.add(t, g.Context(t), nil)
			invited.add(t, g.Fill(t, fixture.StepOne()), nil)
			own := &order.Receipt{}
			if !seatPaid {
				o := form.OrderChoice{PackageID: 2002}
				invited.add(t, g.Fill(t, fixture.Ordering(o)), nil)
				invited.add(t, g.Fill(t, guestBilling()), nil)
				coupons, err := g.Client.Invite.Coupons(t.Context(), g.UserID, g.Token, "en")
				invited.add(t, coupons, err)
				quote, err := g.Client.Invite.Price(t.Context(), g.UserID, g.Token, invite.QuoteInput{OrderDetail: o}, fixture.English)
				invited.add(t, quote, err)
				paid, err := g.Pay(t, g.Payment(t, o))
				invited.add(t, paid, err)
				status, err := g.Client.Invite.Status(t.Context(), g.UserID, g.Token)
				invited.add(t, status, err)
				own = paid.Receipt
			} else {
				invited.add(t, g.Fill(t, guestBilling()), nil)
			}
			account, err := g.Client.Account.Parent(t.Context(), g.UserID, g.Token)
			invited.add(t, account, err)
			invited.add(t, g.Context(t), nil)
			set, err := g.Join(t, g.Context(t).ClickToJoinToken.Reveal(), true)
			invited.add(t, set, err)
			w.Work(t)
			for _, m := range w.Mailbox.Mails() {
				if strings.HasPrefix(m.To, "ben") {
					invited.answers = append(invited.answers, m.Subject, m.Text, m.HTML)
				}
				if strings.HasPrefix(m.To, "ana") {
					inviter.answers = append(inviter.answers, m.Subject, m.Text, m.HTML)
				}
			}
			registration, err := w.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
			inviter.add(t, registration, err)
			status, err := w.Client.Checkout.Status(t.Context(), s.SignupID, s.Key)
			inviter.add(t, status, err)

			never(t, "the invited parent", invited, map[string]string{
				"total": first.Receipt.Totals.Total, "sub-total": first.Receipt.Totals.SubTotal, "street": "1 Market Street", "postal code": "19103",
				"transaction": first.Receipt.TransactionID, "card": first.Receipt.CardLastFour, "e-mail": "ana.diaz.1@example.com", "phone": "2155500001",
				"quote": first.PricingInfo.TaxID, "receipt": first.Receipt.ReceiptID, "order": first.Receipt.OrderID,
			})
			never(t, "the inviting parent", inviter, map[string]string{
				"street": "77 Guest Road", "e-mail": "benjamin@example.com", "phone": "4125550199", "transaction": own.TransactionID,
				"total": own.Totals.Total, "card": own.CardLastFour, "order": own.OrderID, "receipt": own.ReceiptID, "link": g.Token.Reveal(),
			})
		})
	}
}

// guestBilling returns an address that has nothing in common with the inviter's.
func guestBilling() signup.Input {
	in := fixture.Billing()
	in.Address.City, in.Address.PostalCode = "Pittsburgh", "15213"
	return in
}

// never fails the test if an answer contains a secret of the other person.
func never(t *testing.T, reader string, got responses, secrets map[string]string) {
	t.Helper()
	all := strings.Join(got.answers, "\n")
	for what, secret := range secrets {
		if secret != "" && strings.Contains(all, secret) {
			t.Errorf("an answer to %s has the other's %s (%s)", reader, what, secret)
		}
	}
}
