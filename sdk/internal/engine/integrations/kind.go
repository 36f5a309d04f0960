package integrations

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/integration"
)

// TestKind is the kind of the event that an operator sends to try an endpoint. It isn't kept, and its position is 0.
const TestKind = "test"

func known(kind string) bool {
	return slices.ContainsFunc(integration.Kinds, func(k integration.Kind) bool { return k.Name == kind })
}
