package core_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A step of a sign-up reads its response together with the registration; any other call claims its key first. Both give the same guarantees.
func TestIdempotencyOfStepsAndOfCalls(t *testing.T) {
	t.Parallel()
	// Each sends body 1 or 2, which are valid and different, or 0, which is rejected. It returns the id of the created row.
	for name, prepare := range map[string]func(t *testing.T, env *sdktest.Env) func(client *sdk.Client, body int, meta caller.Meta) (string, error){
		"step": func(t *testing.T, env *sdktest.Env) func(*sdk.Client, int, caller.Meta) (string, error) {
			return func(client *sdk.Client, body int, meta caller.Meta) (string, error) {
				in := sdktest.ReadyToPay(body)
				if body == 0 {
					in.Parent.FirstName = ""
				}
				answer, err := client.Signup.Create(t.Context(), in, meta)
				return idOf(answer, err, func() string { return answer.SignupID })
			}
		},
		"call": func(t *testing.T, env *sdktest.Env) func(*sdk.Client, int, caller.Meta) (string, error) {
			pro := fixture.InsertProfessional(t, env)
			batch := fixture.NewBatch(t, env, pro, 2001, 9)
			return func(client *sdk.Client, body int, meta caller.Meta) (string, error) {
				in := codes.IssueInput{IssuedTo: strings.Repeat("x", []int{101, 1, 2}[body])}
				code, err := client.Codes.Issue(t.Context(), pro, batch.ID, in, meta)
				return idOf(code, err, func() string { return code.ID })
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t)
			impatient := env.Config
			impatient.Idempotency.Wait = 200 * time.Millisecond
			send := prepare(t, env)
			made := func(body int, key string) string {
				t.Helper()
				id, err := send(env.Client, body, caller.Meta{Lang: "en", IdempotencyKey: key})
				if err != nil {
					t.Fatal(err)
				}
				return id
			}
			refused := func(body int, key string, want error) {
				t.Helper()
				if _, err := send(env.Client, body, caller.Meta{Lang: "en", IdempotencyKey: key}); !errors.Is(err, want) {
					t.Errorf("got %v, want %v", err, want)
				}
			}
			first := made(1, "first-key")
			if made(1, "first-key") != first || made(1, "other-key") == first {
				t.Error("one key returned two results, or two keys one")
			}
			refused(2, "first-key", fault.IdempotencyMismatch)
			refused(1, "short", fault.IdempotencyKeyInvalid)

			var texts []string
			for _, lang := range []string{"en", "es"} {
				var invalid *fault.ValidationError
				if _, err := send(env.Client, 0, caller.Meta{Lang: lang, IdempotencyKey: "refused-key"}); !errors.As(err, &invalid) || len(invalid.Violations) != 1 {
					t.Fatalf("a refusal in %s: %v", lang, err)
				}
				texts = append(texts, invalid.Violations[0].Text)
			}
			if texts[0] == texts[1] || texts[0] == "" || texts[1] == "" {
				t.Errorf("a stored refusal has the same text in each language: %q", texts)
			}
			refused(1, "refused-key", fault.IdempotencyMismatch)

			env.Clock.Advance(24*time.Hour - time.Second)
			if made(1, "first-key") != first {
				t.Error("forgotten within 24 hours")
			}
			env.Clock.Advance(time.Second)
			second := made(1, "first-key")
			if second == first {
				t.Error("kept for longer than 24 hours")
			}

			// The process dies during the call. Until the end of the lease no other may run it; then only the same request may.
			lease := env.Clock.Now().Add(8 * time.Second)
			if _, err := env.Pool.Exec(t.Context(), "UPDATE idempotency_records SET outcome = NULL, answer = NULL, lease_until = $1", lease); err != nil {
				t.Fatal(err)
			}
			_, err := send(env.NewClient(t, impatient), 1, caller.Meta{Lang: "en", IdempotencyKey: "first-key"})
			fixture.WantFault(t, err, fault.InProgress)
			env.Clock.Set(lease)
			refused(2, "first-key", fault.IdempotencyMismatch)
			if made(1, "first-key") == second {
				t.Error("an unstored answer was returned again")
			}
		})
	}
}

// A fault doesn't use up the key, because the next try may succeed.
func TestFaultReleasesTheKey(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pro := fixture.InsertProfessional(t, env)
	batch, err := env.Client.Codes.Create(t.Context(), codes.BatchInput{ProfessionalID: pro, PackageID: 2001, Size: 1}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	issue := func() error {
		return fixture.Second(env.Client.Codes.Issue(t.Context(), pro, batch.ID, codes.IssueInput{}, fixture.BuyMeta("issue-too-early")))
	}
	fixture.WantFault(t, issue(), codes.BatchUnpaid)
	if _, err := env.Client.Codes.Activate(t.Context(), batch.ID); err != nil {
		t.Fatal(err)
	}
	if err := issue(); err != nil {
		t.Errorf("once the batch is paid: %v", err)
	}
}
