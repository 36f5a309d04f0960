package batches_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// batchView is a professional's view of a batch: the number of codes in each state, and each code's state, recipient and redeemer.
type batchView struct {
	Unissued, Issued, Reserved, Redeemed int
	Recipients                           []string
	States                               []codes.SubscriptionCodeState
	Redeemers                            []codes.RedeemerState
}

func viewBatch(t *testing.T, env *sdktest.Env, b *codes.Batch) (out batchView) {
	t.Helper()
	list, err := env.Client.Codes.Batches(t.Context(), b.ProfessionalID)
	if err != nil || len(list) != 1 {
		t.Fatalf("%d batches, %v", len(list), err)
	}
	out.Unissued, out.Issued, out.Reserved, out.Redeemed = list[0].Unissued, list[0].Issued, list[0].Reserved, list[0].Redeemed
	for _, code := range fixture.BatchCodes(t, env, b) {
		out.States, out.Redeemers = append(out.States, code.State), append(out.Redeemers, code.Redeemer)
		out.Recipients = append(out.Recipients, code.IssuedTo+" <"+code.MailedTo+">")
	}
	return out
}

// A professional sees a batch from purchase to expiry: issued codes, codes held by a payment, redeemed codes, and the redeemer's progress with the
// account.
func TestBatchShowsCodeStates(t *testing.T) {
	t.Parallel()
	h := fixture.NewHold("authorize")
	w := fixture.NewTill(t, fixture.WithHold(h))
	b := fixture.NewBatch(t, w.Env, fixture.InsertProfessional(t, w.Env), 2001, 4)
	all := fixture.BatchCodes(t, w.Env, b)
	for _, to := range []codes.IssueInput{{IssuedTo: "Client 7"}, {Email: "ben@example.com"}, {}} {
		if _, err := w.Client.Codes.Issue(t.Context(), b.ProfessionalID, b.ID, to, fixture.English); err != nil {
			t.Fatal(err)
		}
	}
	recipients := []string{"Client 7 <>", " <ben@example.com>", " <>", " <>"}
	const available, reserved, redeemed, expired = codes.SubscriptionCodeAvailable, codes.SubscriptionCodeReserved, codes.SubscriptionCodeRedeemed, codes.SubscriptionCodeExpired
	want := batchView{Unissued: 1, Issued: 3, Recipients: recipients, States: []codes.SubscriptionCodeState{available, available, available, available}, Redeemers: []codes.RedeemerState{"", "", "", ""}}
	if diff := cmp.Diff(want, viewBatch(t, w.Env, b)); diff != "" {
		t.Errorf("issued (-want +got):\n%s", diff)
	}

	free := w.SignUp(t)
	paid, err := w.Pay(t, free, w.Input(t, free, "", func(in *payment.Input) { in.PaymentCodes = []string{all[0].Code} }))
	if err != nil {
		t.Fatal(err)
	}
	s := w.SignUp(t)
	in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.PayForCoparent, in.PaymentCodes = true, []string{all[1].Code} })
	done := paying(t, w, s, in)
	<-h.Acted
	want.Issued, want.Reserved, want.Redeemed = 1, 1, 1
	want.States, want.Redeemers = []codes.SubscriptionCodeState{redeemed, reserved, available, available}, []codes.RedeemerState{codes.RedeemerSignedUp, "", "", ""}
	if diff := cmp.Diff(want, viewBatch(t, w.Env, b)); diff != "" {
		t.Errorf("one redeemed, one reserved (-want +got):\n%s", diff)
	}
	close(h.Release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	credentials := account.CredentialsInput{Username: "has.begun", Password: fixture.GoodPassword}
	if _, err := w.Client.Account.SetCredentials(t.Context(), secret.Secret(paid.ClickToJoinToken), credentials, fixture.English); err != nil {
		t.Fatal(err)
	}
	want = batchView{Unissued: 1, Issued: 1, Redeemed: 2, Recipients: recipients}
	want.States, want.Redeemers = []codes.SubscriptionCodeState{redeemed, redeemed, available, available}, []codes.RedeemerState{codes.RedeemerActive, codes.RedeemerSignedUp, "", ""}
	if diff := cmp.Diff(want, viewBatch(t, w.Env, b)); diff != "" {
		t.Errorf("two redeemed, one by an activated account (-want +got):\n%s", diff)
	}

	w.Clock.Set(b.ExpiresAt.Add(-time.Second))
	if got := viewBatch(t, w.Env, b).States; got[3] != available {
		t.Errorf("in the last second a code is %s", got[3])
	}
	w.Clock.Set(b.ExpiresAt)
	if diff := cmp.Diff([]codes.SubscriptionCodeState{redeemed, redeemed, expired, expired}, viewBatch(t, w.Env, b).States); diff != "" {
		t.Errorf("once the time is over (-want +got):\n%s", diff)
	}
}

// The names of the recipient and the card holder have maximum lengths.
func TestLongestNames(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	named := func(n int) codes.PurchaseInput {
		in := fixture.TenCodes
		in.CardHolderName = strings.Repeat("é", n)
		return in
	}
	b, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, named(payments.MaxCardHolder), fixture.BuyMeta("longest-holder"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, named(payments.MaxCardHolder+1), fixture.BuyMeta("longer-holder"))
	fixture.WantRefusal(t, err, "cardHolderName=payment_card_holder_long")
	issue := func(to string) error {
		_, err := env.Client.Codes.Issue(t.Context(), pat.ProfessionalID, b.ID, codes.IssueInput{IssuedTo: to}, fixture.English)
		return err
	}
	if err := issue(strings.Repeat("é", 100)); err != nil {
		t.Error(err)
	}
	fixture.WantRefusal(t, issue(strings.Repeat("é", 101)), "issuedTo=code_recipient_length")
	fixture.WantRefusal(t, issue("a\x00b"), "issuedTo=code_recipient_length")
}

// A batch has at most 500 codes, and all are created.
func TestLargestBatch(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	b := fixture.NewBatch(t, env, fixture.InsertProfessional(t, env), 2001, 500)
	if list := fixture.BatchCodes(t, env, b); len(list) != 500 {
		t.Errorf("%d codes", len(list))
	}
}

// An operator sees open invoices and their buyers until they are paid.
func TestAwaitingBatches(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	fixture.NewBatch(t, env, pat.ProfessionalID, 2001, 1) // paid
	ordered, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, codes.PurchaseInput{PackageID: 2061, Size: 3, Invoice: true}, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := env.Client.Codes.Awaiting(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []codes.AwaitingBatch{{Batch: *ordered, Buyer: "Pat Lee", Email: pat.Email, Practice: sdktest.ReadyProfessional(1).PracticeName}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("awaiting (-want +got):\n%s", diff)
	}
	if _, err := env.Client.Codes.Activate(t.Context(), ordered.ID); err != nil {
		t.Fatal(err)
	}
	if got, err = env.Client.Codes.Awaiting(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("after it is paid: %v, %v", got, err)
	}
}

// A professional's page gets a client token only for packages on sale, within the limit of payment calls.
func TestCodeClientToken(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Payments = caller.Limit{Count: 2, Per: time.Hour} }))
	pat := env.SignUpProfessional(t)
	for _, pkg := range []int{2009, 1} {
		_, err := env.Client.Codes.ClientToken(t.Context(), pat.ProfessionalID, pkg, fixture.English)
		fixture.WantRefusal(t, err, "packageId=code_batch_package_invalid")
	}
	for range 2 {
		if token, err := env.Client.Codes.ClientToken(t.Context(), pat.ProfessionalID, 2001, fixture.English); err != nil || token == "" {
			t.Fatalf("%q, %v", token, err)
		}
	}
	if _, err := env.Client.Codes.ClientToken(t.Context(), pat.ProfessionalID, 2001, fixture.English); !errors.Is(err, fault.TooManyTries) {
		t.Errorf("a third: %v", err)
	}
}
