package stack

import (
	"runtime/debug"
)

// version is the release that is being built: the newest of CHANGELOG.md, and the npm package's.
const version = "0.1.0"

// BuildVersion returns the version, with the built commit where it is known.
func BuildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				return version + "+" + s.Value[:12]
			}
		}
	}
	return version
}
