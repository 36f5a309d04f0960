// Package brands holds three complete brands, as `appearance` takes them: a light one, a dark one, and one for pages that read from right to left.
package brands

import "embed"

// Files are the brands. The development server serves them under /examples/brands/.
//
//go:embed *.json
var Files embed.FS
