package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// mostDifferences is the number of differences that a failure lists.
const mostDifferences = 5

// differences lists the places at which two maps or lists differ, with both values. For other values it returns nil.
func differences(want, got any) []string {
	if isScalar(want) || isScalar(got) || want == nil || got == nil {
		return nil
	}
	var lines []string
	differ("", want, got, &lines)
	if more := len(lines) - mostDifferences; more > 0 {
		lines = append(lines[:mostDifferences], fmt.Sprintf("and %d more", more))
	}
	return lines
}

func differ(at string, want, got any, lines *[]string) {
	if equalValues(want, got) {
		return
	}
	if wants, ok := want.(map[string]any); ok {
		if gots, ok := got.(map[string]any); ok {
			keys := slices.Concat(slices.Collect(maps.Keys(wants)), slices.Collect(maps.Keys(gots)))
			slices.Sort(keys)
			for _, key := range slices.Compact(keys) {
				differAt(join(at, key), wants, gots, key, lines)
			}
			return
		}
	}
	if wants, ok := want.([]any); ok {
		if gots, ok := got.([]any); ok && len(wants) == len(gots) {
			for i := range wants {
				differ(at+"["+strconv.Itoa(i)+"]", wants[i], gots[i], lines)
			}
			return
		}
	}
	if at == "" {
		return // the failure has both values already
	}
	*lines = append(*lines, fmt.Sprintf("%s: expected %s, got %s", at, shown(want), shown(got)))
}

func differAt(at string, wants, gots map[string]any, key string, lines *[]string) {
	want, wanted := wants[key]
	got, exists := gots[key]
	switch {
	case !exists:
		*lines = append(*lines, fmt.Sprintf("%s: expected %s, but it is absent", at, shown(want)))
	case !wanted:
		*lines = append(*lines, fmt.Sprintf("%s: not expected, got %s", at, shown(got)))
	default:
		differ(at, want, got, lines)
	}
}

func join(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}
