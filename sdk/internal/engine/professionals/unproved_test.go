package professionals_test

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

const claimed = "claimed@example.com"

// claim signs a professional up with the contested address.
func claim(t *testing.T, env *sdktest.Env, n int) *professional.Answer {
	t.Helper()
	in := sdktest.ReadyProfessional(n)
	in.Email = claimed
	made, err := env.Client.Professional.Create(t.Context(), in, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// mailedTokens returns the last mailed token of each account, by account id.
func mailedTokens(t *testing.T, env *sdktest.Env) map[string]secret.Secret {
	t.Helper()
	env.RunJobs(t)
	tokens := map[string]secret.Secret{}
	for _, m := range env.Mailbox.Mails() {
		_, fragment, _ := strings.Cut(m.Link.Reveal(), "/app/join/credentials#")
		if values, err := url.ParseQuery(fragment); err == nil && values.Has("token") {
			tokens[values.Get("userId")] = secret.Secret(values.Get("token"))
		}
	}
	return tokens
}

func prove(t *testing.T, env *sdktest.Env, token secret.Secret, username string) error {
	t.Helper()
	_, err := env.Client.Account.SetCredentials(t.Context(), token, account.CredentialsInput{Username: username, Password: fixture.GoodPassword}, fixture.English)
	return err
}

// A professional who signs up with another person's address blocks neither a parent nor another professional. The first to prove the mailbox gets the
// address.
func TestUnprovedAddressBlocksNoSignUp(t *testing.T) {
	t.Parallel()
	t.Run("a parent", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		stranger := claim(t, w.Env, 1)
		s := w.SignUp(t, func(in *signup.Input) { in.Parent.Email = claimed })
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatalf("the parent can't pay: %v", err)
		}
		if err := prove(t, w.Env, mailedTokens(t, w.Env)[stranger.UserID], "some.stranger"); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("the professional's link once the address is a parent's: %v, want %v", err, fault.TokenInvalid)
		}
		if got := fixture.AccountOf(t, w.Env, claimed); got == "" || got == stranger.UserID {
			t.Errorf("the address belongs to account %q, want the parent's", got)
		}
	})
	t.Run("a professional", func(t *testing.T) {
		t.Parallel()
		env := sdktest.New(t)
		stranger, owner, late := claim(t, env, 1), claim(t, env, 2), claim(t, env, 3)
		tokens := mailedTokens(t, env)
		if err := prove(t, env, tokens[owner.UserID], "address.owner"); err != nil {
			t.Fatalf("the owner's link: %v", err)
		}
		for _, other := range []*professional.Answer{stranger, late} {
			if err := prove(t, env, tokens[other.UserID], "some.stranger"); !errors.Is(err, fault.TokenInvalid) {
				t.Errorf("another's link afterwards: %v, want %v", err, fault.TokenInvalid)
			}
		}
		if got := fixture.AccountOf(t, env, claimed); got != owner.UserID {
			t.Errorf("the address belongs to account %q, want %q", got, owner.UserID)
		}
		in := sdktest.ReadyProfessional(4)
		in.Email = claimed
		_, err := env.Client.Professional.Create(t.Context(), in, fixture.English)
		fixture.DiffViolations(t, fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}, err)
	})
}

// An invitation blocks its address for sign-ups only if a parent or a verified professional sent it.
func TestUnverifiedInvitationBlocksNoSignUp(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	inviter := w.Professional(t)
	if _, err := w.Client.Invite.Create(t.Context(), inviter, invite.Input{Parent: form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: claimed}}, fixture.English); err != nil {
		t.Fatal(err)
	}
	signUp := func(n int) error {
		in := sdktest.ReadyToPay(n)
		in.Parent.Email = claimed
		_, err := w.Client.Signup.Create(t.Context(), in, fixture.English)
		return err
	}
	if err := signUp(1); err != nil {
		t.Errorf("before the professional is verified: %v", err)
	}
	if err := w.Client.Professional.Verify(t.Context(), inviter); err != nil {
		t.Fatal(err)
	}
	fixture.DiffViolations(t, fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}, signUp(2))
}

// Repeated sign-ups with one address send its owner only a few mails. Each link in them works.
func TestWelcomeMailsOfAnAddressAreBounded(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		unsolicited caller.Limit
		want        int
	}{"the address's own limit": {caller.Limit{}, 2}, "the links' limit": {caller.Limit{Count: -1}, 3}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Links, cfg.Limits.Unasked = caller.Limit{}, tc.unsolicited }))
			for n := range 5 {
				claim(t, env, n+1)
			}
			if tokens := mailedTokens(t, env); len(tokens) != tc.want {
				t.Errorf("%d links were mailed for 5 sign-ups, want %d", len(tokens), tc.want)
			}
		})
	}
}

// A request for links mails every link of the address: a stranger's sign-up hides no invitation, and an invitation no sign-up.
func TestEveryLinkOfAnUnprovedAddressIsMailed(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	claim(t, w.Env, 1)
	newest := claim(t, w.Env, 2)
	invited, err := w.Client.Invite.Create(t.Context(), w.Professional(t), invite.Input{Parent: form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: claimed}}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	before := len(w.Mailbox.Mails())
	if err := w.Client.Account.MailLink(t.Context(), claimed, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	got := map[string]string{}
	for _, m := range w.Mailbox.Mails()[before:] {
		_, fragment, _ := strings.Cut(m.Link.Reveal(), "#")
		values, err := url.ParseQuery(fragment)
		if err != nil {
			t.Fatal(err)
		}
		got[string(m.Kind)] = values.Get("userId")
	}
	want := map[string]string{"credentials": newest.UserID, "invitation_renewal": invited[0].UserID}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
}

// If several links of one address are used concurrently, one account gets the address.
func TestAddressIsProvedOnce(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Unasked.Count = -1 }))
	for n := range 3 {
		claim(t, env, n+1)
	}
	tokens := slices.Collect(maps.Values(mailedTokens(t, env)))
	var wg sync.WaitGroup
	outcomes := make(chan error, len(tokens))
	for n, token := range tokens {
		wg.Go(func() { outcomes <- prove(t, env, token, fmt.Sprintf("pat.lee.%d", n)) })
	}
	wg.Wait()
	close(outcomes)
	proved, refused := 0, 0
	for err := range outcomes {
		switch {
		case err == nil:
			proved++
		case errors.Is(err, fault.TokenInvalid):
			refused++
		default:
			t.Error(err)
		}
	}
	if proved != 1 || refused != 2 {
		t.Errorf("%d proved and %d refused of %d links", proved, refused, len(tokens))
	}
}
