package sdk_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// cast holds all callers with a token, and the objects of their calls.
type cast struct {
	*fixture.Till
	tokens       map[string]secret.Secret
	ids          map[string]string // of some accounts
	payer        sdktest.Parent
	guest        fixture.Guest // the payer's co-parent
	subscription string        // the payer's
	receipt      string        // the payer's
}

// closed closes an account and leaves its tokens.
func (c *cast) closed(t *testing.T, userID string) {
	t.Helper()
	if _, err := c.Pool.Exec(t.Context(), "UPDATE accounts SET state = 'closed' WHERE id = $1", userID); err != nil {
		t.Fatal(err)
	}
}

func (c *cast) logIn(t *testing.T, username string, password secret.Secret) secret.Secret {
	t.Helper()
	login, err := c.Client.Account.Login(t.Context(), username, password, fixture.English)
	if err != nil || login.Auth == "" {
		t.Fatalf("login of %s: %+v, %v", username, login, err)
	}
	return secret.Secret(login.Auth)
}

// professional signs a professional up, and applies the change once they have tokens of the command line and of a login.
func (c *cast) professional(t *testing.T, name string, change func(sdktest.Professional) error) {
	t.Helper()
	p := c.SignUpProfessional(t)
	c.tokens[name+", command line"], c.tokens[name+", logged in"] = p.Token, c.logIn(t, p.Username, p.Password)
	if err := change(p); err != nil {
		t.Fatal(err)
	}
}

func fullCast(t *testing.T) *cast {
	t.Helper()
	c := &cast{Till: fixture.NewTill(t)}
	both := func(in *payment.Input) { in.PayForCoparent = true }
	c.payer = c.Join(t, both)
	c.guest = c.MailedGuest(t, "invitation")
	c.tokens = map[string]secret.Secret{"nobody": "", "made up": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "payer": c.payer.Token, "co-parent": c.guest.Token}
	own, err := c.Client.Subscription.Own(t.Context(), c.payer.Token)
	if err != nil {
		t.Fatal(err)
	}
	c.subscription = own[slices.IndexFunc(own, func(s subscription.Subscription) bool { return s.UserID == c.payer.UserID })].ID
	page, err := c.Client.Home.Read(t.Context(), c.payer.Token, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	c.receipt = page.Receipts[0].ReceiptID

	c.tokens["another parent"] = c.Join(t, both).Token
	c.tokens["another co-parent"] = c.MailedGuest(t, "invitation").Token

	gone := c.Join(t, both)
	link := c.MailedGuest(t, "invitation")
	joining, bill := fixture.StepOne(), fixture.Billing()
	joining.Parent.Email, bill.Parent.Email = "closed.guest@example.com", "closed.guest@example.com"
	link.Fill(t, joining)
	link.Fill(t, bill)
	c.tokens["closed parent"], c.tokens["closed co-parent"] = gone.Token, link.Token
	c.closed(t, gone.UserID)
	c.closed(t, link.UserID)
	c.ids = map[string]string{"payer": c.payer.UserID, "co-parent": c.guest.UserID, "closed parent": gone.UserID, "closed co-parent": link.UserID}

	erased := c.Join(t, both)
	link = c.MailedGuest(t, "invitation")
	c.tokens["erased parent"], c.tokens["erased co-parent"] = erased.Token, link.Token
	for _, id := range []string{erased.UserID, link.UserID} {
		if _, err := c.Client.Privacy.ErasePerson(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}

	revoked := fixture.GuestOf(t, c.Till, false)
	c.tokens["revoked co-parent"] = revoked.Token
	list, err := c.Client.Invite.List(t.Context(), invite.Filter{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Client.Invite.Revoke(t.Context(), list[0].ID); err != nil {
		t.Fatal(err)
	}
	// The revocation ends the link. Even an active link of it opens nothing.
	if _, err := c.Pool.Exec(t.Context(), "UPDATE tokens SET ended_at = NULL, ended_why = NULL WHERE invitation_id = $1", list[0].ID); err != nil {
		t.Fatal(err)
	}
	c.ids["revoked co-parent"] = revoked.UserID

	left := c.Join(t)
	c.tokens["logged out"] = left.Token
	if err := c.Client.Account.Logout(t.Context(), left.Token); err != nil {
		t.Fatal(err)
	}

	paid := c.Env.Pay(t, c.SignUp(t)).ClickToJoinToken
	c.tokens["paid, without credentials"] = secret.Secret(paid)
	unset := c.Env.Pay(t, c.SignUp(t))
	c.tokens["closed, without credentials"] = secret.Secret(unset.ClickToJoinToken)
	c.closed(t, unset.Registration.Parent.UserID)

	c.professional(t, "professional", func(sdktest.Professional) error { return nil })
	c.professional(t, "suspended", func(p sdktest.Professional) error {
		return c.Client.Professional.Suspend(t.Context(), p.ProfessionalID)
	})
	c.professional(t, "closed professional", func(p sdktest.Professional) error { c.closed(t, p.UserID); return nil })
	c.professional(t, "erased professional", func(p sdktest.Professional) error {
		_, err := c.Client.Privacy.ErasePerson(t.Context(), p.UserID)
		return err
	})
	return c
}

// outcome returns an error's code, or ok.
func outcome(err error) string {
	var f *fault.Fault
	var invalid *fault.ValidationError
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &f):
		return string(f.Code)
	case errors.As(err, &invalid):
		return "refused"
	}
	return err.Error()
}

// Calls every operation that takes a token as every caller, and checks each result.
func TestOperationAccess(t *testing.T) {
	t.Parallel()
	c := fullCast(t)
	// Callers with a valid token for their own account or invitation.
	accounts := []string{"payer", "another parent", "professional, logged in", "suspended, logged in"}
	links := []string{"co-parent", "another co-parent"}
	// A closed or revoked caller gets "not yours" first.
	closed := []string{"revoked co-parent", "closed parent", "closed co-parent", "closed professional, logged in"}
	answerFor := func(answer string, callers ...string) map[string]string {
		out := map[string]string{}
		for _, name := range callers {
			out[name] = answer
		}
		return out
	}
	const ok, forbidden, invalid = "ok", "account_forbidden", "token_invalid"
	others := answerFor(forbidden, slices.Concat(accounts, links, closed)...)
	owner, guest := c.payer.UserID, c.guest.UserID
	method := subscription.PaymentMethodInput{Nonce: fixture.GoodNonce}
	ctx := t.Context()
	for _, op := range []struct {
		name string
		call func(token secret.Secret) error
		want []map[string]string // the last one counts; others get token_invalid
	}{
		{"Account.Parent", func(k secret.Secret) error { return fixture.Second(c.Client.Account.Parent(ctx, owner, k)) },
			[]map[string]string{others, answerFor(ok, "payer")}},
		{"Account.AgreeToTerms", func(k secret.Secret) error { return fixture.Second(c.Client.Account.AgreeToTerms(ctx, guest, k)) },
			[]map[string]string{others, answerFor(ok, "co-parent")}},
		{"Account.SetMarketingOptIn", func(k secret.Secret) error {
			return fixture.Second(c.Client.Account.SetMarketingOptIn(ctx, owner, k, true))
		}, []map[string]string{others, answerFor(ok, "payer")}},
		{"Account.UsernameAvailability", func(k secret.Secret) error {
			return fixture.Second(c.Client.Account.UsernameAvailability(ctx, k, "free.name"))
		}, []map[string]string{answerFor(ok, "paid, without credentials")}},
		{"Account.Parent of their own", func(k secret.Secret) error {
			for name, id := range c.ids {
				if c.tokens[name] == k {
					return fixture.Second(c.Client.Account.Parent(ctx, id, k))
				}
			}
			return fault.TokenInvalid
		}, []map[string]string{answerFor(ok, "payer", "co-parent")}},

		{"Subscription.Own", func(k secret.Secret) error { return fixture.Second(c.Client.Subscription.Own(ctx, k)) },
			[]map[string]string{answerFor(ok, accounts...)}},
		{"Subscription.ClientToken", func(k secret.Secret) error {
			return fixture.Second(c.Client.Subscription.ClientToken(ctx, c.subscription, k))
		}, []map[string]string{answerFor("subscription_not_found", accounts...), answerFor(ok, "payer")}},
		{"Subscription.ReplaceMethod", func(k secret.Secret) error {
			return fixture.Second(c.Client.Subscription.ReplaceMethod(ctx, c.subscription, k, method, fixture.English))
		}, []map[string]string{answerFor("subscription_not_found", accounts...), answerFor(ok, "payer")}},
		{"Subscription.Cancel", func(k secret.Secret) error {
			return fixture.Second(c.Client.Subscription.Cancel(ctx, c.subscription, k))
		}, []map[string]string{answerFor("subscription_not_found", accounts...), answerFor(ok, "payer")}},

		{"Home.Read", func(k secret.Secret) error { return fixture.Second(c.Client.Home.Read(ctx, k, fixture.English)) },
			[]map[string]string{answerFor(ok, accounts...)}},
		{"Home.Receipt", func(k secret.Secret) error {
			return fixture.Second(c.Client.Home.Receipt(ctx, k, c.receipt, fixture.English))
		},
			[]map[string]string{answerFor("receipt_not_found", accounts...), answerFor(ok, "payer")}},

		{"Invite.Read", func(k secret.Secret) error {
			return fixture.Second(c.Client.Invite.Read(ctx, guest, k, fixture.English))
		},
			[]map[string]string{others, answerFor(ok, "co-parent")}},
		{"Invite.Read without an id", func(k secret.Secret) error { return fixture.Second(c.Client.Invite.Read(ctx, "", k, fixture.English)) },
			[]map[string]string{answerFor(ok, links...)}},
		{"Invite.Coupons", func(k secret.Secret) error { return fixture.Second(c.Client.Invite.Coupons(ctx, guest, k, "en")) },
			[]map[string]string{others, answerFor(ok, "co-parent")}},
		{"Invite.Price", func(k secret.Secret) error {
			return fixture.Second(c.Client.Invite.Price(ctx, guest, k, invite.QuoteInput{OrderDetail: form.OrderChoice{PackageID: 2001}}, fixture.English))
		}, []map[string]string{others, answerFor("registration_paid", "co-parent")}},
		{"Invite.ValidateCountry", func(k secret.Secret) error {
			return c.Client.Invite.ValidateCountry(ctx, guest, k, 2001, signup.CountryCriteria{Country: "US"}, fixture.English)
		}, []map[string]string{others, answerFor(ok, "co-parent")}},
		{"Invite.ClientToken", func(k secret.Secret) error {
			return fixture.Second(c.Client.Invite.ClientToken(ctx, guest, k, caller.Meta{}))
		},
			[]map[string]string{others, answerFor("step_out_of_order", "co-parent")}},
		{"Invite.Pay", func(k secret.Secret) error {
			in := invite.PaymentInput{Order: form.OrderChoice{PackageID: 2001}, Payment: payment.Details{Nonce: fixture.GoodNonce}}
			return fixture.Second(c.Client.Invite.Pay(ctx, guest, k, in, fixture.BuyMeta(c.NewKey())))
		}, []map[string]string{others, answerFor("step_out_of_order", "co-parent")}},
		{"Invite.Status", func(k secret.Secret) error { return fixture.Second(c.Client.Invite.Status(ctx, guest, k)) },
			[]map[string]string{others, answerFor("step_out_of_order", "co-parent")}},
		{"Invite.Update", func(k secret.Secret) error {
			return fixture.Second(c.Client.Invite.Update(ctx, guest, k, fixture.StepOne(), fixture.English))
		}, []map[string]string{others, answerFor(ok, "co-parent")}},

		{"Professional.Authenticate", func(k secret.Secret) error { return fixture.Second(c.Client.Professional.Authenticate(ctx, k)) },
			[]map[string]string{
				answerFor("professional_required", "payer", "another parent"), answerFor("professional_suspended", "suspended, command line", "suspended, logged in"),
				answerFor(ok, "professional, command line", "professional, logged in"),
			}},
		{"Professional.ReadAccessToken", func(k secret.Secret) error { return fixture.Second(c.Client.Professional.ReadAccessToken(ctx, k)) },
			[]map[string]string{answerFor(ok, "professional, command line", "suspended, command line")}},

		{"Account.Sessions", func(k secret.Secret) error { return fixture.Second(c.Client.Account.Sessions(ctx, k)) },
			[]map[string]string{answerFor(ok, accounts...), answerFor(ok, "professional, command line", "suspended, command line")}},
		{"Account.EndSession", func(k secret.Secret) error { return c.Client.Account.EndSession(ctx, k, owner) },
			[]map[string]string{answerFor("session_not_found", accounts...), answerFor("session_not_found", "professional, command line", "suspended, command line")}},

		// These end tokens.
		{"Invite.SendAgain", func(k secret.Secret) error { return fixture.Second(c.Client.Invite.SendAgain(ctx, k)) },
			[]map[string]string{answerFor(ok, "payer", "another parent"), answerFor("invitation_not_found", "professional, logged in", "suspended, logged in")}},
		{"Professional.RevokeAccessToken", func(k secret.Secret) error { return c.Client.Professional.RevokeAccessToken(ctx, k) },
			[]map[string]string{answerFor(ok, "professional, command line", "suspended, command line", "closed professional, command line")}},
		{"Account.Logout", func(k secret.Secret) error { return c.Client.Account.Logout(ctx, k) },
			[]map[string]string{answerFor(ok, accounts...), answerFor(ok, "closed parent", "closed professional, logged in")}},
		{"Account.EndSessions", func(k secret.Secret) error { return c.Client.Account.EndSessions(ctx, k) },
			[]map[string]string{}},
		{"Account.SetCredentials", func(k secret.Secret) error {
			in := account.CredentialsInput{Username: "new.name", Password: fixture.GoodPassword, TermsAndConditions: true}
			return fixture.Second(c.Client.Account.SetCredentials(ctx, k, in, fixture.English))
		}, []map[string]string{answerFor(ok, "paid, without credentials")}},
	} {
		want, got := map[string]string{}, map[string]string{}
		for name, token := range c.tokens {
			want[name], got[name] = invalid, outcome(op.call(token))
			for _, answers := range op.want {
				if answer := answers[name]; answer != "" {
					want[name] = answer
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", op.name, diff)
		}
	}
}

// A sign-up's calls take its own key. An invited parent's sign-up has no key: its owner has the invitation's link.
func TestSignUpAccess(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	mine, other := w.SignUp(t), w.SignUp(t)
	g := fixture.GuestOf(t, w, false)
	invited := g.Fill(t, fixture.StepOne()).Registration.SignupID
	keys := map[string]secret.Secret{"nobody": "", "made up": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "owner": mine.Key, "another": other.Key, "invited": g.Token}
	section := signup.Input{Sections: []signup.Section{signup.SectionReferral}, Referral: &form.Referral{Selection: "SEARCH_ENGINE"}}
	ctx := t.Context()
	for name, call := range map[string]func(id string, key secret.Secret) error{
		"Signup.Read": func(id string, key secret.Secret) error {
			return fixture.Second(w.Client.Signup.Read(ctx, id, key, fixture.English))
		},
		"Signup.Update": func(id string, key secret.Secret) error {
			return fixture.Second(w.Client.Signup.Update(ctx, id, key, section, fixture.English))
		},
		"Signup.Price": func(id string, key secret.Secret) error {
			return fixture.Second(w.Client.Signup.Price(ctx, id, key, price.QuoteInput{OrderDetail: form.OrderChoice{PackageID: 2001}}, fixture.English))
		},
		"Signup.Coupons": func(id string, key secret.Secret) error {
			return fixture.Second(w.Client.Signup.Coupons(ctx, id, key, "en"))
		},
		"Checkout.ClientToken": func(id string, key secret.Secret) error {
			return fixture.Second(w.Client.Checkout.ClientToken(ctx, id, key, caller.Meta{}))
		},
		"Checkout.Pay": func(id string, key secret.Secret) error {
			in := payment.Input{Order: form.OrderChoice{PackageID: 2001}, Payment: payment.Details{Nonce: fixture.GoodNonce}}
			return fixture.Second(w.Client.Checkout.Pay(ctx, id, key, in, fixture.BuyMeta(w.NewKey())))
		},
		"Checkout.Status": func(id string, key secret.Secret) error {
			return fixture.Second(w.Client.Checkout.Status(ctx, id, key))
		},
	} {
		own := map[string]string{"Checkout.Pay": "refused", "Checkout.Status": "payment_missing"}[name]
		if own == "" {
			own = "ok"
		}
		for holder, key := range keys {
			want := "registration_key_wrong"
			if holder == "owner" {
				want = own
			}
			if got := outcome(call(mine.SignupID, key)); got != want {
				t.Errorf("%s of a sign-up with the key of %s: %s, want %s", name, holder, got, want)
			}
			if got, want := outcome(call(invited, key)), "registration_key_wrong"; got != want {
				t.Errorf("%s of an invited parent's sign-up with the key of %s: %s, want %s", name, holder, got, want)
			}
		}
	}
}

// Username and password work only while the account is its owner's.
func TestLoginAccess(t *testing.T) {
	t.Parallel()
	c := &cast{Till: fixture.NewTill(t), tokens: map[string]secret.Secret{}}
	names := map[string]string{}
	passwords := map[string]secret.Secret{}
	add := func(name, username string, password secret.Secret) { names[name], passwords[name] = username, password }
	parent, closed, erased := c.Join(t), c.Join(t), c.Join(t)
	c.closed(t, closed.UserID)
	if _, err := c.Client.Privacy.ErasePerson(t.Context(), erased.UserID); err != nil {
		t.Fatal(err)
	}
	suspended := c.SignUpProfessional(t)
	if err := c.Client.Professional.Suspend(t.Context(), suspended.ProfessionalID); err != nil {
		t.Fatal(err)
	}
	add("parent", parent.Username, parent.Password)
	add("another's password", parent.Username, "an0ther-horse-battery")
	add("closed", closed.Username, closed.Password)
	add("erased", erased.Username, erased.Password)
	add("suspended", suspended.Username, suspended.Password)
	want := map[string][2]bool{"parent": {true, true}, "another's password": {}, "closed": {}, "erased": {}, "suspended": {true, true}}
	got := map[string][2]bool{}
	for name, username := range names {
		login, err := c.Client.Account.Login(t.Context(), username, passwords[name], fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Client.Professional.CreateAccessToken(t.Context(), username, passwords[name], fixture.English)
		if err != nil && !errors.Is(err, fault.LoginRefused) {
			t.Fatal(err)
		}
		got[name] = [2]bool{login.Auth != "", err == nil}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("login on the page and on the command line (-want +got):\n%s", diff)
	}
}

// Every call on a batch and its codes is for the owner only.
func TestBatchAccess(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	mine, other := fixture.InsertProfessional(t, env), fixture.InsertProfessional(t, env)
	own, others := fixture.NewBatch(t, env, mine, 2001, 2), fixture.NewBatch(t, env, other, 2001, 2)
	code := fixture.BatchCodes(t, env, others)[0]
	ctx := t.Context()
	for name, call := range map[string]func(batch string) error{
		"Batch":  func(batch string) error { return fixture.Second(env.Client.Codes.Batch(ctx, mine, batch)) },
		"Codes":  func(batch string) error { return fixture.Second(env.Client.Codes.Codes(ctx, mine, batch)) },
		"Events": func(batch string) error { return fixture.Second(env.Client.Codes.Events(ctx, mine, batch)) },
		"Issue": func(batch string) error {
			return fixture.Second(env.Client.Codes.Issue(ctx, mine, batch, codes.IssueInput{}, fixture.English))
		},
		"RevokeBatch": func(batch string) error { return fixture.Second(env.Client.Codes.RevokeBatch(ctx, mine, batch)) },
		"Revoke":      func(batch string) error { return env.Client.Codes.Revoke(ctx, mine, batch, code.ID) },
	} {
		if got := outcome(call(others.ID)); got != "code_batch_unknown" {
			t.Errorf("%s of another professional's batch: %s", name, got)
		}
	}
	if got := outcome(env.Client.Codes.Revoke(ctx, mine, own.ID, code.ID)); got != "code_batch_unknown" {
		t.Errorf("another professional's code under the own batch: %s", got)
	}
	if diff := cmp.Diff(code, fixture.BatchCodes(t, env, others)[0]); diff != "" {
		t.Errorf("another professional's code (-before +after):\n%s", diff)
	}
}
