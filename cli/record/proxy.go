package record

import (
	"bytes"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
)

// maxCalls is the maximum number of calls that a proxy keeps.
const maxCalls = 10_000

// Proxy forwards a browser to a server and records the calls to its API. Pages and mails of the server lead back to the proxy.
type Proxy struct {
	own, server string // addresses without a trailing slash
	forward     *httputil.ReverseProxy

	mu    sync.Mutex
	calls []*Call
}

// NewProxy returns a proxy at the address own, e.g. http://127.0.0.1:8081, in front of server.
func NewProxy(own string, server *url.URL) *Proxy {
	p := &Proxy{own: own, server: server.Scheme + "://" + server.Host}
	p.forward = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: server.Scheme, Host: server.Host})
			r.Out.Header.Del("Accept-Encoding") // the transport adds its own, and decompresses the answer
			for _, name := range []string{"Origin", "Referer"} {
				if rest, ok := strings.CutPrefix(r.Out.Header.Get(name), p.own); ok {
					r.Out.Header.Set(name, p.server+rest)
				}
			}
		},
		ModifyResponse: p.answer,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			http.Error(w, p.server+" can't be reached: start it, then load the page again", http.StatusBadGateway)
		},
		ErrorLog: log.New(io.Discard, "", 0), // its lines have paths, and paths have ids
	}
	return p
}

// Calls returns the recorded calls in the order of their start.
func (p *Proxy) Calls() []Call {
	p.mu.Lock()
	defer p.mu.Unlock()
	calls := make([]Call, len(p.calls))
	for i, c := range p.calls {
		calls[i] = *c
	}
	return calls
}

// ServeHTTP implements [http.Handler]. It rejects requests by another name, so that no site can use the proxy by a name of its own.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if "http://"+r.Host != p.own {
		http.Error(w, "open "+p.own, http.StatusMisdirectedRequest)
		return
	}
	if !isAPI(r.Method, r.URL.Path) {
		p.forward.ServeHTTP(w, r)
		return
	}
	c := newCall(r.Method, r.URL, r.Header)
	sent := limitedBuffer{}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(r.Body, &sent), r.Body}
	isKept := p.keep(&c)
	got := &answerWriter{ResponseWriter: w}
	p.forward.ServeHTTP(got, r)
	p.mu.Lock()
	defer p.mu.Unlock()
	if isKept {
		c.Status, c.Body, c.Answer, c.TooLarge = got.status, sent.Bytes(), got.body.Bytes(), sent.isOver || got.body.isOver
	}
}

// keep adds a call to the recording, and reports whether there was room.
func (p *Proxy) keep(c *Call) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.calls) >= maxCalls {
		return false
	}
	p.calls = append(p.calls, c)
	return true
}

// answer makes the server's pages and answers lead to the proxy.
func (p *Proxy) answer(r *http.Response) error {
	if rest, ok := strings.CutPrefix(r.Header.Get("Location"), p.server); ok {
		r.Header.Set("Location", p.own+rest)
	}
	kind := r.Header.Get("Content-Type")
	if r.ContentLength > maxBody || !strings.HasPrefix(kind, "text/html") && !strings.HasPrefix(kind, "application/json") {
		return nil
	}
	start, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return err
	}
	if len(start) > maxBody {
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(start), r.Body), r.Body}
		return nil
	}
	if err := r.Body.Close(); err != nil {
		return err
	}
	changed := bytes.ReplaceAll(start, []byte(p.server), []byte(p.own))
	r.Body = io.NopCloser(bytes.NewReader(changed))
	if len(changed) != len(start) || r.ContentLength < 0 {
		r.ContentLength = -1
		r.Header.Del("Content-Length")
	}
	return nil
}

// limitedBuffer keeps at most [maxBody] bytes.
type limitedBuffer struct {
	bytes.Buffer
	isOver bool
}

// Write implements [io.Writer]. It drops bytes above the limit.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxBody {
		b.isOver = true
		return len(p), nil
	}
	return b.Buffer.Write(p)
}

// answerWriter keeps an answer on its way to the browser.
type answerWriter struct {
	http.ResponseWriter
	status int
	body   limitedBuffer
}

// WriteHeader implements [http.ResponseWriter].
func (w *answerWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *answerWriter) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	_, _ = w.body.Write(p[:n]) // never fails
	return n, err
}

// Unwrap lets the proxy flush.
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
