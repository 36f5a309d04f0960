package signups

import (
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

func familyOf(in signup.Input) form.FamilyInput {
	return form.FamilyInput{CoParent: in.CoParent, KnowsCoParentEmail: in.KnowsCoParentEmail, Children: in.Children}
}

// chosenOf returns the secrets of a call that the parent will rely on. A call with other secrets under the same idempotency key is another call.
func chosenOf(in signup.Input) []secret.Secret {
	return []secret.Secret{in.SecurityAnswer, in.SecurityCode}
}
