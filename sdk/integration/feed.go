package integration

import (
	"time"
)

// FeedWait is the maximum time for which [Client.Feed] waits for an event.
const FeedWait = 20 * time.Second

// FeedPage is a part of the feed.
type FeedPage struct {
	Events []Event `json:"events" doc:"In order; empty if there are none"`
	Next   int64   `json:"next" doc:"Value of after in the next call. Store it together with your changes for these events"`
}
