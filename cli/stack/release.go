package stack

import (
	"runtime/debug"

	"github.com/cojoin/cojoin/apiserver"
)

// BuildVersion returns the API's version, which is the binary's, with the built commit where it is known.
func BuildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				return apiserver.Version + "+" + s.Value[:12]
			}
		}
	}
	return apiserver.Version
}
