// Package site holds the pages of the product's own site that the sign-up links to: Terms, Privacy, Help and
// Contact. A real site has its own pages, named in the settings (links.*).
package site

import "embed"

// Files are the pages, in English and, with .es, in Spanish. The development server serves each at its name without the extension.
//
//go:embed *.html *.css
var Files embed.FS
