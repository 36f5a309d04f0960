package signup

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// The minimum time between two updates of the line: on a terminal, where it is overwritten, and elsewhere, where each is
// a line of its own.
const (
	progressEvery = 100 * time.Millisecond
	progressLines = 15 * time.Second
)

// progress is one line that shows the progress of many runs. Where the output isn't a terminal (a build job, a log), it is a
// line every 15 seconds. It isn't safe for concurrent use: the report that owns it locks.
type progress struct {
	out          io.Writer
	terminal     bool
	total        int
	done, failed int
	running      []string
	start, drawn time.Time
	isShown      bool
}

func newProgress(out io.Writer, total int) *progress {
	p := &progress{out: out, total: total, start: time.Now()}
	if f, ok := out.(*os.File); ok && os.Getenv("TERM") != "dumb" {
		p.terminal = term.IsTerminal(int(f.Fd()))
	}
	if !p.terminal {
		p.drawn = p.start // short runs print no progress
	}
	return p
}

// begin and end report the start and end of a run.
func (p *progress) begin(name string) {
	p.running = append(p.running, name)
	p.draw(false)
}

func (p *progress) end(name string, ok bool) {
	p.done++
	if !ok {
		p.failed++
	}
	for i, running := range p.running {
		if running == name {
			p.running = append(p.running[:i], p.running[i+1:]...)
			break
		}
	}
	p.draw(p.done == p.total)
}

// line formats the progress, within a terminal's width.
func (p *progress) line(took time.Duration) string {
	line := fmt.Sprintf("%d of %d", p.done, p.total)
	if p.failed > 0 {
		line += fmt.Sprintf(", %d not as expected", p.failed)
	}
	line += fmt.Sprintf(", %d s", int(took.Seconds()))
	if len(p.running) > 0 {
		line += ": " + strings.Join(p.running, " · ")
	}
	if r := []rune(line); len(r) > 78 {
		line = string(r[:77]) + "…"
	}
	return line
}

func (p *progress) draw(now bool) {
	if !p.terminal {
		if time.Since(p.drawn) >= progressLines {
			p.drawn = time.Now()
			fmt.Fprintln(p.out, p.line(time.Since(p.start)))
		}
		return
	}
	if !now && time.Since(p.drawn) < progressEvery {
		return
	}
	p.drawn, p.isShown = time.Now(), true
	fmt.Fprintf(p.out, "\r\x1b[K%s", p.line(time.Since(p.start)))
}

// clear removes the line, so that something else can be written.
func (p *progress) clear() {
	if p.isShown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.isShown, p.drawn = false, time.Time{}
	}
}
