// Package site is the product's own site as far as the sign-up links to it: the
// pages behind Terms, Privacy, Help and Contact. A real site has its own, named in the settings (links.*).
package site

import "embed"

// Files are the pages, in English and, with .es, in Spanish. The development server serves each at its name without the ending.
//
//go:embed *.html *.css
var Files embed.FS
