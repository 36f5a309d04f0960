package page

import (
	"bytes"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"net/http"
	"regexp"
	"strings"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/apiserver/static"
)

const (
	loaderName = "cojoin.js"
	loaderAge  = "public, max-age=300" // for the unpinned loader: a new release reaches host pages within minutes
	// loaderPhone is the loader's placeholder for the support phone, which it shows if nothing else can be loaded.
	loaderPhone = "{phone}"
)

// pinnedLoader matches the path of a loader that never changes: 1.2.3/cojoin.js. Its file is assets/cojoin-1.2.3.js.
var pinnedLoader = regexp.MustCompile(`^(\d{1,4}\.\d{1,4}\.\d{1,4})/cojoin\.js$`)

// embedFiles are the files under /embed: the loader at three addresses (newest, newest of a major version, pinned
// version), the files that it loads, and a manifest of all scripts with their hashes.
type embedFiles struct {
	*static.Files
	version string // of the widget's package; empty if it isn't built
}

func newEmbed(files *static.Files, phone string) *embedFiles {
	e := &embedFiles{Files: files}
	var built struct{ Version string }
	if raw, ok := files.Read("embed/built.json"); !ok || json.Unmarshal(raw.Content, &built) != nil {
		return e
	}
	loader, ok := files.Read("embed/" + loaderName)
	if !ok {
		return e
	}
	e.version = built.Version
	major, _, _ := strings.Cut(built.Version, ".")
	// A pinned loader is the same for every operator, so it can't contain a phone number. Its page names one.
	files.Keep(pinnedFile(e.version), loader.Content)
	moving := bytes.Replace(loader.Content, []byte(loaderPhone), []byte(quotedPhone(phone)), 1)
	files.Keep("embed/"+loaderName, moving)
	files.Keep("embed/v"+major+"/"+loaderName, moving)
	if manifest, err := e.manifest(major); err == nil {
		files.Keep("embed/manifest.json", manifest)
	}
	return e
}

func pinnedFile(version string) string { return "assets/cojoin-" + version + ".js" }

// quotedPhone drops every character that could end a string in a script.
func quotedPhone(phone string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("+0123456789 ()-./", r) {
			return r
		}
		return -1
	}, phone)
}

// script is a row of the manifest.
type script struct {
	Path      string `json:"path"`
	Integrity string `json:"integrity"`
	Moves     string `json:"moves"` // when the path's content changes
}

// manifest lists every script with its hash, for the integrity attributes of pages and for script inventories.
func (e *embedFiles) manifest(major string) ([]byte, error) {
	list := struct {
		Version string   `json:"version"`
		Loaders []script `json:"loaders"`
		Scripts []script `json:"scripts"`
	}{Version: e.version}
	moving, _ := e.Read("embed/" + loaderName)
	pinned, _ := e.Read(pinnedFile(e.version))
	list.Loaders = []script{
		{Path: "/embed/v" + major + "/" + loaderName, Integrity: integrityOf(moving.Content), Moves: "within version " + major},
		{Path: "/embed/" + e.version + "/" + loaderName, Integrity: integrityOf(pinned.Content), Moves: "never"},
	}
	names, err := fs.Glob(e.From, "assets/*.js")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		raw, err := fs.ReadFile(e.From, name)
		if err != nil {
			return nil, err
		}
		list.Scripts = append(list.Scripts, script{Path: "/embed/" + name, Integrity: integrityOf(raw), Moves: "never"})
	}
	return json.MarshalIndent(list, "", "  ")
}

func integrityOf(content []byte) string {
	sum := sha512.Sum384(content)
	return "sha384-" + base64.StdEncoding.EncodeToString(sum[:])
}

// embedded serves the loader and its files. They allow any origin, because browsers always load modules
// with CORS, and integrity hashes need it. They contain no secrets.
func (s *Pages) embedded(w http.ResponseWriter, r *http.Request, files *embedFiles) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	name := strings.TrimPrefix(r.URL.Path, "/embed/")
	if file, ok := s.embeddedFile(r.Context(), files, name); ok {
		cache := loaderAge
		if strings.HasPrefix(name, "assets/") || pinnedLoader.MatchString(name) {
			cache = static.Immutable
		}
		file.Serve(w, r, cache)
		return
	}
	if _, built := files.Read("join/index.html"); !built {
		s.notBuilt(w)
		return
	}
	problem.Write(w, r, problem.New(request.Of(r.Context()), http.StatusNotFound, problem.NotFound))
}

// embeddedFile returns a built file of this release or of another one. Files of other releases are needed during an
// upgrade, by open pages of an earlier release, and by pages that pin an earlier version.
func (s *Pages) embeddedFile(ctx context.Context, files *embedFiles, name string) (*static.File, bool) {
	pinned := pinnedLoader.FindStringSubmatch(name)
	switch {
	case pinned != nil:
		name = pinnedFile(pinned[1])
	case !strings.HasPrefix(name, "assets/"):
		return files.Read("embed/" + name)
	}
	file, ok := files.Read(name)
	if ok || s.cfg.Client == nil {
		return file, ok
	}
	content, err := s.cfg.Client.Visitor.PageFile(ctx, name)
	if err != nil {
		problem.Log(ctx, err)
	}
	if content == nil {
		return nil, false
	}
	files.Keep(name, content)
	return files.Read(name)
}
