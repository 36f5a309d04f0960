// Package onemachine holds the files of a deployment on one machine with systemd: the units, the reverse proxy's site and the
// configuration. `cojoin install` writes these files.
package onemachine

import "embed"

// Files are the units, the site and the limits of the reverse proxy, and the configuration.
//
//go:embed *.service *.caddy Caddyfile cojoin.yaml
var Files embed.FS
