// Package marketing is the example of a site that embeds the sign-up: one script tag, one element.
package marketing

import "embed"

// Files are the page and its style sheet. The development server serves them under /examples/marketing/.
//
//go:embed *.html *.css
var Files embed.FS
