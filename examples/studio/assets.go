// Package studio is a page to try the widget on: brand, mode, first screen and language beside a page with the flow in it, and the lines to copy.
package studio

import "embed"

// Files are the page, the page within it, and what they use. The development server serves them under /dev/embed/.
//
//go:embed *.html *.css *.js
var Files embed.FS
