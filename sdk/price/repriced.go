package price

import "github.com/google/uuid"

// Repriced is an accepted price: the data that the order stores, and the codes that order.Client.ReserveCodes reserves.
type Repriced struct {
	Priced  Priced // steps; marshal it as the order's steps
	Input   Input  // input of the steps; the order stores it with them
	Quote   *Quote // seen by the customer
	QuoteID uuid.UUID
	Codes   []string // masked, by Priced.Codes[i].Index; for the receipt

	CodeIDs       []uuid.UUID // by Priced.Codes[i].Index
	CouponMaxUses int         // 0: unlimited
}
