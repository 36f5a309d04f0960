package audit

import (
	"errors"
)

// ErrNoJournal rejects a month that hasn't begun, or with receipts deleted at the end of their retention.
var ErrNoJournal = errors.New("no journal for this month: choose a month from ten years ago to the current one")
