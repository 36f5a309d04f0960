package stack

import (
	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// analytics returns the configured analytics service, or nil if there is none.
func (st *Stack) analytics() (visitor.Analytics, error) {
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
		return analytics.NewSegment(analytics.SegmentConfig{WriteKey: s.SegmentKey, BaseURL: s.SegmentURL})
	case "log":
		return analytics.Log{Log: st.Log}, nil
	}
	return nil, nil //nolint:nilnil // analytics is off
}
