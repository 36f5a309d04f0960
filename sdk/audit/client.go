package audit

import (
	"context"
	"time"

	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Payments compares every attempt since a time, and every placed order, with the provider's transactions,
	// in both directions: it also reports transactions under our order ids that the database doesn't know. It changes
	// nothing. Payments may go on meanwhile. It asks the provider once for each attempt, so it takes a while; a search that fails ends it with an error.
	Payments(ctx context.Context, since time.Time) (*Report, error)

	// Recent is [Client.Payments] of the last three days, for the daily job: it logs each difference, and [operate.Client.Figures] has
	// their number. An undecided payment is no difference.
	Recent(ctx context.Context) error

	// VerifyReceipts prices every order placed since a time again, from the input, the catalogue version and
	// the tax rates that the order kept, and reports every difference: between what comes out and the steps,
	// the amounts of the order, what the customer was shown, the codes redeemed and the receipt. It changes
	// nothing. A failure to read ends it; a difference doesn't.
	//
	// Orders whose receipts have gone by their rule of retention, and those of the month before, are left out.
	VerifyReceipts(ctx context.Context, since time.Time, report func(ReceiptDifference)) (VerifiedReceipts, error)

	// Journal calls each with every entry of a month's journal in double entry, section by section: orders, money at the provider, disputes, codes,
	// and what the month's days have earned. It reads some days at a time, so a month may be large. Everything is dated by when it was written down here
	// and nothing is dated back: a month that is over gives the same journal whenever it is read again, but for receipts that are numbered a day later.
	//
	// Error: [ErrNoJournal].
	Journal(ctx context.Context, month ledger.Month, each func(ledger.Entry) error) error

	// Deferred returns the deferred revenue at the beginning of a month, in minor units, by currency and by the month of the days that earn it.
	//
	// Error: [ErrNoJournal].
	Deferred(ctx context.Context, month ledger.Month) (map[money.Currency]map[ledger.Month]int64, error)

	// Evidence returns the record of a payment as one text, in English, for a dispute at the payer's bank: the buyer, the purchase and its time, the
	// terms accepted, the bank's answers about address, security code and identity, the receipt, the account's use, and refunds. It holds personal
	// data, so the reading is recorded.
	//
	// Faults: [payment.AttemptNotFound], [payment.AttemptNotRefundable] for a payment that was never captured, [payment.Unavailable], [fault.OperatorUnnamed].
	Evidence(ctx context.Context, attemptID string) (string, error)
}
