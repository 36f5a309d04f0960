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

// Why a body wasn't read.
var (
	ErrTooLarge = errors.New("the body is too large")
	ErrTooSlow  = errors.New("the body came too slowly")
	ErrBroken   = errors.New("the body broke off")
)

// Body says how large a request's body may be, and how fast it has to come.
type Body struct {
	Most  int64         // bytes
	Floor int64         // bytes a second that have to come, once Grace is over
	Grace time.Duration // until a body has to have come that far
	Limit time.Duration // until a body has to have come as a whole, however fast it comes
}

// Read reads a body as a whole, before anything is done for the call. It fails with [ErrTooLarge], [ErrTooSlow] or [ErrBroken]; the
// connection can't be used any more then. Afterwards the connection has no read deadline, so that a long call isn't taken for one whose caller
// has gone.
func (b Body) Read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	conn := http.NewResponseController(w)
	if r.Body == nil || r.Body == http.NoBody {
		_ = conn.SetReadDeadline(time.Time{}) // a recorder in a test has none
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

// deadline returns when more has to have come of a body that began to come at start.
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
