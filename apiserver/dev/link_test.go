package dev

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLinksIn(t *testing.T) {
	t.Parallel()
	got := linksIn(`<p><a href="http://a/?x=1&amp;y=2#token=t">Get <b>Started</b>
		now</a> <a name="n">no link</a><a href="mailto:a@b">write</a>`)
	want := []Link{{Text: "Get Started now", URL: "http://a/?x=1&y=2#token=t"}, {Text: "write", URL: "mailto:a@b"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}
