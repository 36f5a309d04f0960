package console

import "fmt"

// Count returns a number with its noun, in the plural unless it is one: "1 event", "2 events".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
