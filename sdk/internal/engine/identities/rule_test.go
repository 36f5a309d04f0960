package identities

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/secret"
)

func ringOf(t *testing.T, current uint8, secrets map[uint8]string) secret.Keyring {
	t.Helper()
	s := secret.Secrets{KeyID: current, Old: map[uint8][]byte{}}
	for number, text := range secrets {
		raw := bytes.Repeat([]byte(text), 32)
		if number == current {
			s.Server = raw
		} else {
			s.Old[number] = raw
		}
	}
	ring, err := secret.NewKeyring(s)
	if err != nil {
		t.Fatal(err)
	}
	return ring
}

func sealOfTest(t *testing.T, number uint8, text string) string {
	t.Helper()
	seal, err := sealOf(ringOf(t, number, map[uint8]string{number: text}), number)
	if err != nil {
		t.Fatal(err)
	}
	return seal
}

// rows returns samples that were sealed under a secret.
func rows(t *testing.T, first bool, n int, number uint8, text string) []sample {
	t.Helper()
	ring := ringOf(t, number, map[uint8]string{number: text})
	out := make([]sample, n)
	for i := range out {
		id := uuid.New()
		value, err := ring.Seal("a code", nil, []byte("plain"), id[:])
		if err != nil {
			t.Fatal(err)
		}
		out[i] = sample{First: first, Purpose: "a code", ID: id, Sealed: value}
	}
	return out
}

func TestCompareSecrets(t *testing.T) {
	t.Parallel()
	wrong := func(numbers ...uint8) (errs []error) {
		for _, n := range numbers {
			errs = append(errs, &identity.MismatchError{Kind: identity.Secret, Number: n})
		}
		return errs
	}
	missing := []error{&identity.MismatchError{Kind: identity.Secret, Number: 1, Missing: true}}
	seals := func(pairs map[uint8]string) map[uint8]string {
		out := map[uint8]string{}
		for number, text := range pairs {
			out[number] = sealOfTest(t, number, text)
		}
		return out
	}
	none := map[uint8]string{}
	join := func(parts ...[]sample) (all []sample) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	for name, c := range map[string]struct {
		current uint8
		secrets map[uint8]string
		seals   map[uint8]string
		samples []sample
		add     []uint8
		wrong   []error
	}{
		"an empty database takes the first":             {1, map[uint8]string{1: "a"}, none, nil, []uint8{1}, nil},
		"the right one":                                 {1, map[uint8]string{1: "a"}, seals(map[uint8]string{1: "a"}), nil, nil, nil},
		"another one":                                   {1, map[uint8]string{1: "b"}, seals(map[uint8]string{1: "a"}), nil, nil, wrong(1)},
		"a seal of another number":                      {1, map[uint8]string{1: "a"}, map[uint8]string{1: sealOfTest(t, 2, "a")}, nil, nil, wrong(1)},
		"a damaged seal":                                {1, map[uint8]string{1: "a"}, map[uint8]string{1: "?"}, nil, nil, wrong(1)},
		"a new one beside the right one":                {1, map[uint8]string{1: "a", 2: "b"}, seals(map[uint8]string{1: "a"}), nil, []uint8{2}, nil},
		"swapped":                                       {2, map[uint8]string{1: "a", 2: "b"}, seals(map[uint8]string{1: "a", 2: "b"}), nil, nil, nil},
		"the old one is gone":                           {2, map[uint8]string{2: "b"}, seals(map[uint8]string{1: "a", 2: "b"}), nil, nil, nil},
		"a wrong old one":                               {2, map[uint8]string{1: "c", 2: "b"}, seals(map[uint8]string{1: "a", 2: "b"}), nil, nil, wrong(1)},
		"a new one beside a wrong one":                  {2, map[uint8]string{1: "c", 2: "b"}, seals(map[uint8]string{1: "a"}), nil, []uint8{2}, wrong(1)},
		"a new one alone":                               {2, map[uint8]string{2: "b"}, seals(map[uint8]string{1: "a"}), nil, nil, missing},
		"unsealed, the right one":                       {1, map[uint8]string{1: "a"}, none, rows(t, true, 2, 1, "a"), []uint8{1}, nil},
		"unsealed, another one":                         {1, map[uint8]string{1: "b"}, none, rows(t, true, 2, 1, "a"), nil, wrong(1)},
		"unsealed, another number":                      {2, map[uint8]string{2: "b"}, none, rows(t, true, 2, 1, "a"), nil, missing},
		"unsealed, a damaged row":                       {1, map[uint8]string{1: "a"}, none, join(rows(t, true, 1, 1, "x"), rows(t, true, 2, 1, "a")), []uint8{1}, nil},
		"unsealed, as many rows open as don't":          {1, map[uint8]string{1: "a"}, none, join(rows(t, true, 1, 1, "x"), rows(t, true, 1, 1, "a")), nil, wrong(1)},
		"unsealed, the newest are a stranger's":         {1, map[uint8]string{1: "a"}, none, join(rows(t, true, 2, 1, "a"), rows(t, false, 9, 1, "b")), []uint8{1}, nil},
		"unsealed, the stranger's own rows don't count": {1, map[uint8]string{1: "b"}, none, join(rows(t, true, 2, 1, "a"), rows(t, false, 9, 1, "b")), nil, wrong(1)},
		"unsealed, amid a rotation":                     {2, map[uint8]string{1: "a", 2: "b"}, none, join(rows(t, true, 2, 1, "a"), rows(t, false, 2, 2, "b")), []uint8{1, 2}, nil},
		"unsealed, amid a rotation with a wrong one":    {2, map[uint8]string{1: "a", 2: "c"}, none, join(rows(t, true, 2, 1, "a"), rows(t, false, 2, 2, "b")), []uint8{1}, wrong(2)},
		"unsealed, removed methods don't count":         {1, map[uint8]string{1: "a"}, none, []sample{{First: true, Purpose: "a code"}}, []uint8{1}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			add, wrong := compareSecrets(ringOf(t, c.current, c.secrets), c.seals, c.samples)
			if diff := cmp.Diff([]any{c.add, c.wrong}, []any{add, wrong}); diff != "" {
				t.Errorf("to seal, wrong (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCompareSetting(t *testing.T) {
	t.Parallel()
	first := "sandbox cojoin"
	for name, c := range map[string]struct {
		stored     *string
		configured string
		used       bool
		record     bool
		wrong      error
	}{
		"the first":                 {nil, "braintree abc", true, true, nil},
		"the same":                  {&first, "sandbox cojoin", true, false, nil},
		"not configured":            {&first, "", true, false, nil},
		"another, before a payment": {&first, "braintree abc", false, true, nil},
		"another, after a payment":  {&first, "braintree abc", true, false, &identity.MismatchError{Kind: identity.Merchant, Stored: first, Configured: "braintree abc"}},
	} {
		record, wrong := compareSetting(identity.Merchant, c.stored, c.configured, c.used)
		if diff := cmp.Diff([]any{c.record, c.wrong}, []any{record, wrong}); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", name, diff)
		}
	}
}

func TestCompareKeys(t *testing.T) {
	t.Parallel()
	here, first := "", "first"
	ours, theirs := &marker{Pairing: "first", Product: "us"}, &marker{Pairing: "second", Product: "them"}
	for name, c := range map[string]struct {
		facts keysFacts
		want  keysDecision
	}{
		"here, at first":         {keysFacts{}, keysHere},
		"here, after an upgrade": {keysFacts{People: 3, Here: 2}, keysHere},
		"here":                   {keysFacts{Recorded: &here, People: 3}, keysBelong},
		"the setting is missing": {keysFacts{Recorded: &first}, keysMissing},
		"the setting is missing, after an upgrade": {keysFacts{People: 3}, keysMissing},
		"an empty pair":                                       {keysFacts{Elsewhere: true}, keysPair},
		"begin: the keys are here":                            {keysFacts{Elsewhere: true, Recorded: &here, Product: "us", People: 3, Here: 3}, keysPair},
		"after an upgrade":                                    {keysFacts{Elsewhere: true, People: 3, KeysThere: 3, UsedThere: 1}, keysPair},
		"after an upgrade, another's":                         {keysFacts{Elsewhere: true, People: 3, Here: 3, KeysThere: 3}, keysForeign},
		"after an upgrade, an empty one":                      {keysFacts{Elsewhere: true, People: 3}, keysForeign},
		"an empty product's with another's keys":              {keysFacts{Elsewhere: true, KeysThere: 3}, keysForeign},
		"paired":                                              {keysFacts{Elsewhere: true, Recorded: &first, Product: "us", Marker: ours, People: 3}, keysBelong},
		"another's":                                           {keysFacts{Elsewhere: true, Recorded: &first, Product: "us", Marker: theirs}, keysForeign},
		"another's, which has keys of people here":            {keysFacts{Elsewhere: true, Recorded: &first, Marker: theirs, KeysThere: 1, UsedThere: 1}, keysForeign},
		"an empty one instead":                                {keysFacts{Elsewhere: true, Recorded: &first, Product: "us", People: 3}, keysForeign},
		"a backup from before the first pairing":              {keysFacts{Elsewhere: true, Recorded: &first, Product: "us", KeysThere: 3, UsedThere: 1}, keysMark},
		"cut off while pairing":                               {keysFacts{Elsewhere: true, Product: "us", Marker: ours, People: 3, Here: 3}, keysRecord},
		"again, after the keys were moved back":               {keysFacts{Elsewhere: true, Recorded: &here, Product: "us", Marker: ours, People: 3, Here: 3}, keysRecord},
		"the product's is a backup from before the pairing":   {keysFacts{Elsewhere: true, Marker: ours, KeysThere: 3, UsedThere: 1}, keysRecord},
		"a new product's with a marked one":                   {keysFacts{Elsewhere: true, Marker: theirs}, keysForeign},
		"keys here, and a marked one of another product":      {keysFacts{Elsewhere: true, Recorded: &here, Product: "us", Marker: theirs, People: 3, Here: 3}, keysForeign},
		"keys moved back, and the last keys there are unused": {keysFacts{Elsewhere: true, Recorded: &here, Product: "us", People: 3, Here: 3, KeysThere: 1}, keysForeign},
	} {
		if got := compareKeys(c.facts); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestMismatches(t *testing.T) {
	t.Parallel()
	one, other := &identity.MismatchError{Kind: identity.Secret, Number: 1}, &identity.MismatchError{Kind: identity.PersonKeys}
	for name, c := range map[string]struct {
		err  error
		want []*identity.MismatchError
	}{
		"none":   {nil, nil},
		"other":  {errors.New("away"), nil},
		"joined": {errors.Join(one, errors.New("away"), other), []*identity.MismatchError{one, other}},
	} {
		if diff := cmp.Diff(c.want, identity.Mismatches(c.err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
