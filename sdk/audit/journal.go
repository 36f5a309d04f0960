package audit

import (
	"errors"
)

// ErrNoJournal is the error of a month that hasn't begun, or whose receipts have gone by their rule of retention.
var ErrNoJournal = errors.New("this month has no journal: name one of the last ten years that has begun")
