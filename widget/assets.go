// Package widget holds the built widget: the hosted page, the embed script and their chunks. They
// exist once `make widget` has run; before that the folder is empty and the server reports that.
package widget

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Files returns the built files: join/index.html, embed/cojoin.js, assets/….
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil { // the name is a constant
		panic(err)
	}
	return files
}
