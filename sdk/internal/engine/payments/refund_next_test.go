package payments

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// A refund with a lost response is sent again as the same refund, never as a second one.
func TestNextRefund(t *testing.T) {
	t.Parallel()
	first, second := uuid.New(), uuid.New()
	requested := func(id uuid.UUID, state string, minor int64, in payment.RefundInput) db.Refund {
		return db.Refund{ID: id, State: state, AmountMinor: minor, Request: refundRequest(in)}
	}
	part, all := payment.RefundInput{Amount: "50.00", Reason: "late start"}, payment.RefundInput{Reason: "moved away"}
	type decision struct {
		ID     uuid.UUID // of a refund that is sent again
		Amount int64
		Tax    int64
		Err    error
	}
	for name, test := range map[string]struct {
		before []db.Refund
		in     payment.RefundInput
		want   decision
	}{
		"the first":                             {nil, part, decision{Amount: 5000, Tax: 283}},
		"all of it":                             {nil, all, decision{Amount: 15899, Tax: 900}},
		"not an amount":                         {nil, payment.RefundInput{Amount: "fifty"}, decision{Err: payment.RefundInvalid}},
		"more than was paid":                    {nil, payment.RefundInput{Amount: "159.00"}, decision{Err: payment.RefundTooMuch}},
		"the same after its process ended":      {[]db.Refund{requested(first, refundSent, 5000, part)}, part, decision{ID: first, Amount: 5000}},
		"the same after its answer was lost":    {[]db.Refund{requested(first, refundUnknown, 5000, part)}, part, decision{ID: first, Amount: 5000}},
		"another after the process ended":       {[]db.Refund{requested(first, refundSent, 5000, part)}, payment.RefundInput{Amount: "1.00"}, decision{Err: payment.RefundUnanswered}},
		"another while an answer is lost":       {[]db.Refund{requested(first, refundUnknown, 5000, part)}, payment.RefundInput{Amount: "1.00"}, decision{Err: payment.RefundUnanswered}},
		"the same, written otherwise":           {[]db.Refund{requested(first, refundDone, 5000, part)}, payment.RefundInput{Amount: "50", Reason: "late start"}, decision{Err: ErrNothingToDo}},
		"the same, with another end":            {[]db.Refund{requested(first, refundUnknown, 5000, part)}, payment.RefundInput{Amount: "50.00", Reason: "late start", KeepSubscription: true}, decision{Err: payment.RefundUnanswered}},
		"the same, done":                        {[]db.Refund{requested(first, refundDone, 5000, part)}, part, decision{Err: ErrNothingToDo}},
		"the same, refused":                     {[]db.Refund{requested(first, refundFailed, 5000, part)}, part, decision{Amount: 5000, Tax: 283}},
		"the rest":                              {[]db.Refund{requested(first, refundDone, 5000, part)}, all, decision{Amount: 10899, Tax: 617}},
		"more than the rest":                    {[]db.Refund{requested(first, refundDone, 5000, part)}, payment.RefundInput{Amount: "109.00"}, decision{Err: payment.RefundTooMuch}},
		"all, for another reason":               {[]db.Refund{requested(first, refundUnknown, 15899, all)}, payment.RefundInput{Reason: "other"}, decision{ID: first, Amount: 15899}},
		"the rest, for another reason":          {[]db.Refund{requested(first, refundDone, 5000, part), requested(second, refundUnknown, 10899, all)}, payment.RefundInput{}, decision{ID: second, Amount: 10899}},
		"a part while all is unanswered":        {[]db.Refund{requested(first, refundUnknown, 15899, all)}, part, decision{Err: payment.RefundUnanswered}},
		"all while a part is unanswered":        {[]db.Refund{requested(first, refundUnknown, 5000, part)}, all, decision{Err: payment.RefundUnanswered}},
		"again, when nothing is left":           {[]db.Refund{requested(first, refundDone, 15899, all)}, payment.RefundInput{}, decision{Err: ErrNothingToDo}},
		"a cent more, when nothing is left":     {[]db.Refund{requested(first, refundDone, 15899, all)}, payment.RefundInput{Amount: "0.01"}, decision{Err: payment.RefundTooMuch}},
		"the same amount by another key":        {[]db.Refund{requested(first, refundDone, 5000, payment.RefundInput{Key: "a"})}, payment.RefundInput{Amount: "50.00", Key: "b"}, decision{Amount: 5000, Tax: 283}},
		"another amount by the same key":        {[]db.Refund{requested(first, refundDone, 5000, payment.RefundInput{Key: "a"})}, payment.RefundInput{Amount: "1.00", Key: "a"}, decision{Err: ErrNothingToDo}},
		"the same amount for another reason":    {[]db.Refund{requested(first, refundDone, 5000, part)}, payment.RefundInput{Amount: "50.00"}, decision{Amount: 5000, Tax: 283}},
		"a refused one leaves all to give back": {[]db.Refund{requested(first, refundFailed, 15899, all)}, payment.RefundInput{}, decision{Amount: 15899, Tax: 900}},
	} {
		row, err := nextRefund(db.PaymentAttempt{AmountMinor: 15899, Currency: "USD"}, db.Order{TotalMinor: 15899, TaxMinor: 900}, test.before, test.in)
		got := decision{row.ID, row.AmountMinor, row.TaxMinor, err}
		if !errors.Is(got.Err, test.want.Err) || !cmp.Equal(test.want, got, cmp.Comparer(func(a, b error) bool { return errors.Is(a, b) })) {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

// A refund found at the provider belongs to the refund with a lost response, or to none that we asked for.
func TestRefundFound(t *testing.T) {
	t.Parallel()
	id := uuid.New()
	of := func(state string, minor int64) db.Refund { return db.Refund{ID: id, State: state, AmountMinor: minor} }
	for name, test := range map[string]struct {
		rows    []db.Refund
		back    int64
		same    bool // the existing refund
		tax     int64
		tooMuch bool
	}{
		"not requested":                           {nil, 5000, false, 283, false},
		"its process ended":                       {[]db.Refund{of(refundSent, 5000)}, 5000, true, 0, false},
		"its answer was lost":                     {[]db.Refund{of(refundUnknown, 5000)}, 5000, true, 0, false},
		"another amount than the one in question": {[]db.Refund{of(refundUnknown, 5000)}, 6000, false, 340, false},
		"one of that amount is done":              {[]db.Refund{of(refundDone, 5000)}, 5000, false, 283, false},
		"one of that amount was refused":          {[]db.Refund{of(refundFailed, 5000)}, 5000, false, 283, false},
		"all that is left":                        {[]db.Refund{of(refundDone, 5000)}, 10899, false, 617, false},
		"a cent more than is left":                {[]db.Refund{of(refundDone, 5000)}, 10900, false, 0, true},
		"a refused one gave nothing back":         {[]db.Refund{of(refundFailed, 5000)}, 15899, false, 900, false},
	} {
		held := &HeldOutcome{}
		held.AmountMinor, held.Currency = 15899, "USD"
		held.Order.TotalMinor, held.Order.TaxMinor = 15899, 900
		row, fits := refundFound(held, test.rows, gateway.Transaction{Amount: money.New(test.back, "USD")})
		if (row.ID == id) != test.same || fits == test.tooMuch || row.TaxMinor != test.tax || (row.Origin == originPanel) == test.same || row.AmountMinor != test.back {
			t.Errorf("%s: %+v, %t", name, row, fits)
		}
	}
}
