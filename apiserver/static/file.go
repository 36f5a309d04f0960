// Package static serves files that don't change while the server runs.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/cojoin/cojoin/apiserver/request"
)

// Values of Cache-Control.
const (
	Immutable  = "public, max-age=31536000, immutable" // the name changes with the content
	Revalidate = "no-cache"                            // may be cached, must be revalidated
)

// Files holds files that don't change while the server runs. Each is compressed once.
type Files struct {
	From fs.FS

	mu   sync.Mutex
	kept map[string]*File
}

// File is a file, ready to be sent.
type File struct {
	Content, zipped []byte // zipped is nil if compression doesn't help
	brotli          []byte // nil if the build made none
	contentType     string
	etag            string
}

// Read returns a file, or false if it doesn't exist.
func (s *Files) Read(name string) (*File, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f, ok := s.kept[name]; ok {
		return f, true
	}
	if s.From == nil || !fs.ValidPath(name) {
		return nil, false
	}
	raw, err := fs.ReadFile(s.From, name)
	if err != nil {
		return nil, false
	}
	f := newFile(name, raw)
	// The build has time for a better compression.
	f.brotli, _ = fs.ReadFile(s.From, name+".br")
	s.hold(name, f)
	return f, true
}

func newFile(name string, raw []byte) *File {
	sum := sha256.Sum256(raw)
	f := &File{
		Content: raw, contentType: typeOf(name),
		etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
	}
	if compressible(f.contentType) && len(raw) > 512 {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
		_, _ = z.Write(raw)
		_ = z.Close()
		if b.Len() < len(raw) {
			f.zipped = b.Bytes()
		}
	}
	return f
}

// Serve sends the file. cache is the value of Cache-Control.
func (f *File) Serve(w http.ResponseWriter, r *http.Request, cache string) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", cache)
	h.Set("ETag", f.etag)
	h.Add("Vary", "Accept-Encoding")
	if request.Matches(r.Header.Get("If-None-Match"), f.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body, accepted := f.Content, r.Header.Get("Accept-Encoding")
	switch {
	case f.brotli != nil && strings.Contains(accepted, "br"):
		h.Set("Content-Encoding", "br")
		body = f.brotli
	case f.zipped != nil && strings.Contains(accepted, "gzip"):
		h.Set("Content-Encoding", "gzip")
		body = f.zipped
	}
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(body)
}

// typeOf returns the media type of a file. It has its own list, because the machine's table may be wrong.
func typeOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json", ".map":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	case ".html":
		return "text/html; charset=utf-8"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

func compressible(contentType string) bool {
	return strings.HasPrefix(contentType, "text/") || contentType == "application/json" || contentType == "image/svg+xml"
}

// Keep adds a generated file.
func (s *Files) Keep(name string, content []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold(name, newFile(name, content))
}

func (s *Files) hold(name string, f *File) {
	if s.kept == nil {
		s.kept = map[string]*File{}
	}
	s.kept[name] = f
}
