package integrations

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/integration"
)

// TestKind is the kind of an operator's test event for an endpoint. The event isn't stored, and its position is 0.
const TestKind = "test"

func known(kind string) bool {
	return slices.ContainsFunc(integration.Kinds, func(k integration.Kind) bool { return k.Name == kind })
}
