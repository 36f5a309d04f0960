package chaos

import (
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
)

// Options configure a run. All fields but Within and Lives are required.
type Options struct {
	// Binary is the cojoin command.
	Binary string
	// Dir is an empty folder for the database and the logs.
	Dir string
	// Orders is the least number of customers.
	Orders int
	// Kills is the number of kills at each point.
	Kills int
	// PostgresKills is the number of kills of Postgres while an order is being placed.
	PostgresKills int
	// Freezes is the number of times that a server or worker stops for longer than its lease and then resumes.
	Freezes int
	// HostKills is the least number of kills of the customer's application.
	HostKills int
	// Customers is the number of concurrent customers.
	Customers int
	// Seed reproduces the same customers and faults. Their timing depends on the machine.
	Seed uint64
	// Within limits the time in which customers come, however few came; zero: until Orders is reached.
	Within time.Duration
	// Lives is the average lifetime of every second server and worker, which are killed at any moment; zero: each process is killed at its point.
	Lives time.Duration
	// Log receives progress messages.
	Log func(format string, args ...any)
}

// The shortened clocks of the processes under test.
const (
	gatewayTimeout = 1500 * time.Millisecond
	lease          = 2 * time.Second
	supersedeAfter = 3 * time.Second
	nonceLife      = 8 * time.Second
	eventPause     = 50 * time.Millisecond
)

// commitShare is the share of commits with a lost acknowledgement.
const commitShare = 0.01

func clocks() []string {
	out := []string{"COJOIN_CLOCKS_declineWindow=2s"} // all customers share one address, and some cards are declined
	for name, d := range map[string]time.Duration{
		"gatewayTimeout": gatewayTimeout, "lease": lease, "reconcileEvery": 200 * time.Millisecond,
		"sweepEvery": 250 * time.Millisecond, "supersedeAfter": supersedeAfter, "nonceLife": nonceLife, "repeatLease": lease + 500*time.Millisecond,
		"eventLease": lease, "eventPause": eventPause,
	} {
		out = append(out, "COJOIN_CLOCKS_"+name+"="+d.String())
	}
	for _, limit := range []string{"reads", "writes", "duplicates", "codeTries", "codeAddress", "payments"} {
		out = append(out, "COJOIN_LIMITS_"+limit+"=off")
	}
	return out
}

// pointsOf returns the points that servers reach and those that workers reach. With a short lease workers adopt orders, too, so both are killed while
// placing.
// Rare points come first: a process waits at them while the others are killed elsewhere.
func pointsOf() (server, worker []payment.InterruptPoint) {
	return []payment.InterruptPoint{
			payment.InterruptBeforeReserve, payment.InterruptAfterReserve, payment.InterruptAfterSend,
			payment.InterruptAfterAuthorize, payment.InterruptWithinPlace, payment.InterruptAfterPlace,
		}, []payment.InterruptPoint{
			payment.InterruptAfterVoid,
			payment.InterruptBeforeCapture, payment.InterruptBegunCapture, payment.InterruptAfterCapture, payment.InterruptAfterSettle,
			payment.InterruptBeforeSearch, payment.InterruptAfterSearch, payment.InterruptAfterReconcile,
			payment.InterruptBeforeRenewal, payment.InterruptBegunRenewal, payment.InterruptSentRenewal,
			payment.InterruptAuthorizedRenewal, payment.InterruptWithinRenewalPlace, payment.InterruptAfterRenewalPlace,
		}
}
