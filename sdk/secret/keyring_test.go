package secret

import (
	"bytes"
	"testing"
)

func testKeyring(t *testing.T, s Secrets) Keyring {
	t.Helper()
	ring, err := NewKeyring(s)
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

func TestKeyringSeal(t *testing.T) {
	t.Parallel()
	oldRoot, newRoot := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	before := testKeyring(t, Secrets{Server: oldRoot})
	after := testKeyring(t, Secrets{KeyID: 2, Server: newRoot, Old: map[uint8][]byte{1: oldRoot}})
	sealed, err := before.Seal("answer", []byte("salt"), []byte("plain"), []byte("row"))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte("plain")) {
		t.Error("the sealed value contains the plain one")
	}
	tampered := bytes.Clone(sealed)
	tampered[len(tampered)-1] ^= 1
	for name, tc := range map[string]struct {
		ring          Keyring
		purpose, salt string
		sealed        []byte
		bind          string
		ok            bool
	}{
		"right":                  {before, "answer", "salt", sealed, "row", true},
		"after the key's change": {after, "answer", "salt", sealed, "row", true},
		"other purpose":          {before, "code", "salt", sealed, "row", false},
		"other salt":             {before, "answer", "pepper", sealed, "row", false},
		"other row":              {before, "answer", "salt", sealed, "another", false},
		"tampered":               {before, "answer", "salt", tampered, "row", false},
		"cut":                    {before, "answer", "salt", sealed[:5], "row", false},
		"empty":                  {before, "answer", "salt", nil, "row", false},
		"key gone":               {testKeyring(t, Secrets{KeyID: 2, Server: newRoot}), "answer", "salt", sealed, "row", false},
	} {
		t.Run(name, func(t *testing.T) {
			plain, err := tc.ring.Open(tc.purpose, []byte(tc.salt), tc.sealed, []byte(tc.bind))
			if (err == nil) != tc.ok || tc.ok && string(plain) != "plain" {
				t.Errorf("got %q, %v; want it opened: %v", plain, err, tc.ok)
			}
		})
	}
}

func TestKeyringMAC(t *testing.T) {
	t.Parallel()
	ring := testKeyring(t, Secrets{Server: bytes.Repeat([]byte{1}, 32)})
	same := ring.Mac("limit", "ab", "c")
	if !bytes.Equal(same, ring.Mac("limit", "ab", "c")) {
		t.Error("the same parts return two values")
	}
	for name, other := range map[string][]byte{
		"parts cut elsewhere": ring.Mac("limit", "a", "bc"),
		"other purpose":       ring.Mac("write", "ab", "c"),
		"one part":            ring.Mac("limit", "abc"),
		"other secret":        testKeyring(t, Secrets{Server: bytes.Repeat([]byte{2}, 32)}).Mac("limit", "ab", "c"),
	} {
		if bytes.Equal(same, other) {
			t.Errorf("%s: the same value", name)
		}
	}
}

func TestKeyringRefuses(t *testing.T) {
	t.Parallel()
	long := bytes.Repeat([]byte{1}, 32)
	for name, s := range map[string]Secrets{
		"none":           {},
		"short":          {Server: long[:31]},
		"short old":      {KeyID: 2, Server: long, Old: map[uint8][]byte{1: long[:8]}},
		"old is current": {Server: long, Old: map[uint8][]byte{1: long}},
	} {
		if _, err := NewKeyring(s); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
