package identities

import (
	"encoding/base64"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/secret"
)

const (
	purposeSeal = "identity"
	sealed      = "cojoin"
)

// sealOf seals a known text under the secret with this number.
func sealOf(ring secret.Keyring, number uint8) (string, error) {
	ring.Current = number
	value, err := ring.Seal(purposeSeal, nil, []byte(sealed), []byte(identity.Secret))
	return base64.StdEncoding.EncodeToString(value), err
}

// opens returns true if the ring opens a seal of the secret with this number.
func opens(ring secret.Keyring, number uint8, seal string) bool {
	value, err := base64.StdEncoding.DecodeString(seal)
	if err != nil || len(value) == 0 || value[0] != number {
		return false
	}
	plain, err := ring.Open(purposeSeal, nil, value, []byte(identity.Secret))
	return err == nil && string(plain) == sealed
}

// sample is a row that is sealed under a secret.
type sample struct {
	First   bool // one of the oldest of its table; otherwise one of the newest
	Purpose string
	ID      uuid.UUID
	Sealed  []byte // the first byte is the secret's number
}

// proof is the result of opening samples.
type proof int

const (
	unused  proof = iota // no sample names the number
	proven               // the secret opens most of them
	refuted              // it doesn't
)

// prove opens the samples of a number. The oldest decide if there are any, because the newest may have been written under a wrong secret. A
// few damaged rows don't matter.
func prove(ring secret.Keyring, number uint8, samples []sample) proof {
	for _, first := range []bool{true, false} {
		balance, seen := 0, false
		for _, s := range samples {
			if s.First != first || len(s.Sealed) == 0 || s.Sealed[0] != number {
				continue
			}
			seen = true
			if _, err := ring.Open(s.Purpose, nil, s.Sealed, s.ID[:]); err == nil {
				balance++
			} else {
				balance--
			}
		}
		switch {
		case seen && balance > 0:
			return proven
		case seen:
			return refuted
		}
	}
	return unused
}

// compareSecrets compares the configured secrets with the seals, and a secret without a seal with the samples. It returns the numbers to
// seal. It adds a new number only next to a proved secret of this database. An empty database accepts any first secret.
func compareSecrets(ring secret.Keyring, seals map[uint8]string, samples []sample) (add []uint8, wrong []error) {
	known := false
	for _, number := range ring.Numbers() {
		if seal, sealed := seals[number]; sealed {
			if opens(ring, number, seal) {
				known = true
			} else {
				wrong = append(wrong, &identity.MismatchError{Kind: identity.Secret, Number: number})
			}
			continue
		}
		switch prove(ring, number, samples) {
		case refuted:
			wrong = append(wrong, &identity.MismatchError{Kind: identity.Secret, Number: number})
			continue
		case proven:
			known = true
		case unused:
		}
		add = append(add, number)
	}
	if known || len(wrong) > 0 {
		return add, wrong
	}
	if needed, used := newestNumber(seals, samples); used {
		return nil, []error{&identity.MismatchError{Kind: identity.Secret, Number: needed, Missing: true}}
	}
	return add, nil
}

// newestNumber returns the highest number of a secret in the database.
func newestNumber(seals map[uint8]string, samples []sample) (uint8, bool) {
	numbers := slices.Collect(maps.Keys(seals))
	for _, s := range samples {
		if len(s.Sealed) > 0 {
			numbers = append(numbers, s.Sealed[0])
		}
	}
	if len(numbers) == 0 {
		return 0, false
	}
	return slices.Max(numbers), true
}

// compareSetting compares a configured value with the stored one. used means that a payment was made under the stored one. record is true if
// the configured value must be stored.
func compareSetting(kind identity.Kind, stored *string, configured string, used bool) (record bool, wrong error) {
	switch {
	case configured == "" || stored != nil && *stored == configured:
		return false, nil
	case stored != nil && used:
		return false, &identity.MismatchError{Kind: kind, Stored: *stored, Configured: configured}
	default:
		return true, nil
	}
}

// marker is the record in the key database.
type marker struct {
	Pairing string // an id that both databases hold
	Product string // the id of the product's database
}

// keysFacts are the figures by which a key database is matched with the product's database.
type keysFacts struct {
	Elsewhere bool    // a key database is configured
	Recorded  *string // the pairing in the product's database; nil: never recorded; empty: the keys were moved back
	Product   string  // the id of the product's database; empty before the first pairing
	Marker    *marker // nil if the key database has none

	People    int // number of the newest people with data
	Here      int // of these, those with a key in the product's database
	KeysThere int // number of keys in a sample of the key database
	UsedThere int // of these, those that the product uses
}

// keysDecision is the conclusion from keysFacts.
type keysDecision int

const (
	keysBelong keysDecision = iota
	keysHere                // record that the keys are in the product's database
	keysPair                // record a pairing in both databases
	keysMark                // write the recorded pairing into the key database
	keysRecord              // record the pairing of the key database
	keysForeign
	keysMissing
)

func compareKeys(f keysFacts) keysDecision {
	recorded := f.Recorded != nil && *f.Recorded != ""
	lost := f.People > 0 && f.Here == 0 // from the product's database
	switch {
	case !f.Elsewhere && (recorded || f.Recorded == nil && lost):
		return keysMissing
	case !f.Elsewhere && f.Recorded == nil:
		return keysHere
	case !f.Elsewhere:
		return keysBelong
	case recorded && f.Marker != nil && f.Marker.Pairing == *f.Recorded:
		return keysBelong
	case recorded && f.Marker == nil && f.UsedThere > 0: // restored from before the first pairing
		return keysMark
	case recorded:
		return keysForeign
	case f.Marker != nil && (f.Product != "" && f.Marker.Product == f.Product || f.UsedThere > 0):
		return keysRecord
	case f.Marker != nil, f.KeysThere > 0 && f.UsedThere == 0, f.KeysThere == 0 && lost:
		return keysForeign
	default:
		return keysPair
	}
}
