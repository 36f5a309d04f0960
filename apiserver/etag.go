package apiserver

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"

	"github.com/cojoin/cojoin/apiserver/request"
)

// lookupAge lets caches keep a look-up for five minutes before they revalidate it (mostly with 304).
const lookupAge = "public, max-age=300"

// withETag adds an ETag, computed from the bytes, to the response of a look-up, and returns 304 to a caller that has it.
func withETag(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		held := &heldAnswer{header: w.Header(), status: http.StatusOK, outer: w}
		next.ServeHTTP(held, r)
		h := w.Header()
		h.Add("Vary", "Accept-Language, Referrer-Key")
		if held.status != http.StatusOK {
			h.Set("Cache-Control", "no-store")
			w.WriteHeader(held.status)
			_, _ = w.Write(held.body.Bytes())
			return
		}
		sum := sha256.Sum256(held.body.Bytes())
		tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
		h.Set("ETag", tag)
		h.Set("Cache-Control", lookupAge)
		if request.Matches(r.Header.Get("If-None-Match"), tag) {
			h.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write(held.body.Bytes())
	})
}

// heldAnswer buffers a response: until its ETag is known, or until its call has returned its turn.
type heldAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
	outer  http.ResponseWriter
}

func (h *heldAnswer) Header() http.Header         { return h.header }
func (h *heldAnswer) Write(b []byte) (int, error) { return h.body.Write(b) }
func (h *heldAnswer) WriteHeader(status int)      { h.status = status }
func (h *heldAnswer) Unwrap() http.ResponseWriter { return h.outer }
