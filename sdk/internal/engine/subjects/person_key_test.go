package subjects_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// keysIn returns the ids of the keys in a database.
func keysIn(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	var ids []string
	if err := pool.QueryRow(t.Context(), "SELECT coalesce(array_agg(person_id::text ORDER BY person_id), '{}') FROM person_keys").Scan(&ids); err != nil {
		t.Fatal(err)
	}
	return ids
}

// With keys in a separate database, a copy of the product's database discloses no personal data, even with the server's secret. Sign-up,
// export and erasure work as before, and an erasure deletes the keys there.
func TestKeysInSeparateDatabase(t *testing.T) {
	t.Parallel()
	h := newHistory(t, t, fixture.NewTill(t, sdktest.WithPersonKeys()), []string{"Ana", "Ben"})
	ana, ben := h.people[0], h.people[1]
	h.signUp(ana, ana.address, ben.address)
	h.pay(ana, true)
	h.signUp(ben, h.mistypedAddress(), h.mistypedAddress())
	h.wantExport(ana)
	if keys := keysIn(t, h.Pool); len(keys) > 0 {
		t.Errorf("the product's database holds keys: %v", keys)
	}

	alone := h.Config
	alone.PersonKeys = nil
	thief := h.NewClient(t, alone)
	if _, err := thief.Signup.Read(t.Context(), ben.session.SignupID, ben.session.Key, fixture.English); !errors.Is(err, fault.RegistrationGone) {
		t.Errorf("a sign-up is read without its key: %v", err)
	}
	data, err := thief.Privacy.ExportPerson(t.Context(), ana.accounts[0])
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	dump := string(raw)
	for _, content := range h.dump(nil) {
		dump += content + plain(content)
	}
	if found := madeUp.FindAllString(strings.ToLower(dump), -1); len(found) > 0 {
		t.Errorf("without the database of keys: %q", found)
	}

	before := keysIn(t, h.Config.PersonKeys)
	erased, err := h.Client.Privacy.ErasePerson(t.Context(), ana.address)
	if err != nil || erased.Changed["person_keys"] != 2 { // hers, and the children's
		t.Errorf("erased: %+v, %v", erased, err)
	}
	if diff := cmp.Diff(before, keysIn(t, h.Config.PersonKeys)); diff != "" {
		t.Errorf("keys before the job (-before +after):\n%s", diff)
	}
	h.work()
	if got := keysIn(t, h.Config.PersonKeys); len(got) != len(before)-2 {
		t.Errorf("%d keys after the job, there were %d", len(got), len(before))
	}
	again, err := h.Client.Privacy.ErasePerson(t.Context(), ana.accounts[0])
	if err != nil || len(again.Changed) != 0 {
		t.Errorf("erased again: %+v, %v", again, err)
	}
}

// While the database of keys is unavailable, sign-ups fail, and the same call succeeds later. No person is taken for erased, and no erasure
// is half done.
func TestKeysUnavailable(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithPersonKeys())
	away, err := pgxpool.New(t.Context(), "postgres://nobody@127.0.0.1:1/keys?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(away.Close)
	cut := env.Config
	cut.PersonKeys = away
	client := env.NewClient(t, cut)
	s := env.SignUp(t)
	before := keysIn(t, env.Config.PersonKeys)

	meta := caller.Meta{Lang: "en", IdempotencyKey: "sign-up-without-keys"}
	if _, err := client.Signup.Create(t.Context(), sdktest.ReadyToPay(7), meta); !database.Away(err) {
		t.Errorf("sign-up: %v", err)
	}
	if _, err := client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English); !database.Away(err) {
		t.Errorf("read: %v", err)
	}
	if _, err := client.Privacy.ErasePerson(t.Context(), sdktest.ReadyToPay(1).Parent.Email); !database.Away(err) {
		t.Errorf("erasure: %v", err)
	}
	if n := fixture.CountRows(t, env, "registrations WHERE draft IS NOT NULL"); n != 1 {
		t.Errorf("%d sign-ups, want the first", n)
	}
	if diff := cmp.Diff(before, keysIn(t, env.Config.PersonKeys)); diff != "" {
		t.Errorf("keys (-before +after):\n%s", diff)
	}
	if _, err := env.Client.Signup.Create(t.Context(), sdktest.ReadyToPay(7), meta); err != nil {
		t.Errorf("the same call, once it is back: %v", err)
	}
}

// A key of a rolled back transaction is deleted when it is a day old. Keys in use stay, and so do younger keys and keys older than any such
// key can be.
func TestOrphanedKeysAreDeleted(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithPersonKeys())
	w.Subscribe(t, fixture.Kept) // a parent, the co-parent, their children
	w.SignUp(t)
	used := keysIn(t, w.Config.PersonKeys)
	if len(used) < 4 {
		t.Fatalf("keys in use: %v", used)
	}
	day := 24 * time.Hour
	made := map[time.Duration]string{}
	for _, age := range []time.Duration{-time.Second, 0, time.Second, 7 * day, 7*day + time.Second} {
		made[age] = uuid.NewString()
		if _, err := w.Config.PersonKeys.Exec(t.Context(), "INSERT INTO person_keys VALUES ($1, '', $2)", made[age], w.Clock.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	w.Clock.Advance(day)
	if _, err := w.Client.Privacy.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := append(used, made[-time.Second], made[0], made[7*day+time.Second])
	slices.Sort(want)
	if diff := cmp.Diff(want, keysIn(t, w.Config.PersonKeys)); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}

// Keys are moved to a separate database and back. Meanwhile people are found in either.
func TestKeysMove(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithPersonKeys())
	here := env.Config
	here.PersonKeys = nil
	before := env.NewClient(t, here)
	if _, err := before.Privacy.MovePersonKeys(t.Context()); !errors.Is(err, privacy.ErrKeysHere) {
		t.Errorf("moved to nowhere: %v", err)
	}
	if _, err := before.Privacy.ReturnPersonKeys(t.Context()); !errors.Is(err, privacy.ErrKeysHere) {
		t.Errorf("moved from nowhere: %v", err)
	}
	begun, err := before.Signup.Create(t.Context(), sdktest.ReadyToPay(1), fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	read := func(when string, cfg sdk.Config) {
		t.Helper()
		got, err := env.NewClient(t, cfg).Signup.Read(t.Context(), begun.SignupID, secret.Secret(begun.RegistrationKey), fixture.English)
		if err != nil || got.Parent == nil || got.Parent.Email != sdktest.ReadyToPay(1).Parent.Email {
			t.Errorf("%s: %+v, %v", when, got, err)
		}
	}
	all := keysIn(t, env.Pool)
	read("before it is moved", env.Config)
	if n, err := env.Client.Privacy.MovePersonKeys(t.Context()); err != nil || n != len(all) {
		t.Errorf("moved %d, %v; want %d", n, err, len(all))
	}
	if diff := cmp.Diff(map[string][]string{"here": {}, "there": all}, map[string][]string{"here": keysIn(t, env.Pool), "there": keysIn(t, env.Config.PersonKeys)}); diff != "" {
		t.Errorf("moved (-want +got):\n%s", diff)
	}
	read("moved", env.Config)
	if n, err := env.Client.Privacy.ReturnPersonKeys(t.Context()); err != nil || n != len(all) {
		t.Errorf("returned %d, %v; want %d", n, err, len(all))
	}
	if diff := cmp.Diff(map[string][]string{"here": all, "there": {}}, map[string][]string{"here": keysIn(t, env.Pool), "there": keysIn(t, env.Config.PersonKeys)}); diff != "" {
		t.Errorf("returned (-want +got):\n%s", diff)
	}
	read("returned", here)
}

// A new server secret re-encrypts keys in place, and operators see the number of people without one.
func TestSeparateKeysAreRekeyedAndCounted(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithPersonKeys())
	w.Subscribe(t, fixture.Kept)
	keys := len(keysIn(t, w.Config.PersonKeys))
	cfg := w.Config
	cfg.Secrets = secret.Secrets{Server: bytes.Repeat([]byte("next"), 8), KeyID: 2, Old: map[uint8][]byte{1: w.Config.Secrets.Server}}
	rotated := w.NewClient(t, cfg)
	if done, err := rotated.Operate.Rekey(t.Context()); err != nil || done.Persons != keys {
		t.Errorf("rekeyed %+v, %v; want %d keys", done, err, keys)
	}
	cfg.Secrets.Old = nil
	rotated = w.NewClient(t, cfg)
	want := privacy.PersonKeys{Elsewhere: true, Asked: 2}
	if got, err := rotated.Privacy.PersonKeys(t.Context()); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if _, err := w.Config.PersonKeys.Exec(t.Context(), "DELETE FROM person_keys WHERE person_id = (SELECT min(person_id::text)::uuid FROM person_keys)"); err != nil {
		t.Fatal(err)
	}
	want.Missing = 1
	if got, err := rotated.Privacy.PersonKeys(t.Context()); err != nil || got != want {
		t.Errorf("with a key lost: %+v, %v; want %+v", got, err, want)
	}
}
