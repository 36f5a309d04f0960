package pg_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Two co-parents pay at the same time and name each other: both get their accounts, without a deadlock.
func TestMutualCoParents(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	for round := range 40 {
		emails := [2]string{fmt.Sprintf("ana.%d@example.com", round), fmt.Sprintf("ben.%d@example.com", round)}
		var sessions [2]sdktest.Session
		for i := range sessions {
			sessions[i] = env.SignUp(t, func(in *signup.Input) { in.Parent.Email, in.CoParent.Email = emails[i], emails[1-i] })
		}
		var both sync.WaitGroup
		for _, s := range sessions {
			both.Go(func() {
				if _, err := fixture.CompleteSignup(t, env, s.SignupID, s.Key); err != nil {
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		both.Wait()
		for _, email := range emails {
			if fixture.AccountOf(t, env, email) == "" {
				t.Errorf("round %d: %s doesn't hold the address", round, email)
			}
		}
	}
}
