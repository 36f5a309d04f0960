package account

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// SeatTaken rejects an invitation to a seat that a co-parent has taken or is already invited to.
var SeatTaken = fault.New(fault.Conflict, "seat_taken", nil)
