package core

import "time"

const (
	KeepEndedToken = 30 * 24 * time.Hour
)
