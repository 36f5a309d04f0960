package price

import "github.com/google/uuid"

// Repriced is an accepted price: what the order keeps, and what order.Client.ReserveCodes holds.
type Repriced struct {
	Priced  Priced // steps; marshal it as the order's steps
	Input   Input  // what it was worked out from; the order keeps it beside the steps
	Quote   *Quote // as the customer saw it
	QuoteID uuid.UUID
	Codes   []string // masked, by Priced.Codes[i].Index; for the receipt

	CodeIDs       []uuid.UUID // by Priced.Codes[i].Index
	CouponMaxUses int         // 0: unlimited
}
