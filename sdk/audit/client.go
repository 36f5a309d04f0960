package audit

import (
	"context"
	"time"

	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Payments compares every attempt since a time, and every placed order, with the provider's transactions. It also reports transactions
	// under our order ids that the database doesn't have. It changes nothing, and payments may go on meanwhile. It takes a while, because it
	// calls the provider once for each attempt. A failed search ends it with an error.
	Payments(ctx context.Context, since time.Time) (*Report, error)

	// Recent is [Client.Payments] of the last three days, for the daily job. It logs each difference, and [operate.Client.Figures] has their
	// number. An undecided payment is not a difference.
	Recent(ctx context.Context) error

	// VerifyReceipts prices every order placed since a time again, from its stored input, catalog version and tax rates. It compares the
	// result with the stored steps, the amounts of the order, the amounts shown to the customer, the redeemed codes and the receipt, and
	// reports every difference. It changes nothing. A failure to read ends it; a difference doesn't.
	//
	// It leaves out orders with receipts that were deleted at the end of their retention, or will be within a month.
	VerifyReceipts(ctx context.Context, since time.Time, report func(ReceiptDifference)) (VerifiedReceipts, error)

	// Journal calls each with every double entry of a month, section by section: orders, money at the provider, disputes, codes, and the
	// revenue earned by the month's days. It reads some days at a time, so a month may be large. Entries have the date of their recording and
	// are never backdated. The journal of a past month is therefore always the same, except for receipts numbered a day later.
	//
	// Error: [ErrNoJournal].
	Journal(ctx context.Context, month ledger.Month, each func(ledger.Entry) error) error

	// Deferred returns the deferred revenue at the beginning of a month in minor units, by currency and by the month that earns it.
	//
	// Error: [ErrNoJournal].
	Deferred(ctx context.Context, month ledger.Month) (map[money.Currency]map[ledger.Month]int64, error)

	// Evidence returns the record of a payment as one English text, for a dispute at the payer's bank: the buyer, the purchase and its time,
	// the accepted terms, the bank's checks of address, security code and identity, the receipt, the account's use, and refunds. The record
	// has personal data, so the reading is recorded.
	//
	// Faults: [payment.AttemptNotFound], [payment.AttemptNotRefundable] for a payment that was never captured, [payment.Unavailable], [fault.OperatorUnnamed].
	Evidence(ctx context.Context, attemptID string) (string, error)
}
