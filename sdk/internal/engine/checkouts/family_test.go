package checkouts_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestCreateAccounts(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)

	t.Run("OK", func(t *testing.T) {
		s := env.SignUp(t, func(in *signup.Input) {
			in.Sections = append(in.Sections, signup.SectionSecurityQuestion, signup.SectionSecurityCode)
		})
		got := fixture.Pay(t, env, s)
		const account = `SELECT kind, state, role, login_email_hash IS NOT NULL AS holds_address, agreed_to_terms_at IS NOT NULL AS agreed, created_by, family_id
			FROM accounts JOIN seats ON account_id = id WHERE id = $1`
		parent := fixture.Record(t, env, account, got.AccountID)
		parent["person"] = fixture.Known(t, env, got.AccountID)
		want := map[string]any{
			"kind": "parent", "state": "created", "role": "parent_a", "holds_address": true, "agreed": true, "created_by": nil, "family_id": got.FamilyID.String(),
			"person": map[string]any{
				"firstName": "Ana", "lastName": "Diaz", "email": "ana.diaz.1@example.com", "phoneCountryCode": "+1", "phoneNumber": "2155500001",
				"timeZone": "America/New_York", "address": map[string]any{"line1": "1 Market Street", "line2": "Apt 4", "city": "Philadelphia", "region": "PA", "postalCode": "19103", "country": "US"},
				"referral": map[string]any{"selection": "SEARCH_ENGINE"}, "securityQuestion": "What was the name of your first pet?",
				"securityAnswerHash": true, "securityCodeHash": true,
			},
		}
		if diff := cmp.Diff(want, parent); diff != "" {
			t.Errorf("parent (-want +got):\n%s", diff)
		}
		invitation := fixture.Record(t, env, `SELECT i.state, by_mail, email_taken, seat_paid, package_id, i.agreed_to_terms_at, i.marketing_opt_in, i.family_id, i.role, s.account_id AS taken_by,
			inviter_account_id, expires_at - i.created_at AS life, p.keep_until - expires_at AS kept, n.id = $2 AS named_by_parent
			FROM invitations i JOIN seats s USING (family_id, role) JOIN persons p ON p.id = i.person_id JOIN accounts n ON n.person_id = p.named_by WHERE i.id = $1`,
			*got.InvitationID, got.AccountID)
		invitation["person"] = fixture.Known(t, env, *got.CoParentID)
		want = map[string]any{
			"state": "open", "by_mail": true, "email_taken": false, "seat_paid": true, "package_id": 2001.0, "agreed_to_terms_at": nil, "marketing_opt_in": false,
			"family_id": got.FamilyID.String(), "role": "parent_b", "taken_by": nil,
			"inviter_account_id": got.AccountID.String(), "life": "14 days", "kept": "30 days", "named_by_parent": true,
			"person": map[string]any{"firstName": "Ben", "lastName": "Diaz", "email": "ben.diaz.1@example.com", "phoneCountryCode": "+1", "phoneNumber": "4125500001"},
		}
		if diff := cmp.Diff(want, invitation); diff != "" {
			t.Errorf("invitation (-want +got):\n%s", diff)
		}
		if n := fixture.CountRows(t, env, "accounts"); n != 1 {
			t.Errorf("%d accounts, want one: the invitee has none yet", n)
		}
		c := fixture.Core(env)
		children, err := c.People.Children(t.Context(), c.Q, got.FamilyID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]form.Child{{FirstName: "Cleo", LastName: "Diaz"}, {FirstName: "Dan", LastName: "Diaz", Email: "dan.1@example.com"}}, children); diff != "" {
			t.Errorf("children (-want +got):\n%s", diff)
		}
	})

	t.Run("second payment of one person", func(t *testing.T) {
		same := func(in *signup.Input) { in.Parent.Email = "twice@example.com" }
		first, second := env.SignUp(t, same), env.SignUp(t, same)
		fixture.Pay(t, env, first)
		families := fixture.CountRows(t, env, "families")
		if _, err := fixture.CompleteSignup(t, env, second.SignupID, second.Key); !errors.Is(err, fault.AccountExists) {
			t.Errorf("got %v, want %v", err, fault.AccountExists)
		}
		if n := fixture.CountRows(t, env, "families"); n != families {
			t.Error("a refused payment left a family behind")
		}
	})

	// While one server gives an address to an account, another waits. No unique index would stop it, because it hashes under another secret.
	t.Run("address is being assigned", func(t *testing.T) {
		s := env.SignUp(t, func(in *signup.Input) {
			in.Parent.Email, in.Sections, in.CoParent = "given@example.com", []signup.Section{signup.SectionParent, signup.SectionAddress}, nil
		})
		giving, err := env.Pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = giving.Rollback(context.WithoutCancel(t.Context())) }()
		email := "given@example.com"
		if err := pg.LockEmails(t.Context(), db.New(giving), &email); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { _, err := fixture.CompleteSignup(t, env, s.SignupID, s.Key); done <- err }()
		for waits := 0; waits == 0; {
			select {
			case err := <-done:
				t.Fatalf("it didn't wait: %v", err)
			default:
				waits = fixture.CountRows(t, env, "pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
			}
		}
		if err := giving.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})

	t.Run("invited while signing up alone", func(t *testing.T) {
		alone := env.SignUp(t, func(in *signup.Input) { in.Parent.Email = "eve@example.com" })
		inviter := fixture.Pay(t, env, env.SignUp(t, func(in *signup.Input) { in.CoParent.Email = "Eve@example.com" }))
		paid := fixture.Pay(t, env, alone)
		if owner := fixture.AccountOf(t, env, "eve@example.com"); owner != paid.AccountID.String() {
			t.Errorf("%q has the address, want the payer's account", owner)
		}
		if n := fixture.CountRows(t, env, "invitations WHERE id = $1 AND email_taken", *inviter.InvitationID); n != 1 {
			t.Error("the invitation lacks the mark that its address has an account")
		}
	})

	t.Run("co-parent's address has an account", func(t *testing.T) {
		owner := fixture.Pay(t, env, env.SignUp(t))
		email, ok := fixture.Known(t, env, owner.AccountID)["email"].(string)
		if !ok {
			t.Fatal("a paying parent has no e-mail address")
		}
		got := fixture.Pay(t, env, env.SignUp(t, func(in *signup.Input) {
			in.CoParent.Email, in.CoParentDuplicateConfirmed = email, true
		}))
		if n := fixture.CountRows(t, env, "invitations WHERE id = $1 AND by_mail AND email_taken", *got.InvitationID); n != 1 {
			t.Error("the invitation lacks the mark that its address has an account")
		}
		if holder := fixture.AccountOf(t, env, email); holder != owner.AccountID.String() {
			t.Errorf("%q has the address, want its owner's account", holder)
		}
	})

	t.Run("no way to reach the co-parent", func(t *testing.T) {
		known := false
		s := env.SignUp(t, func(in *signup.Input) { in.KnowsCoParentEmail, in.CoParent.Email = &known, "" })
		got := fixture.Pay(t, env, s) // without an email the phone is required, so there is an invitation
		if got.InvitationID == nil {
			t.Fatal("a co-parent with a phone isn't invited")
		}
		if n := fixture.CountRows(t, env, "invitations WHERE id = $1 AND NOT by_mail", *got.InvitationID); n != 1 {
			t.Error("the invitation has no phone, or an e-mail")
		}
	})
}

func TestInvitationToken(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	accounts := fixture.Pay(t, env, env.SignUp(t))
	first, err := fixture.InvitationToken(t, env, accounts)
	if err != nil {
		t.Fatal(err)
	}
	if err := fixture.FindInvitationToken(t, env, first); err != nil {
		t.Errorf("new token: %v", err)
	}
	second, err := fixture.InvitationToken(t, env, accounts)
	if err != nil {
		t.Fatal(err)
	}
	if err := fixture.FindInvitationToken(t, env, first); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("replaced token: %v, want %v", err, fault.TokenInvalid)
	}
	if err := fixture.FindInvitationToken(t, env, accounts.Token); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("credentials token as an invitation: %v, want %v", err, fault.TokenInvalid)
	}
	env.Clock.Advance(14*24*time.Hour - time.Second)
	if err := fixture.FindInvitationToken(t, env, second); err != nil {
		t.Errorf("within 14 days: %v", err)
	}
	env.Clock.Advance(time.Second)
	if err := fixture.FindInvitationToken(t, env, second); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("after 14 days: %v, want %v", err, fault.TokenInvalid)
	}
}
