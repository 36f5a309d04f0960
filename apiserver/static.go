package apiserver

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
)

// staticFiles serves files that don't change while the server runs; they are compressed once.
type staticFiles struct {
	files fs.FS

	mu   sync.Mutex
	kept map[string]*staticFile
}

type staticFile struct {
	plain, zipped []byte // zipped is nil if compression doesn't help
	brotli        []byte // nil if the build made none
	contentType   string
	etag          string
}

// read returns a file, or false if it doesn't exist.
func (s *staticFiles) read(name string) (*staticFile, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f, ok := s.kept[name]; ok {
		return f, true
	}
	if s.files == nil || !fs.ValidPath(name) {
		return nil, false
	}
	raw, err := fs.ReadFile(s.files, name)
	if err != nil {
		return nil, false
	}
	f := newStaticFile(name, raw)
	// The build compresses once, and better than there would be time for here.
	f.brotli, _ = fs.ReadFile(s.files, name+".br")
	s.hold(name, f)
	return f, true
}

func newStaticFile(name string, raw []byte) *staticFile {
	sum := sha256.Sum256(raw)
	f := &staticFile{
		plain: raw, contentType: typeOf(name),
		etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
	}
	if compressible(f.contentType) && len(raw) > 512 {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is a valid one
		_, _ = z.Write(raw)
		_ = z.Close()
		if b.Len() < len(raw) {
			f.zipped = b.Bytes()
		}
	}
	return f
}

// serve serves the file; cache is its Cache-Control.
func (f *staticFile) serve(w http.ResponseWriter, r *http.Request, cache string) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", cache)
	h.Set("ETag", f.etag)
	h.Add("Vary", "Accept-Encoding")
	if matches(r.Header.Get("If-None-Match"), f.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body, accepted := f.plain, r.Header.Get("Accept-Encoding")
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

// typeOf returns the media type of files for which the machine's own table may be wrong.
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

// keep serves generated content.
func (s *staticFiles) keep(name string, content []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold(name, newStaticFile(name, content))
}

func (s *staticFiles) hold(name string, f *staticFile) {
	if s.kept == nil {
		s.kept = map[string]*staticFile{}
	}
	s.kept[name] = f
}
