// Package onemachine is what one machine with systemd runs: the units, the reverse proxy's site and the configuration.
// `cojoin install` writes these very files.
package onemachine

import "embed"

// Files are the units, the site of the reverse proxy and the configuration.
//
//go:embed *.service Caddyfile cojoin.yaml
var Files embed.FS
