package integration

import (
	"time"
)

const (
	// SendTimeout is how long an endpoint may take to answer.
	SendTimeout = 15 * time.Second
)
