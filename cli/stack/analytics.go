package stack

import (
	"github.com/cojoin/cojoin/sdk/adapter/segment"
	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/site"
)

// analytics returns the configured analytics service, or nil if there is none.
func (st *Stack) analytics() (analytics.Service, error) {
	s := st.Settings
	provider := s.Analytics
	switch {
	case provider != "":
	case s.SegmentKey != "":
		provider = "segment"
	case s.Environment == site.EnvironmentDevelopment:
		provider = "log"
	}
	switch provider {
	case "segment":
		return segment.New(segment.Config{WriteKey: s.SegmentKey, BaseURL: s.SegmentURL})
	case "log":
		return segment.Log{Log: st.Log}, nil
	}
	return nil, nil //nolint:nilnil // analytics is off
}
