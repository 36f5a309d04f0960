package signup

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := &progress{out: &out, terminal: true, total: 3, start: time.Now()}
	p.begin("A parent pays")
	p.begin("A card is declined")
	p.end("A parent pays", false)
	if got, want := p.line(5*time.Second), "1 of 3, 1 not as expected, 5 s: A card is declined"; got != want {
		t.Errorf("prints %q, want %q", got, want)
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
	// Without a terminal, progress is a line of its own, and only in long runs.
	out.Reset()
	silent := newProgress(&out, 2)
	silent.begin("A")
	silent.end("A", true)
	if out.Len() != 0 {
		t.Errorf("wrote %q", out.String())
	}
	silent.start, silent.drawn = silent.start.Add(-20*time.Second), silent.drawn.Add(-20*time.Second)
	silent.begin("B")
	silent.begin("C")
	silent.clear()
	if got, want := out.String(), "1 of 2, 20 s: B\n"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}
