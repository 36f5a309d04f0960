package payment

import "github.com/cojoin/cojoin/sdk/text"

// CodePaymentSuperseded tells of an attempt that was given up: a new try is welcome, and an authorisation
// that turns up for the old one is voided.
const CodePaymentSuperseded text.Code = "payment_superseded"
