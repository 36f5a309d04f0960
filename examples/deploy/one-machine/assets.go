// Package onemachine is what one machine with systemd runs: the units, the reverse proxy's site and the configuration.
// `cojoin install` writes these very files.
package onemachine

import "embed"

// Files are the units, the site and the limits of the reverse proxy, and the configuration.
//
//go:embed *.service *.caddy Caddyfile cojoin.yaml
var Files embed.FS
