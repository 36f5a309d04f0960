package sdk_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// tenCodes buys ten codes of Essential with the sandbox's good card: 1,499.90 USD.
var tenCodes = sdk.CodePurchaseInput{PackageID: 2001, Size: 10, AmountDisplayed: "1499.90", Nonce: "fake-valid-nonce", CardHolderName: "Pat Lee"}

func buyMeta(key string) sdk.CallMeta { return sdk.CallMeta{Lang: "en", IdempotencyKey: key} }

// batchTrail is the audit trail as "actor kind number".
func batchTrail(t *testing.T, env *sdktest.Env, b *sdk.CodeBatch) []string {
	t.Helper()
	events, err := env.Client.CodeBatchEvents(t.Context(), b.ProfessionalID, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range events {
		line := e.Actor + " " + e.Kind
		if e.Number > 0 {
			line += " " + string(rune('0'+e.Number))
		}
		out = append(out, line)
	}
	return out
}

func TestBuyCodeBatch(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	got, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, tenCodes, buyMeta("buy-codes-1"))
	if err != nil {
		t.Fatal(err)
	}
	want := &sdk.CodeBatch{
		ID: got.ID, ProfessionalID: pat.ProfessionalID, PackageID: 2001, PackageName: "P0_ESSENTIAL_1Y", Face: "149.99", CurrencyCode: "USD",
		Total: "1499.90", Size: 10, State: sdk.CodeBatchActive, PaidBy: sdk.CodePaymentCard, Unissued: 10,
		CreatedAt: sdktest.Start, ExpiresAt: sdktest.Start.AddDate(2, 0, 0),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("batch (-want +got):\n%s", diff)
	}
	again, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, tenCodes, buyMeta("buy-codes-1"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("sent twice (-first +second):\n%s", diff)
	}

	env.RunJobs(t)
	row := record(t, env, `SELECT o.purpose, o.state, o.total_minor, o.seats, a.state AS attempt, a.amount_minor, a.currency, o.account_id::text
		FROM orders o JOIN payment_attempts a ON a.order_id = o.id WHERE o.code_batch_id = $1`, got.ID)
	wantRow := map[string]any{
		"purpose": "code_batch", "state": "placed", "total_minor": 149990.0, "seats": 10.0, "attempt": "captured", "amount_minor": 149990.0,
		"currency": "USD", "account_id": pat.UserID,
	}
	if diff := cmp.Diff(wantRow, row); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	audit, err := env.Client.AuditPayments(t.Context(), time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	if len(audit.Findings) != 0 || audit.CapturedProvider["USD"] != "1499.90" {
		t.Errorf("database and provider differ: %+v", audit)
	}
	verified, err := env.Client.VerifyReceipts(t.Context(), time.Unix(0, 0), func(d sdk.ReceiptDifference) { t.Errorf("receipt: %+v", d) })
	if err != nil || verified.Orders != 1 || verified.Receipts != 1 {
		t.Errorf("verified %+v, %v", verified, err)
	}
	ready := 0
	for _, mail := range env.Mailbox.Mails() {
		if mail.Kind == sdk.MailCodeBatchReady && mail.To == pat.Email {
			ready++
			for _, code := range batchCodes(t, env, got) {
				if strings.Contains(mail.Text, code.Code) {
					t.Error("the mail shows a code")
				}
			}
		}
	}
	if ready != 1 {
		t.Errorf("%d mails say that the codes are ready, want 1", ready)
	}
	if diff := cmp.Diff([]string{"professional bought", "system activated", "professional codes_read"}, batchTrail(t, env, got)[:3]); diff != "" {
		t.Errorf("trail (-want +got):\n%s", diff)
	}
}

func TestBuyCodeBatchByInvoice(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	got, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, sdk.CodePurchaseInput{PackageID: 2061, Size: 2, Invoice: true}, english)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != sdk.CodeBatchAwaitingPayment || got.PaidBy != sdk.CodePaymentInvoice || got.Confirming() || got.Total != "239.98" {
		t.Fatalf("ordered %+v", got)
	}
	once := sdk.CodePurchaseInput{PackageID: 2061, Size: 1, Invoice: true}
	first, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, once, buyMeta("invoice-once-1"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, once, buyMeta("invoice-once-1"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("sent twice (-first +second):\n%s", diff)
	}
	_, err = env.Client.IssueSubscriptionCode(t.Context(), pat.ProfessionalID, got.ID, sdk.IssueInput{}, english)
	wantFault(t, err, sdk.CodeBatchUnpaid)
	for range 2 {
		active, err := env.Client.ActivateCodeBatch(t.Context(), got.ID)
		if err != nil || active.State != sdk.CodeBatchActive {
			t.Fatalf("activated %+v, %v", active, err)
		}
	}
	if diff := cmp.Diff([]string{"professional bought", "operator activated"}, batchTrail(t, env, got)); diff != "" {
		t.Errorf("trail (-want +got):\n%s", diff)
	}
	for name, id := range map[string]string{"nonsense": "nonsense", "nobody's": pat.ProfessionalID} {
		if _, err := env.Client.ActivateCodeBatch(t.Context(), id); !errors.Is(err, sdk.CodeBatchUnknown) {
			t.Errorf("activate %s: %v", name, err)
		}
	}
	if _, err := env.Client.RevokeCodeBatch(t.Context(), pat.ProfessionalID, got.ID); err != nil {
		t.Fatal(err)
	}
	_, err = env.Client.ActivateCodeBatch(t.Context(), got.ID)
	wantFault(t, err, sdk.CodeBatchWasRevoked)
}

func TestBuyCodeBatchRefuses(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	change := func(f func(*sdk.CodePurchaseInput)) sdk.CodePurchaseInput {
		in := tenCodes
		f(&in)
		return in
	}
	for name, tc := range map[string]struct {
		in   sdk.CodePurchaseInput
		want sdk.Violations
	}{
		"package and size": {
			sdk.CodePurchaseInput{PackageID: 2009, Size: 501},
			sdk.Violations{{Field: "packageId", Code: sdk.CodeBatchPackageInvalid}, {Field: "size", Code: sdk.CodeBatchSizeInvalid}, {Field: "nonce", Code: "payment_method_missing"}},
		},
		"another price": {
			change(func(in *sdk.CodePurchaseInput) { in.AmountDisplayed = "1499.00" }),
			sdk.Violations{{Field: "pricing", Code: sdk.CodeBatchPriceChanged}},
		},
		"declined": {
			change(func(in *sdk.CodePurchaseInput) { in.Nonce = "fake-processor-declined-visa-nonce" }),
			sdk.Violations{{Field: "nonce", Code: "payment_method_declined"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, tc.in, buyMeta("refused-"+strings.ReplaceAll(name, " ", "-")))
			diffViolations(t, tc.want, err)
		})
	}
	for name, tc := range map[string]struct {
		owner string
		in    sdk.CodePurchaseInput
		key   string
		want  *sdk.Fault
	}{
		"no key":          {pat.ProfessionalID, tenCodes, "", sdk.IdempotencyKeyInvalid},
		"nobody":          {pat.UserID, tenCodes, "buy-for-nobody", sdk.CodeBatchUnknown},
		"nobody, invoice": {pat.UserID, sdk.CodePurchaseInput{PackageID: 2001, Size: 1, Invoice: true}, "", sdk.CodeBatchUnknown},
		"no payment type": {pat.ProfessionalID, change(func(in *sdk.CodePurchaseInput) { in.PaymentType = "CASH" }), "buy-with-cash", sdk.PaymentInvalid},
	} {
		if _, err := env.Client.BuyCodeBatch(t.Context(), tc.owner, tc.in, buyMeta(tc.key)); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
	list, err := env.Client.CodeBatches(t.Context(), pat.ProfessionalID)
	if err != nil || len(list) != 0 {
		t.Errorf("what was refused left batches: %+v, %v", list, err)
	}
	if n := countRows(t, env, "subscription_codes WHERE state = 'available'"); n != 0 {
		t.Errorf("%d codes of a declined purchase are good", n)
	}
}

// While nobody knows whether the money is held, the batch waits; the search finds out, once.
func TestBuyCodeBatchUnknown(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	if err := env.Sandbox.AddFault(sandbox.Fault{Kind: sandbox.FaultDrop}); err != nil {
		t.Fatal(err)
	}
	got, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, tenCodes, buyMeta("buy-unknown-1"))
	if err != nil {
		t.Fatal(err)
	}
	if !got.Confirming() || got.State != sdk.CodeBatchAwaitingPayment {
		t.Fatalf("after a lost answer: %+v", got)
	}
	_, err = env.Client.BatchCodes(t.Context(), pat.ProfessionalID, got.ID)
	wantFault(t, err, sdk.CodeBatchUnpaid)
	_, err = env.Client.RevokeCodeBatch(t.Context(), pat.ProfessionalID, got.ID)
	wantFault(t, err, sdk.CodeBatchPaying)
	_, err = env.Client.ActivateCodeBatch(t.Context(), got.ID)
	wantFault(t, err, sdk.CodeBatchPaying)
	again, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, tenCodes, buyMeta("buy-unknown-1"))
	if err != nil || again.ID != got.ID || !again.Confirming() {
		t.Fatalf("the same call again: %+v, %v", again, err)
	}
	for range 3 {
		env.Clock.Advance(time.Minute)
		env.RunJobs(t)
		if _, err := env.Client.SweepPayments(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	paid, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, tenCodes, buyMeta("buy-unknown-1"))
	if err != nil || paid.ID != got.ID || paid.State != sdk.CodeBatchActive {
		t.Fatalf("after the search: %+v, %v", paid, err)
	}
	audit, err := env.Client.AuditPayments(t.Context(), time.Unix(0, 0))
	if err != nil || len(audit.Findings) != 0 || audit.CapturedProvider["USD"] != "1499.90" {
		t.Errorf("audit %+v, %v", audit, err)
	}
}

// Codes of a batch whose money is given back pay no more.
func TestRefundedCodeBatch(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	got, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, tenCodes, buyMeta("buy-refund-1"))
	if err != nil {
		t.Fatal(err)
	}
	env.RunJobs(t)
	attempts, err := env.Client.Attempts(t.Context(), sdk.AttemptFilter{})
	if err != nil || len(attempts) != 1 {
		t.Fatalf("%d attempts, %v", len(attempts), err)
	}
	if _, err := env.Client.RefundPayment(t.Context(), attempts[0].ID); err != nil {
		t.Fatal(err)
	}
	after, err := env.Client.CodeBatch(t.Context(), pat.ProfessionalID, got.ID)
	if err != nil || after.State != sdk.CodeBatchRevoked || after.Unissued != 0 {
		t.Errorf("after the refund: %+v, %v", after, err)
	}
	if diff := cmp.Diff([]string{"professional bought", "system activated", "system payment_failed"}, batchTrail(t, env, got)); diff != "" {
		t.Errorf("trail (-want +got):\n%s", diff)
	}
}

func TestIssueSubscriptionCodeByMail(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	b := newBatch(t, env, pat.ProfessionalID, 2001, 3)
	in := sdk.IssueInput{IssuedTo: "Client 7", Email: " client@example.com ", Locale: "es"}
	got, err := env.Client.IssueSubscriptionCode(t.Context(), pat.ProfessionalID, b.ID, in, buyMeta("issue-code-1"))
	if err != nil {
		t.Fatal(err)
	}
	at := env.Clock.Now()
	want := &sdk.BatchCode{Number: 1, State: sdk.SubscriptionCodeAvailable, IssuedTo: "Client 7", IssuedAt: &at, MailedTo: "client@example.com"}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(sdk.BatchCode{}, "ID", "Code")); diff != "" {
		t.Errorf("issued (-want +got):\n%s", diff)
	}
	again, err := env.Client.IssueSubscriptionCode(t.Context(), pat.ProfessionalID, b.ID, in, buyMeta("issue-code-1"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("sent twice (-first +second):\n%s", diff)
	}
	revoked, err := env.Client.IssueSubscriptionCode(t.Context(), pat.ProfessionalID, b.ID, sdk.IssueInput{Email: "other@example.com"}, english)
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Client.RevokeSubscriptionCode(t.Context(), pat.ProfessionalID, b.ID, revoked.ID); err != nil {
		t.Fatal(err)
	}
	env.RunJobs(t)
	var mails []sdk.Mail
	for _, m := range env.Mailbox.Mails() {
		if m.Kind == sdk.MailCodeIssued {
			mails = append(mails, m)
		}
	}
	if len(mails) != 1 || mails[0].To != "client@example.com" || mails[0].Lang != "es" || !strings.Contains(mails[0].Text, got.Code) || !strings.Contains(mails[0].HTML, got.Code) {
		t.Errorf("mails %+v", mails)
	}
	if diff := cmp.Diff([]string{"operator bought", "professional issued 1", "professional issued 2", "professional code_revoked 2"}, batchTrail(t, env, b)); diff != "" {
		t.Errorf("trail (-want +got):\n%s", diff)
	}
	_, err = env.Client.IssueSubscriptionCode(t.Context(), pat.ProfessionalID, b.ID, sdk.IssueInput{IssuedTo: strings.Repeat("x", 101), Email: "nobody"}, english)
	diffViolations(t, sdk.Violations{{Field: "issuedTo", Code: sdk.CodeRecipientLength}, {Field: "email", Code: sdk.CodeEmailInvalid}}, err)
}
