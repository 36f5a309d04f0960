package batches_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/engine/batches"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// batchTrail returns the audit trail as "actor kind number".
func batchTrail(t *testing.T, env *sdktest.Env, b *codes.Batch) []string {
	t.Helper()
	events, err := env.Client.Codes.Events(t.Context(), b.ProfessionalID, b.ID)
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
	got, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("buy-codes-1"))
	if err != nil {
		t.Fatal(err)
	}
	want := &codes.Batch{
		ID: got.ID, ProfessionalID: pat.ProfessionalID, PackageID: 2001, PackageName: "P0_ESSENTIAL_1Y", Face: "149.99", CurrencyCode: "USD",
		Total: "1499.90", Size: 10, State: codes.BatchActive, PaidBy: codes.PaymentCard, Unissued: 10,
		CreatedAt: sdktest.Start, ExpiresAt: sdktest.Start.AddDate(2, 0, 0),
	}
	if diff := cmp.Diff(want, got); diff != "" || got.Confirming() {
		t.Errorf("confirming %v, batch (-want +got):\n%s", got.Confirming(), diff)
	}
	again, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("buy-codes-1"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("sent twice (-first +second):\n%s", diff)
	}

	login, err := env.Client.Account.Login(t.Context(), pat.Username, pat.Password, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	token := secret.Secret(login.Auth)
	for lang, line := range map[string]string{"en": "10 subscription codes, Essential, 1 year", "es": "10 códigos de suscripción, Esencial, 1 año"} {
		page, err := env.Client.Home.Read(t.Context(), token, caller.Meta{Lang: lang})
		if err != nil {
			t.Fatal(err)
		}
		receipt, err := env.Client.Home.Receipt(t.Context(), token, page.Receipts[0].ReceiptID, caller.Meta{Lang: lang})
		if err != nil {
			t.Fatal(err)
		}
		if page.Receipts[0].PackageName != line || receipt.ReceiptText != line {
			t.Errorf("in the list %q, on the receipt %q; want %q", page.Receipts[0].PackageName, receipt.ReceiptText, line)
		}
	}

	env.RunJobs(t)
	row := fixture.Record(t, env, `SELECT o.purpose, o.state, o.total_minor, o.seats, a.state AS attempt, a.amount_minor, a.currency, o.account_id::text,
		r.document->>'transactionDateTime' AS paid_at, r.document->>'endsAt' AS ends_at, r.created_at = o.placed_at AS receipt_of_then
		FROM orders o JOIN payment_attempts a ON a.order_id = o.id JOIN receipts r ON r.order_id = o.id WHERE o.code_batch_id = $1`, got.ID)
	wantRow := map[string]any{
		"purpose": "code_batch", "state": "placed", "total_minor": 149990.0, "seats": 10.0, "attempt": "captured", "amount_minor": 149990.0,
		"currency": "USD", "account_id": pat.UserID, "paid_at": "2026-06-02T09:30:00Z", "ends_at": "2028-06-02T09:30:00Z", "receipt_of_then": true,
	}
	if diff := cmp.Diff(wantRow, row); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	compared, err := env.Client.Audit.Payments(t.Context(), time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	if len(compared.Findings) != 0 || compared.CapturedProvider["USD"] != "1499.90" {
		t.Errorf("database and provider differ: %+v", compared)
	}
	verified, err := env.Client.Audit.VerifyReceipts(t.Context(), time.Unix(0, 0), func(d audit.ReceiptDifference) { t.Errorf("receipt: %+v", d) })
	if err != nil || verified.Orders != 1 || verified.Receipts != 1 {
		t.Errorf("verified %+v, %v", verified, err)
	}
	ready := 0
	for _, mail := range env.Mailbox.Mails() {
		if mail.Kind == email.CodeBatchReady && mail.To == pat.Email {
			ready++
			for _, code := range fixture.BatchCodes(t, env, got) {
				if strings.Contains(mail.Text, code.Code) {
					t.Error("the mail shows a code")
				}
			}
		}
	}
	if ready != 1 {
		t.Errorf("%d mails about the new codes, want 1", ready)
	}
	if diff := cmp.Diff([]string{"professional bought", "system activated", "professional codes_read"}, batchTrail(t, env, got)[:3]); diff != "" {
		t.Errorf("trail (-want +got):\n%s", diff)
	}
}

func TestBuyCodeBatchByInvoice(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	got, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, codes.PurchaseInput{PackageID: 2061, Size: 2, Invoice: true}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != codes.BatchAwaitingPayment || got.PaidBy != codes.PaymentInvoice || got.Confirming() || got.Total != "239.98" {
		t.Fatalf("ordered %+v", got)
	}
	once := codes.PurchaseInput{PackageID: 2061, Size: 1, Invoice: true}
	first, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, once, fixture.BuyMeta("invoice-once-1"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, once, fixture.BuyMeta("invoice-once-1"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("sent twice (-first +second):\n%s", diff)
	}
	_, err = env.Client.Codes.Issue(t.Context(), pat.ProfessionalID, got.ID, codes.IssueInput{}, fixture.English)
	fixture.WantFault(t, err, codes.BatchUnpaid)
	for range 2 {
		active, err := env.Client.Codes.Activate(t.Context(), got.ID)
		if err != nil || active.State != codes.BatchActive {
			t.Fatalf("activated %+v, %v", active, err)
		}
	}
	if diff := cmp.Diff([]string{"professional bought", "operator activated"}, batchTrail(t, env, got)); diff != "" {
		t.Errorf("trail (-want +got):\n%s", diff)
	}
	for name, id := range map[string]string{"nonsense": "nonsense", "nobody's": pat.ProfessionalID} {
		if _, err := env.Client.Codes.Activate(t.Context(), id); !errors.Is(err, codes.BatchUnknown) {
			t.Errorf("activate %s: %v", name, err)
		}
	}
	if _, err := env.Client.Codes.RevokeBatch(t.Context(), pat.ProfessionalID, got.ID); err != nil {
		t.Fatal(err)
	}
	_, err = env.Client.Codes.Activate(t.Context(), got.ID)
	fixture.WantFault(t, err, codes.BatchWasRevoked)
}

// A nonce that paid for a batch can't pay for another.
func TestBuyWithANonceTwice(t *testing.T) {
	t.Parallel()
	authorizations := &fixture.Authorizations{}
	w := fixture.NewTill(t, fixture.WithGateway(authorizations, &authorizations.Gateway))
	pat := w.SignUpProfessional(t)
	in := fixture.TenCodes
	in.Nonce = w.CardNonce(t, "4012888888881881", "12/2030")
	if _, err := w.Client.Codes.Buy(t.Context(), pat.ProfessionalID, in, fixture.BuyMeta("the-first-purchase")); err != nil {
		t.Fatal(err)
	}
	_, err := w.Client.Codes.Buy(t.Context(), pat.ProfessionalID, in, fixture.BuyMeta("the-second-purchase"))
	fixture.WantRefusal(t, err, "nonce=payment_nonce_used")
	if n := fixture.CountRows(t, w.Env, "payment_attempts"); n != 1 {
		t.Errorf("%d payments were started", n)
	}
	// The provider got the payer.
	got, buyer := authorizations.All()[0], sdktest.ReadyProfessional(1)
	want := gateway.AuthorizeRequest{Email: pat.Email, Customer: gateway.Customer{FirstName: buyer.FirstName, LastName: buyer.LastName}}
	if diff := cmp.Diff(want, gateway.AuthorizeRequest{Email: got.Email, Customer: got.Customer}); diff != "" {
		t.Errorf("payer (-want +got):\n%s", diff)
	}
}

func TestBuyCodeBatchRefuses(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	change := func(f func(*codes.PurchaseInput)) codes.PurchaseInput {
		in := fixture.TenCodes
		f(&in)
		return in
	}
	for name, tc := range map[string]struct {
		in   codes.PurchaseInput
		want fault.Violations
	}{
		"package and size": {
			codes.PurchaseInput{PackageID: 2009, Size: 501, AmountDisplayed: "1.00"},
			fault.Violations{{Field: "packageId", Code: batches.CodePackageInvalid}, {Field: "size", Code: batches.CodeSizeInvalid}, {Field: "nonce", Code: "payment_method_missing"}},
		},
		"another price": {
			change(func(in *codes.PurchaseInput) { in.AmountDisplayed = "1499.00" }),
			fault.Violations{{Field: "pricing", Code: codes.CodePriceChanged}},
		},
		"declined": {
			change(func(in *codes.PurchaseInput) { in.Nonce = "fake-processor-declined-visa-nonce" }),
			fault.Violations{{Field: "nonce", Code: "payment_method_declined"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, tc.in, fixture.BuyMeta("refused-"+strings.ReplaceAll(name, " ", "-")))
			fixture.DiffViolations(t, tc.want, err)
		})
	}
	for name, tc := range map[string]struct {
		owner string
		in    codes.PurchaseInput
		key   string
		want  *fault.Fault
	}{
		"no key":                 {pat.ProfessionalID, fixture.TenCodes, "", fault.IdempotencyKeyInvalid},
		"nobody":                 {pat.UserID, fixture.TenCodes, "buy-for-nobody", codes.BatchUnknown},
		"missing batch, invoice": {pat.UserID, codes.PurchaseInput{PackageID: 2001, Size: 1, Invoice: true}, "", codes.BatchUnknown},
		"no payment type":        {pat.ProfessionalID, change(func(in *codes.PurchaseInput) { in.PaymentType = "CASH" }), "buy-with-cash", payment.Invalid},
	} {
		if _, err := env.Client.Codes.Buy(t.Context(), tc.owner, tc.in, fixture.BuyMeta(tc.key)); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
	list, err := env.Client.Codes.Batches(t.Context(), pat.ProfessionalID)
	if err != nil || len(list) != 0 {
		t.Errorf("rejected purchases left batches: %+v, %v", list, err)
	}
	if n := fixture.CountRows(t, env, "orders WHERE state <> 'cancelled'"); n != 0 {
		t.Errorf("%d orders of rejected purchases are open", n)
	}
	if n := fixture.CountRows(t, env, "subscription_codes WHERE state = 'available'"); n != 0 {
		t.Errorf("%d codes of a declined purchase are good", n)
	}
}

// While the payment's outcome is unknown, the batch awaits it. The search finds it, once.
func TestBuyCodeBatchUnknown(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	if err := env.Sandbox.AddFault(sandbox.Fault{Kind: sandbox.FaultDrop}); err != nil {
		t.Fatal(err)
	}
	got, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("buy-unknown-1"))
	if err != nil {
		t.Fatal(err)
	}
	if !got.Confirming() || got.State != codes.BatchAwaitingPayment {
		t.Fatalf("after a lost answer: %+v", got)
	}
	_, err = env.Client.Codes.Codes(t.Context(), pat.ProfessionalID, got.ID)
	fixture.WantFault(t, err, codes.BatchUnpaid)
	_, err = env.Client.Codes.RevokeBatch(t.Context(), pat.ProfessionalID, got.ID)
	fixture.WantFault(t, err, codes.BatchPaying)
	_, err = env.Client.Codes.Activate(t.Context(), got.ID)
	fixture.WantFault(t, err, codes.BatchPaying)
	again, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("buy-unknown-1"))
	if err != nil || again.ID != got.ID || !again.Confirming() {
		t.Fatalf("the same call again: %+v, %v", again, err)
	}
	for range 3 {
		env.Clock.Advance(time.Minute)
		env.RunJobs(t)
		if _, err := env.Client.Payment.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	paid, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("buy-unknown-1"))
	if err != nil || paid.ID != got.ID || paid.State != codes.BatchActive {
		t.Fatalf("after the search: %+v, %v", paid, err)
	}
	compared, err := env.Client.Audit.Payments(t.Context(), time.Unix(0, 0))
	if err != nil || len(compared.Findings) != 0 || compared.CapturedProvider["USD"] != "1499.90" {
		t.Errorf("audit %+v, %v", compared, err)
	}
}

// Codes of a refunded batch are rejected.
func TestRefundedCodeBatch(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	got, err := env.Client.Codes.Buy(t.Context(), pat.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("buy-refund-1"))
	if err != nil {
		t.Fatal(err)
	}
	env.RunJobs(t)
	attempts, err := env.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{})
	if err != nil || len(attempts) != 1 {
		t.Fatalf("%d attempts, %v", len(attempts), err)
	}
	if _, err := env.Client.Payment.Refund(t.Context(), attempts[0].ID, payment.RefundInput{}); err != nil {
		t.Fatal(err)
	}
	after, err := env.Client.Codes.Batch(t.Context(), pat.ProfessionalID, got.ID)
	if err != nil || after.State != codes.BatchRevoked || after.Unissued != 0 {
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
	b := fixture.NewBatch(t, env, pat.ProfessionalID, 2001, 3)
	in := codes.IssueInput{IssuedTo: "Client 7", Email: " client@example.com ", Locale: "es"}
	got, err := env.Client.Codes.Issue(t.Context(), pat.ProfessionalID, b.ID, in, fixture.BuyMeta("issue-code-1"))
	if err != nil {
		t.Fatal(err)
	}
	at := env.Clock.Now()
	want := &codes.BatchCode{Number: 1, State: codes.SubscriptionCodeAvailable, IssuedTo: "Client 7", IssuedAt: &at, MailedTo: "client@example.com"}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(codes.BatchCode{}, "ID", "Code")); diff != "" {
		t.Errorf("issued (-want +got):\n%s", diff)
	}
	again, err := env.Client.Codes.Issue(t.Context(), pat.ProfessionalID, b.ID, in, fixture.BuyMeta("issue-code-1"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("sent twice (-first +second):\n%s", diff)
	}
	revoked, err := env.Client.Codes.Issue(t.Context(), pat.ProfessionalID, b.ID, codes.IssueInput{Email: "other@example.com"}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Client.Codes.Revoke(t.Context(), pat.ProfessionalID, b.ID, revoked.ID); err != nil {
		t.Fatal(err)
	}
	env.RunJobs(t)
	var mails []email.Message
	for _, m := range env.Mailbox.Mails() {
		if m.Kind == email.CodeIssued {
			mails = append(mails, m)
		}
	}
	if len(mails) != 1 || mails[0].To != "client@example.com" || mails[0].Lang != "es" || !strings.Contains(mails[0].Text, got.Code) || !strings.Contains(mails[0].HTML, got.Code) {
		t.Errorf("mails %+v", mails)
	}
	if diff := cmp.Diff([]string{"operator bought", "professional issued 1", "professional issued 2", "professional code_revoked 2"}, batchTrail(t, env, b)); diff != "" {
		t.Errorf("trail (-want +got):\n%s", diff)
	}
	_, err = env.Client.Codes.Issue(t.Context(), pat.ProfessionalID, b.ID, codes.IssueInput{IssuedTo: strings.Repeat("x", 101), Email: "nobody"}, fixture.English)
	fixture.DiffViolations(t, fault.Violations{{Field: "issuedTo", Code: batches.CodeRecipientLength}, {Field: "email", Code: form.CodeEmailInvalid}}, err)
}

// A professional's text reaches the client's mail only after verification, and only as a name.
func TestCodeMailCarriesNoLinkOfAStranger(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	in := sdktest.ReadyProfessional(1)
	in.FirstName, in.PracticeName = "www.evil.example", "<b>Win</b> at https://evil.example/now"
	pat, err := env.Client.Professional.Create(t.Context(), in, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Client.Professional.Verify(t.Context(), pat.ProfessionalID); err != nil {
		t.Fatal(err)
	}
	b := fixture.NewBatch(t, env, pat.ProfessionalID, 2001, 1)
	if _, err := env.Client.Codes.Issue(t.Context(), pat.ProfessionalID, b.ID, codes.IssueInput{IssuedTo: "See evil.example", Email: "client@example.com"}, fixture.English); err != nil {
		t.Fatal(err)
	}
	env.RunJobs(t)
	for _, m := range env.Mailbox.Mails() {
		if m.Kind != email.CodeIssued {
			continue
		}
		if whole := m.Subject + m.Text + m.HTML; !strings.Contains(m.Text, "www evil example Lee (bWin b at https evil example now)") || strings.Contains(whole, "evil.example") || strings.Contains(whole, "<b>Win") {
			t.Errorf("%s\n%s", m.Subject, m.Text)
		}
		return
	}
	t.Error("the code wasn't mailed")
}
