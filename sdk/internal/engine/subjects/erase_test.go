package subjects_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// column returns the values of a query's only column.
func column(t *testing.T, env *sdktest.Env, query string, args ...any) []string {
	t.Helper()
	var out []string
	if err := env.Pool.QueryRow(t.Context(), "SELECT coalesce(array_agg(c ORDER BY c), '{}') FROM ("+query+") AS q (c)", args...).Scan(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// One parent is erased. The other keeps account, login, seat and children, and isn't charged. Erasing both erases the children.
func TestEraseOneParentOfTwo(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	payer := w.Join(t, func(in *payment.Input) { in.PayForCoparent, in.SegmentAnonymousID = true, "visitor-1" })
	g := w.MailedGuest(t, email.Invitation)
	g.Fill(t, fixture.StepOne())
	joined, err := g.Join(t, g.Fill(t, fixture.Billing()).ClickToJoinToken.Reveal(), true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), payer.UserID); err != nil {
		t.Fatal(err)
	}
	if left := column(t, w.Env, `SELECT 'login' FROM credentials WHERE account_id = $1 UNION ALL SELECT kind || ' token' FROM tokens WHERE account_id = $1
		UNION ALL SELECT 'visitor ' || anonymous_id FROM orders WHERE account_id = $1 AND anonymous_id IS NOT NULL`, payer.UserID); len(left) > 0 {
		t.Errorf("left of the erased parent: %v", left)
	}
	if diff := cmp.Diff([]string{"Cleo", "Dan"}, fixture.Children(t, w.Env)); diff != "" {
		t.Errorf("children after the first erasure (-want +got):\n%s", diff)
	}
	seats := []string{"parent_a ended, renews false, method none", "parent_b active, renews false, method none"}
	if diff := cmp.Diff(seats, column(t, w.Env, `SELECT x.family_role || ' ' || coalesce(x.ended_as, s.state) || ', renews ' || (s.chargeable AND x.renews) || ', method ' || coalesce(s.payment_method_id::text, 'none')
		FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id`)); diff != "" {
		t.Errorf("seats after the first erasure (-want +got):\n%s", diff)
	}
	login, err := w.Client.Account.Login(t.Context(), joined.Username, "A-long-pass-77", fixture.English)
	if err != nil || login.Auth == "" {
		t.Fatalf("login of the other parent: %+v, %v", login, err)
	}
	family, err := w.Client.Invite.Read(t.Context(), g.UserID, secret.Secret(login.Auth), fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, m := range family.FamilyMembers {
		names = append(names, m.FirstName)
	}
	if diff := cmp.Diff([]string{"Benjamin", "Cleo", "Dan"}, names); diff != "" {
		t.Errorf("family as the other parent sees it (-want +got):\n%s", diff)
	}
	if err := fixture.Second(w.Client.Subscription.Own(t.Context(), payer.Token)); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("the erased parent's token: %v", err)
	}
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), g.UserID); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{}, fixture.Children(t, w.Env)); diff != "" {
		t.Errorf("children after the second erasure (-want +got):\n%s", diff)
	}
}

// A co-parent joins and is erased, and another is invited. The new one gets the place that the first parent paid for, until its term ends.
func TestPlaceOfAnErasedParentIsOfferedAgain(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	payer := w.Join(t, func(in *payment.Input) { in.PayForCoparent, in.Payment.StorePaymentOnFile = true, new(true) })
	g := w.MailedGuest(t, email.Invitation)
	g.Fill(t, fixture.StepOne())
	if _, err := g.Join(t, g.Fill(t, fixture.Billing()).ClickToJoinToken.Reveal(), true); err != nil {
		t.Fatal(err)
	}
	cara := form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "cara@example.com"}
	offer := func() (*invite.Info, error) {
		return w.Client.Invite.InviteCoParent(t.Context(), payer.UserID, cara, "", fixture.English)
	}
	if _, err := offer(); !errors.Is(err, account.SeatTaken) {
		t.Errorf("offered while the co-parent has it: %v", err)
	}
	w.Work(t)
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), g.UserID); err != nil {
		t.Fatal(err)
	}
	seats := []string{"parent_a active, renews true", "parent_b active, renews false"}
	if diff := cmp.Diff(seats, column(t, w.Env, `SELECT x.family_role || ' ' || coalesce(x.ended_as, s.state) || ', renews ' || (s.chargeable AND x.renews)
		FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id`)); diff != "" {
		t.Errorf("seats after the erasure (-want +got):\n%s", diff)
	}
	made, err := offer()
	if err != nil || !made.SeatPaid {
		t.Fatalf("offered again: %+v, %v", made, err)
	}
	w.Work(t)
	next := w.MailedGuest(t, email.Invitation)
	next.Fill(t, fixture.StepOne())
	if _, err := next.Join(t, next.Fill(t, fixture.Billing()).ClickToJoinToken.Reveal(), true); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"parent_a " + payer.UserID, "parent_b " + made.UserID}, column(t, w.Env, "SELECT role || ' ' || account_id FROM seats")); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
	if again, err := w.Client.Privacy.ErasePerson(t.Context(), g.UserID); err != nil || len(again.Changed) != 0 {
		t.Errorf("erased again: %+v, %v", again, err)
	}
}

// An erasure is refused while a payment of the person is under way: for a sign-up, a renewal or codes.
func TestEraseWaitsForPayments(t *testing.T) {
	t.Parallel()
	waits := []payment.AttemptState{
		payment.AttemptCreated, payment.AttemptSent, payment.AttemptUnknown, payment.AttemptAuthorised, payment.AttemptCapturing,
		payment.AttemptCaptureFailed, payment.AttemptReview,
	}
	for name, pay := range map[string]func(t *testing.T, w *fixture.Till) (account string){
		"a sign-up without an account": func(t *testing.T, w *fixture.Till) string {
			s := w.SignUp(t)
			in := w.Input(t, s, fixture.GoodNonce)
			w.Fault(t, lostAnswer)
			if answer, err := w.Pay(t, s, in); err != nil || answer.Status != payment.Confirming {
				t.Fatalf("paid while the answer is lost: %+v, %v", answer, err)
			}
			return "ana.diaz.1@example.com"
		},
		"a sign-up": func(t *testing.T, w *fixture.Till) string {
			return w.Subscribe(t, fixture.Kept).Registration.Parent.UserID
		},
		"a renewal": func(t *testing.T, w *fixture.Till) string {
			id := w.Subscribe(t, fixture.Kept).Registration.Parent.UserID
			w.Fault(t, lostAnswer)
			w.Clock.Set(fixture.FirstEnd)
			if _, err := w.Client.Subscription.Renew(t.Context(), w.OnlyID(t)); err != nil {
				t.Fatal(err)
			}
			return id
		},
		"codes": func(t *testing.T, w *fixture.Till) string {
			pat := w.SignUpProfessional(t)
			w.Fault(t, lostAnswer)
			if _, err := w.Client.Codes.Buy(t.Context(), pat.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("buy-codes-1")); err != nil {
				t.Fatal(err)
			}
			return pat.UserID
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			account := pay(t, w)
			for _, state := range slices.Concat(waits, []payment.AttemptState{payment.AttemptCaptured}) {
				if _, err := w.Pool.Exec(t.Context(), `UPDATE payment_attempts SET state = $1::text, transaction_id = coalesce(transaction_id, 'made-up'), check_at = CASE WHEN $1::text <> 'captured' THEN created_at END,
					sent_at = CASE WHEN $1::text NOT IN ('created', 'aborted') THEN created_at END, decline_code = CASE WHEN $1::text = 'declined' THEN 'payment_declined' END
					WHERE id = (SELECT max(a.id::text)::uuid FROM payment_attempts a)`, state); err != nil {
					t.Fatal(err)
				}
				if state == payment.AttemptCaptured {
					if _, err := w.Pool.Exec(t.Context(), "WITH r AS (UPDATE registrations SET paying_since = NULL) UPDATE subscriptions SET renewing_since = NULL"); err != nil {
						t.Fatal(err)
					}
				}
				_, err := w.Client.Privacy.ErasePerson(t.Context(), account)
				if paid := state == payment.AttemptCaptured; paid && err != nil || !paid && !errors.Is(err, privacy.ErrPersonPaying) {
					t.Errorf("erased while the attempt is %s: %v", state, err)
				}
			}
		})
	}
}

// A professional mailed a code to a client. The client's erasure removes address, note and language; the professional keeps the code.
func TestEraseReceiverOfACode(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	owner := fixture.InsertProfessional(t, env)
	b := fixture.NewBatch(t, env, owner, 2001, 2)
	for _, addr := range []string{"Rita.Ruiz@example.com", "sam@example.com"} {
		if _, err := env.Client.Codes.Issue(t.Context(), owner, b.ID, codes.IssueInput{Email: addr, IssuedTo: "Note on " + addr, Locale: "es"}, fixture.English); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := env.Client.Privacy.ErasePerson(t.Context(), "rita.ruiz@example.com"); err != nil {
		t.Fatal(err)
	}
	want := []string{"available: map[]", "available: map[email:sam@example.com locale:es note:Note on sam@example.com]"}
	var got []string
	for _, code := range column(t, env, "SELECT state || ' ' || recipient_id FROM subscription_codes") {
		state, id, _ := strings.Cut(code, " ")
		got = append(got, fmt.Sprint(state, ": ", fixture.KnownPerson(t, env, id)))
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

// A person with an account was also invited by their address to another family. Their erasure empties the invited person, too, and no other.
func TestEraseFindsInvitationsByAddress(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	const address = "Ida.Invited@example.com"
	s := w.SignUp(t, func(in *signup.Input) { in.Parent.Email = address })
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	pro := w.Professional(t)
	for _, guest := range []form.InvitedPerson{
		{FirstName: "Idalina", LastName: "Invitada", Email: address, PhoneCountryCode: "1", PhoneNumber: "4125550171"},
		{FirstName: "Noa", LastName: "Katz", Email: "noa@example.com", PhoneCountryCode: "1", PhoneNumber: "4125550172"},
	} {
		if _, err := w.Client.Invite.Create(t.Context(), pro, invite.Input{Parent: guest}, fixture.English); err != nil {
			t.Fatal(err)
		}
	}
	w.Work(t)
	export, err := w.Client.Privacy.ExportPerson(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	if len(export.Tables["invitations"]) != 1 || len(export.Tables["accounts"]) != 1 || len(export.Tables["persons"]) != 2 {
		t.Errorf("exported %d invitations, %d accounts, %d persons, want 1, 1 and 2", len(export.Tables["invitations"]), len(export.Tables["accounts"]), len(export.Tables["persons"]))
	}
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	dump := fixture.Everything(t, w.Env)
	for table, content := range dump {
		for _, word := range []string{address, strings.ToLower(address), "Idalina", "Invitada", "4125550171"} {
			if strings.Contains(content, word) && table != "outbox_mails" && table != "river_job" {
				t.Errorf("%s still has %q", table, word)
			}
		}
	}
	want := []string{"Noa: open", "erased: revoked"}
	var got []string
	for _, invitation := range column(t, w.Env, "SELECT person_id || ' ' || state FROM invitations WHERE professional_id IS NOT NULL") {
		id, state, _ := strings.Cut(invitation, " ")
		name, known := fixture.KnownPerson(t, w.Env, id)["firstName"]
		if !known {
			name = "erased"
		}
		got = append(got, fmt.Sprint(name, ": ", state))
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("invitations (-want +got):\n%s", diff)
	}
}
