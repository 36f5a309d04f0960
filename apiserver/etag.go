package apiserver

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"

	"github.com/cojoin/cojoin/apiserver/request"
)

// lookupAge is how long a look-up may be cached before it is revalidated (mostly with 304).
const lookupAge = "public, max-age=300"

// withETag adds an ETag, computed from the bytes, to a look-up's answer, and answers 304 if the caller has it.
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

// heldAnswer buffers an answer until its ETag is known.
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
