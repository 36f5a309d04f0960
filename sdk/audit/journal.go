package audit

import (
	"errors"
)

// ErrNoJournal rejects a month that hasn't begun, or with receipts deleted at the end of their retention.
var ErrNoJournal = errors.New("this month has no journal: name one of the last ten years that has begun")
