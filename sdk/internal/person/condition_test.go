package person_test

import (
	"flag"
	"testing"

	"github.com/cojoin/cojoin/internal/condition"
	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var update = flag.Bool("update", false, "look for rows that conditions leave alone, and write testdata/condition.txt")

// The statement picks only keys within the limits of age: docs/how-to/test.md.
func TestEveryConditionMatters(t *testing.T) {
	t.Parallel()
	condition.New(t, sdktest.New(t).Pool).Check(t, "testdata/condition.txt", map[string]string{"PickPersonKeysMade": person.PickMade}, nil, *update)
}
