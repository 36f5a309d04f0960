package sandbox

import (
	"bytes"
	"compress/gzip"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// write sends the response, spoiled by the fault, if any.
func (s *Sandbox) write(w http.ResponseWriter, r *http.Request, a answer, f *Fault) {
	var body bytes.Buffer
	if a.body != nil {
		if err := a.body.writeXML(&body); err != nil {
			s.opts.Log.Error("the sandbox can't write an answer", "error", err)
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
	}
	if f != nil {
		switch f.Kind {
		case FaultDelay:
			wait := time.NewTimer(f.delay())
			defer wait.Stop()
			select {
			case <-wait.C:
			case <-r.Context().Done():
			}
		case FaultDrop:
			panic(http.ErrAbortHandler)
		case FaultEmpty:
			body.Reset()
		case FaultError:
			a.status = f.Status
			body.Reset()
		case FaultCut:
			half(w, a.status, body.Bytes())
		}
	}
	out := body.Bytes()
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	if len(out) > 0 && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		var small bytes.Buffer
		z := gzip.NewWriter(&small)
		if _, err := z.Write(out); err == nil && z.Close() == nil {
			out = small.Bytes()
			w.Header().Set("Content-Encoding", "gzip")
		}
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(out)))
	w.WriteHeader(a.status)
	_, _ = w.Write(out) // the caller may have gone away
}

// half announces the length of the whole body, sends half and ends the connection. It doesn't return.
func half(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body[:len(body)/2])
	if flusher, ok := w.(http.Flusher); ok {
		flusher.Flush()
	}
	panic(http.ErrAbortHandler)
}

// reset resets the connection. It doesn't return.
func reset(w http.ResponseWriter) {
	if h, ok := w.(http.Hijacker); ok {
		if conn, _, err := h.Hijack(); err == nil {
			if tcp, ok := conn.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0) // close then sends RST
			}
			_ = conn.Close()
		}
	}
	panic(http.ErrAbortHandler)
}
