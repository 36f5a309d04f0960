// Package studio is a page to try the widget: settings for brand, mode, first screen and language, a page with the flow, and the lines to copy.
package studio

import "embed"

// Files are the page, its inner page, and their scripts and styles. The development server serves them under /dev/embed/.
//
//go:embed *.html *.css *.js
var Files embed.FS
