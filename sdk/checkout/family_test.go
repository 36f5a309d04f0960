package checkout_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
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
		const account = `SELECT kind, state, family_role, first_name, last_name, email, email_key, phone_key, time_zone, country,
			address->>'postalCode' AS postal_code, referral_selection, security_question,
			security_answer_hash LIKE '$argon2id$%' AS answer_hashed, security_code_hash LIKE '1$argon2id$%' AS code_hashed,
			agreed_to_terms_at IS NOT NULL AS agreed, created_by, family_id FROM accounts WHERE id = $1`
		want := map[string]any{
			"kind": "parent", "state": "created", "family_role": "parent_a", "first_name": "Ana", "last_name": "Diaz",
			"email": "ana.diaz.1@example.com", "email_key": "ana.diaz.1@example.com", "phone_key": "+12155500001",
			"time_zone": "America/New_York", "country": "US", "postal_code": "19103", "referral_selection": "SEARCH_ENGINE",
			"security_question": "What was the name of your first pet?", "answer_hashed": true, "code_hashed": true,
			"agreed": true, "created_by": nil, "family_id": got.FamilyID.String(),
		}
		if diff := cmp.Diff(want, fixture.Record(t, env, account, got.AccountID)); diff != "" {
			t.Errorf("parent (-want +got):\n%s", diff)
		}
		want = map[string]any{
			"kind": "parent", "state": "invited", "family_role": "parent_b", "first_name": "Ben", "last_name": "Diaz",
			"email": "ben.diaz.1@example.com", "email_key": "ben.diaz.1@example.com", "phone_key": "+14125500001",
			"time_zone": nil, "country": nil, "postal_code": nil, "referral_selection": nil, "security_question": nil,
			"answer_hashed": nil, "code_hashed": nil, "agreed": false,
			"created_by": got.AccountID.String(), "family_id": got.FamilyID.String(),
		}
		if diff := cmp.Diff(want, fixture.Record(t, env, account, *got.CoParentID)); diff != "" {
			t.Errorf("co-parent (-want +got):\n%s", diff)
		}
		invitation := fixture.Record(t, env, `SELECT state, email_key, email_taken, phone_key, seat_paid, package_id, account_id,
			inviter_account_id, family_id, expires_at - created_at AS life FROM invitations WHERE id = $1`, *got.InvitationID)
		want = map[string]any{
			"state": "open", "email_key": "ben.diaz.1@example.com", "email_taken": false, "phone_key": "+14125500001",
			"seat_paid": true, "package_id": 2001.0, "account_id": got.CoParentID.String(),
			"inviter_account_id": got.AccountID.String(), "family_id": got.FamilyID.String(), "life": "14 days",
		}
		if diff := cmp.Diff(want, invitation); diff != "" {
			t.Errorf("invitation (-want +got):\n%s", diff)
		}
		children := fixture.Record(t, env, `SELECT jsonb_agg(jsonb_build_object('at', position, 'name', first_name, 'email', email_key) ORDER BY position) AS all
			FROM children WHERE family_id = $1`, got.FamilyID)
		want = map[string]any{"all": []any{
			map[string]any{"at": 0.0, "name": "Cleo", "email": nil},
			map[string]any{"at": 1.0, "name": "Dan", "email": "dan.1@example.com"},
		}}
		if diff := cmp.Diff(want, children); diff != "" {
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

	t.Run("invited while signing up alone", func(t *testing.T) {
		alone := env.SignUp(t, func(in *signup.Input) { in.Parent.Email = "eve@example.com" })
		inviter := fixture.Pay(t, env, env.SignUp(t, func(in *signup.Input) { in.CoParent.Email = "Eve@example.com" }))
		paid := fixture.Pay(t, env, alone)
		owner := fixture.Record(t, env, "SELECT id FROM accounts WHERE email_key = 'eve@example.com'")
		if diff := cmp.Diff(map[string]any{"id": paid.AccountID.String()}, owner); diff != "" {
			t.Errorf("who pays holds the address (-want +got):\n%s", diff)
		}
		if n := fixture.CountRows(t, env, "invitations WHERE id = $1 AND email_taken", *inviter.InvitationID); n != 1 {
			t.Error("the invitation doesn't know that its address has an account")
		}
	})

	t.Run("co-parent's address has an account", func(t *testing.T) {
		owner := fixture.Pay(t, env, env.SignUp(t))
		email, ok := fixture.Record(t, env, "SELECT email FROM accounts WHERE id = $1", owner.AccountID)["email"].(string)
		if !ok {
			t.Fatal("a paying parent has no e-mail address")
		}
		got := fixture.Pay(t, env, env.SignUp(t, func(in *signup.Input) {
			in.CoParent.Email, in.CoParentDuplicateConfirmed = email, true
		}))
		want := map[string]any{"email": email, "email_key": nil, "email_taken": true}
		row := fixture.Record(t, env, `SELECT a.email, a.email_key, i.email_taken FROM invitations i JOIN accounts a ON a.id = i.account_id
			WHERE i.id = $1`, *got.InvitationID)
		if diff := cmp.Diff(want, row); diff != "" {
			t.Errorf("invited account (-want +got):\n%s", diff)
		}
	})

	t.Run("no way to reach the co-parent", func(t *testing.T) {
		known := false
		s := env.SignUp(t, func(in *signup.Input) { in.KnowsCoParentEmail, in.CoParent.Email = &known, "" })
		got := fixture.Pay(t, env, s) // a phone is required then, so there is an invitation
		if got.InvitationID == nil {
			t.Fatal("a co-parent with a phone isn't invited")
		}
		if n := fixture.CountRows(t, env, "invitations WHERE id = $1 AND email_key IS NULL AND phone_key IS NOT NULL", *got.InvitationID); n != 1 {
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
