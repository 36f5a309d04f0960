// Package marketing is an example of a site that embeds the sign-up with one script tag and one element.
package marketing

import "embed"

// Files are the page and its style sheet. The development server serves them under /examples/marketing/.
//
//go:embed *.html *.css
var Files embed.FS
