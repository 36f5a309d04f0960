package segment_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/adapter/segment"
	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/job"
)

var batch = []job.AnalyticsMessage{
	{
		Type: job.AnalyticsTrack, MessageID: "m-1", AnonymousID: "visitor-1", Event: "Step Viewed", Properties: map[string]any{"path": "/step1"},
		Timestamp: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC),
	},
	{
		Type: job.AnalyticsIdentify, MessageID: "m-2", AnonymousID: "visitor-1", UserID: "account-1", Traits: map[string]any{"locale": "es"},
		Timestamp: time.Date(2026, 11, 21, 9, 1, 0, 0, time.UTC),
	},
}

func TestSegment(t *testing.T) {
	t.Parallel()
	var got []string
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		key, password, _ := r.BasicAuth()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got = append(got, r.Method+" "+r.URL.Path+" "+key+":"+password+" "+r.Header.Get("Content-Type"), string(body))
	}))
	defer service.Close()
	adapter, err := segment.New(segment.Config{WriteKey: "write-key", BaseURL: service.URL})
	if err != nil {
		t.Fatal(err)
	}
	if err := adapter.Send(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
	want := []string{"POST /v1/batch write-key: application/json", `{"batch":[` +
		`{"type":"track","messageId":"m-1","anonymousId":"visitor-1","event":"Step Viewed","properties":{"path":"/step1"},"timestamp":"2026-11-21T09:00:00Z"},` +
		`{"type":"identify","messageId":"m-2","anonymousId":"visitor-1","userId":"account-1","traits":{"locale":"es"},"timestamp":"2026-11-21T09:01:00Z"}],` +
		`"context":{"ip":"0.0.0.0","library":{"name":"cojoin"}}}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

func TestSegmentRefuses(t *testing.T) {
	t.Parallel()
	for status, givenUp := range map[int]bool{200: false, 302: true, 400: true, 401: true, 413: true, 408: false, 429: false, 500: false, 503: false} {
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		adapter, err := segment.New(segment.Config{WriteKey: "write-key", BaseURL: service.URL})
		if err != nil {
			t.Fatal(err)
		}
		err = adapter.Send(t.Context(), batch)
		if (err == nil) != (status == 200) || errors.Is(err, analytics.ErrRefused) != givenUp {
			t.Errorf("status %d: %v", status, err)
		}
		service.Close()
		if status != 200 {
			continue
		}
		if err := adapter.Send(t.Context(), batch); err == nil || errors.Is(err, analytics.ErrRefused) || strings.Contains(err.Error(), "write-key") {
			t.Errorf("without a server: %v", err)
		}
	}
}

func TestSegmentRejectsUnsendableEvents(t *testing.T) {
	t.Parallel()
	adapter, err := segment.New(segment.Config{WriteKey: "write-key", BaseURL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	giant := []job.AnalyticsMessage{{Type: job.AnalyticsTrack, Properties: map[string]any{"x": strings.Repeat("x", 500<<10)}}}
	broken := []job.AnalyticsMessage{{Type: job.AnalyticsTrack, Properties: map[string]any{"x": json.Number("none")}}}
	for name, messages := range map[string][]job.AnalyticsMessage{"giant": giant, "broken": broken} {
		if err := adapter.Send(t.Context(), messages); !errors.Is(err, analytics.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := segment.New(segment.Config{}); err == nil {
		t.Error("no write key, and no error")
	}
}
