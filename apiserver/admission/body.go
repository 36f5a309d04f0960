package admission

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

// Errors of [Body.Read].
var (
	ErrTooLarge = errors.New("the body is too large")
	ErrTooSlow  = errors.New("the body came too slowly")
	ErrBroken   = errors.New("the body broke off")
)

// Body limits the size of a request's body and the time for sending it.
type Body struct {
	Most  int64         // maximum size in bytes
	Floor int64         // minimum rate after Grace, in bytes per second
	Grace time.Duration // time before Floor applies
	Limit time.Duration // maximum time for the whole body, at any rate
}

// Read reads the whole body before the call starts. It fails with [ErrTooLarge], [ErrTooSlow] or [ErrBroken]; the connection can't be reused
// then. On success it removes the read deadline, which would otherwise cancel a long call as if its caller had disconnected.
func (b Body) Read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	conn := http.NewResponseController(w)
	if r.Body == nil || r.Body == http.NoBody {
		_ = conn.SetReadDeadline(time.Time{}) // fails for a recorder in a test
		return nil, nil
	}
	start := time.Now()
	body := make([]byte, 0, min(max(r.ContentLength, 512), b.Most)+1)
	for {
		_ = conn.SetReadDeadline(b.deadline(start, len(body)))
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
		n, err := r.Body.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > b.Most:
			return nil, ErrTooLarge
		case errors.Is(err, io.EOF):
			_ = conn.SetReadDeadline(time.Time{})
			return body, nil
		case err != nil:
			return nil, whyUnread(err)
		}
	}
}

// deadline returns the time by which the next bytes must arrive, for a body that started at start.
func (b Body) deadline(start time.Time, have int) time.Time {
	by := b.Grace + time.Duration(have)*time.Second/time.Duration(b.Floor)
	return start.Add(min(by, b.Limit))
}

func whyUnread(err error) error {
	var slow net.Error
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &slow) && slow.Timeout() {
		return ErrTooSlow
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}
