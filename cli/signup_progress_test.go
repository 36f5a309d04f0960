package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := &progress{out: &out, total: 3, start: time.Now()}
	p.begin("A parent pays")
	p.begin("A card is declined")
	p.end("A parent pays", false)
	if got, want := p.line(5*time.Second), "1 of 3, 1 not as expected, 5 s: A card is declined"; got != want {
		t.Errorf("says %q, want %q", got, want)
	}
	p.begin(strings.Repeat("long ", 40))
	if got := []rune(p.line(0)); len(got) != 78 {
		t.Errorf("the line is %d characters long, want 78", len(got))
	}
	if drawn := out.String(); strings.Count(drawn, "\r") != 1 {
		t.Errorf("drawn %q, want once within a tenth of a second", drawn)
	}
	p.clear()
	if !strings.HasSuffix(out.String(), "\r\x1b[K") {
		t.Errorf("the line stays: %q", out.String())
	}
	// What is no terminal gets nothing.
	out.Reset()
	silent := newProgress(&out, 1)
	silent.begin("A")
	silent.end("A", true)
	silent.clear()
	if out.Len() != 0 {
		t.Errorf("wrote %q", out.String())
	}
}
