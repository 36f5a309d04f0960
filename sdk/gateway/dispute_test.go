package gateway_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/gateway"
)

func of(d gateway.Dispute) gateway.Transaction {
	return gateway.Transaction{Disputes: []gateway.Dispute{d}}
}

// Each kind of dispute moves the money as expected, and its payment counts as disputed or not.
func TestDisputeMovesMoney(t *testing.T) {
	t.Parallel()
	type effect struct{ Decided, Took, GaveBack, Disputed, Lost bool }
	for kind, want := range map[gateway.DisputeKind]map[gateway.DisputeState]effect{
		gateway.DisputeInquiry: {
			gateway.DisputeOpen: {}, gateway.DisputeEvidenceSent: {}, gateway.DisputeAccepted: {Decided: true},
			gateway.DisputeExpired: {Decided: true}, gateway.DisputeLost: {Decided: true}, gateway.DisputeWon: {Decided: true},
		},
		gateway.DisputeChargeback: {
			gateway.DisputeOpen: {Took: true, Disputed: true}, gateway.DisputeEvidenceSent: {Took: true, Disputed: true},
			gateway.DisputeAccepted: {Decided: true, Took: true, Lost: true}, gateway.DisputeExpired: {Decided: true, Took: true, Lost: true},
			gateway.DisputeLost: {Decided: true, Took: true, Lost: true}, gateway.DisputeWon: {Decided: true, Took: true, GaveBack: true},
		},
		gateway.DisputePreArbitration: {
			gateway.DisputeOpen: {}, gateway.DisputeEvidenceSent: {}, gateway.DisputeAccepted: {Decided: true, Took: true, Lost: true},
			gateway.DisputeExpired: {Decided: true, Took: true, Lost: true}, gateway.DisputeLost: {Decided: true, Took: true, Lost: true}, gateway.DisputeWon: {Decided: true},
		},
	} {
		got := map[gateway.DisputeState]effect{}
		for state := range want {
			d := gateway.Dispute{Kind: kind, State: state}
			got[state] = effect{state.Decided(), d.TookMoney(), d.GaveMoneyBack(), of(d).Disputed(), of(d).DisputeLost()}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
}

func TestRecourse(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]gateway.Recourse{
		"2000": gateway.RecourseWait, "2001": gateway.RecourseWait, "2010": gateway.RecourseWait, "": gateway.RecourseWait, "3000": gateway.RecourseWait, "9999": gateway.RecourseWait,
		"2004": gateway.RecourseReplace, "2007": gateway.RecourseReplace, "2013": gateway.RecourseReplace, "2053": gateway.RecourseReplace, "2099": gateway.RecourseAuthenticate,
	} {
		if got := gateway.RecourseOf(code); got != want {
			t.Errorf("%q: %s, want %s", code, got, want)
		}
	}
}

func TestMonthEnd(t *testing.T) {
	t.Parallel()
	for month, want := range map[gateway.Month]string{{Year: 2026, Month: 12}: "2027-01-01", {Year: 2027, Month: 2}: "2027-03-01", {}: "0001-01-01"} {
		if got := month.End().Format("2006-01-02"); got != want {
			t.Errorf("%v ends %s, want %s", month, got, want)
		}
	}
}
