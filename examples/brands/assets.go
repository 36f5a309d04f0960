// Package brands holds three complete brands in the form of `appearance`: a light one, a dark one, and one for right-to-left pages.
package brands

import "embed"

// Files are the brands. The development server serves them under /examples/brands/.
//
//go:embed *.json
var Files embed.FS
