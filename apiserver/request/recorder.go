package request

import "net/http"

// Recorder records the route, status and size of a response, for log and metrics.
type Recorder struct {
	http.ResponseWriter
	Route  string // the row of the table, or the pattern of a page; empty without a match
	Status int
	Bytes  int64
}

// WriteHeader implements [http.ResponseWriter].
func (r *Recorder) WriteHeader(status int) {
	if r.Status == 0 {
		r.Status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (r *Recorder) Write(b []byte) (int, error) {
	if r.Status == 0 {
		r.Status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.Bytes += int64(n)
	return n, err
}

// Unwrap lets [http.ResponseController] reach the connection.
func (r *Recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// recorderOf returns the recorder inside other wrappers, or nil outside the server.
func recorderOf(w http.ResponseWriter) *Recorder {
	for {
		switch t := w.(type) {
		case *Recorder:
			return t
		case interface{ Unwrap() http.ResponseWriter }:
			w = t.Unwrap()
		default:
			return nil
		}
	}
}

// NameRoute records the route of a call, for log and metrics.
func NameRoute(w http.ResponseWriter, name string) {
	if r := recorderOf(w); r != nil {
		r.Route = name
	}
}

// StatusOf returns the status of the response, or 200 if none was written yet.
func StatusOf(w http.ResponseWriter) int {
	if r := recorderOf(w); r != nil && r.Status != 0 {
		return r.Status
	}
	return http.StatusOK
}
