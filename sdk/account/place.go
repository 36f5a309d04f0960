package account

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// SeatTaken answers an invitation to a family whose co-parent has joined or is invited already.
var SeatTaken = fault.New(fault.Conflict, "seat_taken", nil)
