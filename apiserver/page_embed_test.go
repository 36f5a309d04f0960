package apiserver

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver/static"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/site"
)

// A page that pins a version gets the same bytes from every later server. The unpinned loader contains the support phone.
func TestPinnedLoader(t *testing.T) {
	t.Parallel()
	loader := `const phone="{phone}"`
	b := setup(t, func(c *Config) {
		c.Site.SupportPhones = site.DefaultSupportPhones()
		c.Widget = fstest.MapFS{
			"join/index.html":            {Data: []byte("<html></html>")},
			"embed/cojoin.js":            {Data: []byte(loader)},
			"embed/built.json":           {Data: []byte(`{"version":"1.2.0"}`)},
			"assets/a-12345678.js":       {Data: []byte("export {}" + strings.Repeat(" // padding", 200))},
			"assets/a-12345678.js.br":    {Data: []byte("as small as brotli makes it")},
			"assets/cojoin-1.2.0.js":     {Data: []byte(loader)},
			"assets/private-12345678.md": {Data: []byte("no script")},
		}
	})
	earlier := fstest.MapFS{"assets/cojoin-1.1.3.js": {Data: []byte("earlier")}}
	if err := sdk.PublishPageFiles(t.Context(), b.env.Pool, earlier); err != nil {
		t.Fatal(err)
	}
	type answer struct{ status, cache, body string }
	of := func(path string) answer {
		r := b.call(http.MethodGet, path, nil)
		if r.status != http.StatusOK {
			return answer{status: statusText(r.status)}
		}
		return answer{statusText(r.status), r.header.Get("Cache-Control"), string(r.body)}
	}
	phone := `const phone="` + site.DefaultSupportPhones()["default"] + `"`
	got := map[string]answer{}
	for _, path := range []string{"cojoin.js", "v1/cojoin.js", "1.2.0/cojoin.js", "1.1.3/cojoin.js", "9.9.9/cojoin.js", "v2/cojoin.js", "1.2/cojoin.js"} {
		got[path] = of("/embed/" + path)
	}
	want := map[string]answer{
		"cojoin.js": {"200", "public, max-age=300", phone}, "v1/cojoin.js": {"200", "public, max-age=300", phone},
		"1.2.0/cojoin.js": {"200", static.Immutable, loader}, "1.1.3/cojoin.js": {"200", static.Immutable, "earlier"},
		"9.9.9/cojoin.js": {status: "404"}, "v2/cojoin.js": {status: "404"}, "1.2/cojoin.js": {status: "404"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(answer{})); diff != "" {
		t.Errorf("loaders (-want +got):\n%s", diff)
	}

	type script struct{ Path, Integrity string }
	var manifest struct {
		Version          string
		Loaders, Scripts []script
	}
	if err := json.Unmarshal(b.call(http.MethodGet, "/embed/manifest.json", nil).body, &manifest); err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for _, row := range append(manifest.Loaders, manifest.Scripts...) {
		listed[row.Path] = row.Integrity
		sum := sha512.Sum384(b.call(http.MethodGet, row.Path, nil).body)
		if "sha384-"+base64.StdEncoding.EncodeToString(sum[:]) != row.Integrity {
			t.Errorf("%s is served with another hash than the manifest's", row.Path)
		}
	}
	if len(listed) != 4 || manifest.Version != "1.2.0" {
		t.Errorf("manifest of %s lists %d scripts: %v", manifest.Version, len(listed), listed)
	}
	if small := b.call(http.MethodGet, "/embed/assets/a-12345678.js", nil, "Accept-Encoding", "gzip, br"); small.header.Get("Content-Encoding") != "br" || string(small.body) != "as small as brotli makes it" {
		t.Errorf("with Accept-Encoding br: %q %s", small.header.Get("Content-Encoding"), small.body)
	}
}
