package person_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

type letter struct{ Name, Street string }

func keysOf(t *testing.T, secrets secret.Secrets) *person.Keys {
	t.Helper()
	ring, err := secret.NewKeyring(secrets)
	if err != nil {
		t.Fatal(err)
	}
	return person.NewKeys(ring, nil)
}

// newKey makes the key of a person without a row.
func newKey(t *testing.T, keys *person.Keys, q *db.Queries, personID uuid.UUID) person.Key {
	t.Helper()
	key, wrapped, err := keys.Make(t.Context(), personID, sdktest.Start)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.InsertPersonKey(t.Context(), personID, wrapped, sdktest.Start); err != nil {
		t.Fatal(err)
	}
	return key
}

func TestSealedForOnePersonAndRow(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	keys, q := keysOf(t, env.Config.Secrets), db.New(env.Pool)
	ana, ben, row, other := uuid.New(), uuid.New(), uuid.New(), uuid.New()
	made := map[uuid.UUID]person.Key{}
	for _, personID := range []uuid.UUID{ana, ben} {
		made[personID] = newKey(t, keys, q, personID)
	}
	want := letter{"Ana Díaz", "12 Elm Street"}
	sealed, err := made[ana].Seal("letters", row, want)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte("Elm")) {
		t.Error("the street is in clear")
	}

	key, err := keys.Of(t.Context(), q, ana)
	if err != nil {
		t.Fatal(err)
	}
	var got letter
	if err := key.Open("letters", row, sealed, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("opened (-want +got):\n%s", diff)
	}
	for name, open := range map[string]func() error{
		"another person": func() error { return made[ben].Open("letters", row, sealed, &got) },
		"another row":    func() error { return key.Open("letters", other, sealed, &got) },
		"another table":  func() error { return key.Open("notes", row, sealed, &got) },
		"cut short":      func() error { return key.Open("letters", row, sealed[:8], &got) },
		"a changed byte": func() error {
			return key.Open("letters", row, append(sealed[:len(sealed)-1:len(sealed)-1], sealed[len(sealed)-1]^1), &got)
		},
		"nothing at all":  func() error { return key.Open("letters", row, nil, &got) },
		"the wrong shape": func() error { var n int; return key.Open("letters", row, sealed, &n) },
	} {
		if err := open(); err == nil {
			t.Errorf("%s opens it", name)
		}
	}

	if n, err := keys.Delete(t.Context(), q, ana); err != nil || n != 1 {
		t.Fatalf("deleted %d, %v", n, err)
	}
	if _, err := keys.Of(t.Context(), q, ana); !errors.Is(err, person.ErrNoKey) {
		t.Errorf("after the erasure: %v, want %v", err, person.ErrNoKey)
	}
	left, err := keys.All(t.Context(), q, []uuid.UUID{ana, ben})
	if err != nil || len(left) != 1 {
		t.Errorf("%d keys are left, %v; want Ben's", len(left), err)
	}
}

func TestKeyIsEncryptedUnderTheServersSecret(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	q, personID := db.New(env.Pool), uuid.New()
	newKey(t, keysOf(t, env.Config.Secrets), q, personID)
	stranger := keysOf(t, secret.Secrets{Server: bytes.Repeat([]byte{7}, 32)})
	if _, err := stranger.Of(t.Context(), q, personID); err == nil {
		t.Error("another server's secret opens the key")
	}
}

func TestHashes(t *testing.T) {
	t.Parallel()
	old, current := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	before := keysOf(t, secret.Secrets{Server: old, KeyID: 1})
	during := keysOf(t, secret.Secrets{Server: current, KeyID: 2, Old: map[uint8][]byte{1: old}})

	want := [][]byte{during.EmailHash("ana@example.com"), before.EmailHash("ana@example.com")}
	if diff := cmp.Diff(want, during.EmailHashes("ana@example.com")); diff != "" {
		t.Errorf("e-mail (-want +got):\n%s", diff)
	}
	want = [][]byte{during.PhoneHash("+15551234", "ana díaz"), before.PhoneHash("+15551234", "ana díaz")}
	if diff := cmp.Diff(want, during.PhoneHashes("+15551234", "ana díaz")); diff != "" {
		t.Errorf("phone (-want +got):\n%s", diff)
	}
	for name, same := range map[string]bool{
		"two addresses":       bytes.Equal(before.EmailHash("a@example.com"), before.EmailHash("b@example.com")),
		"two names":           bytes.Equal(before.PhoneHash("+1", "ana"), before.PhoneHash("+1", "ben")),
		"number and name":     bytes.Equal(before.PhoneHash("+1", "2ana"), before.PhoneHash("+12", "ana")),
		"two secrets":         bytes.Equal(before.EmailHash("a@example.com"), during.EmailHash("a@example.com")),
		"an address's number": bytes.Equal(before.EmailHash("+1"), before.PhoneHash("+1", "")),
	} {
		if same {
			t.Errorf("%s have the same hash", name)
		}
	}
	if before.EmailHash("") != nil || len(before.EmailHashes("")) > 0 || before.PhoneHash("", "ana") != nil || len(before.PhoneHashes("", "ana")) > 0 {
		t.Error("an empty value has a hash")
	}
}
