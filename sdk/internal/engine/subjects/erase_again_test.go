package subjects_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// An erasure records ids, so that it can be repeated on a backup that still has the data. Each id erases one person or sign-up only.
func TestEraseAgainFromABackup(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pro := env.SignUpProfessional(t)
	mine := sdktest.ReadyToPay(5)
	for _, guest := range []string{mine.Parent.Email, "other@example.com"} {
		parent := form.InvitedPerson{FirstName: "Ben", LastName: "Lee", Email: guest}
		if _, err := env.Client.Invite.Create(t.Context(), pro.ProfessionalID, invite.Input{Parent: parent}, fixture.English); err != nil {
			t.Fatal(err)
		}
	}
	for _, in := range []int{5, 6} {
		if _, err := env.Client.Signup.Create(t.Context(), sdktest.ReadyToPay(in), caller.Meta{}); err != nil {
			t.Fatal(err)
		}
	}
	run := func(sql string) {
		t.Helper()
		if _, err := env.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	known := func() []string {
		return column(t, env, "SELECT 'person ' || id FROM persons WHERE sealed IS NOT NULL UNION ALL SELECT 'sign-up ' || id FROM registrations WHERE draft IS NOT NULL"+
			" UNION ALL SELECT 'key ' || person_id FROM person_keys UNION ALL SELECT 'invitation ' || id FROM invitations WHERE state = 'open'")
	}
	erase := func(account string) *privacy.Erased {
		t.Helper()
		erased, err := env.Client.Privacy.ErasePerson(t.Context(), account)
		if err != nil {
			t.Fatalf("%s: %v", account, err)
		}
		return erased
	}
	tables, backup, restore := []string{"persons", "person_keys", "registrations", "invitations"}, "", "SET session_replication_role = replica;"
	for _, table := range tables {
		backup += "CREATE TABLE backup_" + table + " AS TABLE " + table + ";"
		restore += "DELETE FROM " + table + "; INSERT INTO " + table + " SELECT * FROM backup_" + table + ";"
	}
	run(backup)
	before := known()
	erased := erase(mine.Parent.Email)
	after := known()
	if len(erased.IDs) != 2 || len(before)-len(after) != 5 {
		t.Fatalf("erased %v: %d records before, %d after; want 5 fewer: the person, the invitation, the sign-up and two keys", erased.IDs, len(before), len(after))
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(erased.IDs)), column(t, env, "SELECT unnest(erased_ids)::text FROM privacy_events WHERE kind = 'erased'")); diff != "" {
		t.Errorf("recorded ids (-returned +recorded):\n%s", diff)
	}

	run(restore + "RESET session_replication_role")
	if diff := cmp.Diff(before, known()); diff != "" {
		t.Fatalf("restored (-before +now):\n%s", diff)
	}
	for i, id := range erased.IDs {
		if again := erase(id); !slices.Equal(again.IDs, []string{id}) {
			t.Errorf("%s erases %v", id, again.IDs)
		}
		if i == 0 && slices.Equal(known(), after) {
			t.Error("one id erases both")
		}
	}
	if diff := cmp.Diff(after, known()); diff != "" {
		t.Errorf("erased again (-at first +again):\n%s", diff)
	}

	// A person with an account is erased together with it. An unknown id is an error.
	person := column(t, env, "SELECT person_id::text FROM accounts WHERE id = $1", pro.UserID)[0]
	if got := erase(person).AccountID; got != pro.UserID {
		t.Errorf("the person of account %s erases account %q", pro.UserID, got)
	}
	if _, err := env.Client.Privacy.ErasePerson(t.Context(), "018f3a5e-0000-7000-8000-000000000000"); !errors.Is(err, privacy.ErrPersonUnknown) {
		t.Errorf("an unknown id: %v", err)
	}
}
