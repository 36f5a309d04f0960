package integration

import (
	"time"
)

const (
	// SendTimeout is the time in which an endpoint must respond.
	SendTimeout = 15 * time.Second
)
