package gateway_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/gateway"
)

// What each dispute has done to the money, and whether its payment counts as disputed.
func TestDisputeMovesMoney(t *testing.T) {
	t.Parallel()
	type effect struct{ Decided, Took, GaveBack, Disputed bool }
	for kind, want := range map[gateway.DisputeKind]map[gateway.DisputeState]effect{
		gateway.DisputeInquiry: {
			gateway.DisputeOpen: {Disputed: true}, gateway.DisputeEvidenceSent: {Disputed: true}, gateway.DisputeAccepted: {Decided: true, Disputed: true},
			gateway.DisputeExpired: {Decided: true, Disputed: true}, gateway.DisputeLost: {Decided: true, Disputed: true}, gateway.DisputeWon: {Decided: true},
		},
		gateway.DisputeChargeback: {
			gateway.DisputeOpen: {Took: true, Disputed: true}, gateway.DisputeEvidenceSent: {Took: true, Disputed: true},
			gateway.DisputeAccepted: {Decided: true, Took: true, Disputed: true}, gateway.DisputeExpired: {Decided: true, Took: true, Disputed: true},
			gateway.DisputeLost: {Decided: true, Took: true, Disputed: true}, gateway.DisputeWon: {Decided: true, Took: true, GaveBack: true},
		},
		gateway.DisputePreArbitration: {
			gateway.DisputeOpen: {Disputed: true}, gateway.DisputeEvidenceSent: {Disputed: true}, gateway.DisputeAccepted: {Decided: true, Took: true, Disputed: true},
			gateway.DisputeExpired: {Decided: true, Took: true, Disputed: true}, gateway.DisputeLost: {Decided: true, Took: true, Disputed: true}, gateway.DisputeWon: {Decided: true},
		},
	} {
		got := map[gateway.DisputeState]effect{}
		for state := range want {
			d := gateway.Dispute{Kind: kind, State: state}
			got[state] = effect{state.Decided(), d.TookMoney(), d.GaveMoneyBack(), gateway.Transaction{Disputes: []gateway.Dispute{d}}.Disputed()}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
}
