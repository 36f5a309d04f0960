package dev

import (
	"flag"
	"testing"

	"github.com/cojoin/cojoin/internal/condition"
	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var updateConditions = flag.Bool("update-conditions", false, "look for rows that conditions leave alone, and write testdata/condition.txt")

// The development server expires only the named sign-up or invitation, and only an open one: docs/how-to/test.md.
func TestEveryConditionOfDevelopmentMatters(t *testing.T) {
	t.Parallel()
	condition.New(t, sdktest.New(t).Pool).Check(t, "testdata/condition.txt", map[string]string{
		"expireSignup": expireSignup, "expireInvitation": expireInvitation, "paymentsAbout": paymentsAbout,
	}, nil, *updateConditions)
}
