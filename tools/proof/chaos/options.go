package chaos

import (
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
)

// Options say how much is tried. All fields but Within and Lives are required.
type Options struct {
	// Binary is the cojoin command.
	Binary string
	// Dir is an empty folder for the database and the logs.
	Dir string
	// Orders is how many customers there are at least.
	Orders int
	// Kills is how often a process is killed at each point.
	Kills int
	// PostgresKills is how often Postgres is killed while an order is being placed.
	PostgresKills int
	// Freezes is how often a server or worker stands still for longer than its lease, and then goes on.
	Freezes int
	// HostKills is how often the customer's application is killed at least.
	HostKills int
	// Customers is how many pay concurrently.
	Customers int
	// Seed makes the same customers and faults again; when they meet is up to the machine.
	Seed uint64
	// Within is how long customers come at most, however few they were until then; zero: until there were enough.
	Within time.Duration
	// Lives is how long every second server and worker may live on average, to be killed at any moment; zero: each is killed at its point.
	Lives time.Duration
	// Log is told how it goes.
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

// commitShare is how many of all commits lose their acknowledgement.
const commitShare = 0.01

func clocks() []string {
	out := []string{"COJOIN_CLOCKS_declineWindow=2s"} // everybody comes from one address, and some cards are declined
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

// pointsOf splits the points by who comes by them: in a short lease's world a worker adopts orders, too,
// so placing is killed in both. What happens to few of them comes first: somebody waits there while the others are killed elsewhere.
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
