//go:build linux || darwin

package postgres

import (
	"bytes"
	"context"
	"log/slog"
	"regexp"
	"sync"
)

// output reads the server's messages. It notices when the server is ready, logs the rest and keeps the last lines for an error.
type output struct {
	tail
	log   *slog.Logger
	ready chan struct{}
	once  sync.Once
	line  []byte
}

func newOutput(log *slog.Logger) *output { return &output{log: log, ready: make(chan struct{})} }

// maxLine bounds a line; a longer one is logged in pieces.
const maxLine = 8 << 10

var serverLine = regexp.MustCompile(`^[0-9: .-]+ UTC \[\d+\] (DEBUG|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC)[0-9]?:\s+(.*)$`)

// Write implements io.Writer. Only one goroutine writes.
func (o *output) Write(b []byte) (int, error) {
	_, _ = o.tail.Write(b) // never fails
	o.line = append(o.line, b...)
	for {
		i := bytes.IndexByte(o.line, '\n')
		if i < 0 && len(o.line) > maxLine {
			i = maxLine - 1
		}
		if i < 0 {
			return len(b), nil
		}
		o.see(string(bytes.TrimSpace(o.line[:i+1])))
		o.line = o.line[i+1:]
	}
}

func (o *output) see(line string) {
	level, message := slog.LevelDebug, line
	if m := serverLine.FindStringSubmatch(line); m != nil {
		message = m[2]
		switch m[1] {
		case "WARNING":
			level = slog.LevelWarn
		case "PANIC":
			level = slog.LevelError
		}
		// ERROR and FATAL are replies to a client, which has them already.
	}
	if message == "database system is ready to accept connections" {
		o.once.Do(func() { close(o.ready) })
	}
	o.log.Log(context.Background(), level, "postgres: "+message)
}
