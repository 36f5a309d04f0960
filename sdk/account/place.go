package account

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// SeatTaken rejects an invitation to a family whose co-parent has joined or is already invited.
var SeatTaken = fault.New(fault.Conflict, "seat_taken", nil)
