package apiserver

import "net/http"

// recorder records an answer's status and size, for log and metrics.
type recorder struct {
	http.ResponseWriter
	route  string // the row of the table, or the pattern of a page; empty if nothing matched
	status int
	bytes  int64
}

// WriteHeader implements [http.ResponseWriter].
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// Unwrap lets [http.ResponseController] reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// recorderOf finds the recorder inside other wrappers, or returns nil outside the server.
func recorderOf(w http.ResponseWriter) *recorder {
	for {
		switch t := w.(type) {
		case *recorder:
			return t
		case interface{ Unwrap() http.ResponseWriter }:
			w = t.Unwrap()
		default:
			return nil
		}
	}
}

func nameRoute(w http.ResponseWriter, name string) {
	if r := recorderOf(w); r != nil {
		r.route = name
	}
}

func statusOf(w http.ResponseWriter) int {
	if r := recorderOf(w); r != nil && r.status != 0 {
		return r.status
	}
	return http.StatusOK
}
