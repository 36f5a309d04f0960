package outbox_test

import (
	"flag"
	"testing"

	"github.com/cojoin/cojoin/internal/condition"
	"github.com/cojoin/cojoin/sdk/adapter/outbox"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var update = flag.Bool("update", false, "look for rows that conditions leave alone, and write testdata/condition.txt")

// The outbox lists the mails to one address, and no others: docs/how-to/test.md.
func TestEveryConditionMatters(t *testing.T) {
	t.Parallel()
	condition.New(t, sdktest.New(t).Pool).Check(t, "testdata/condition.txt", outbox.Statements(), nil, *update)
}
