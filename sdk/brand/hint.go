package brand

import (
	"slices"
	"strings"
)

// hint suggests the nearest known word for an unknown one, or lists the known words if none is near.
func hint(word string, known []string) string {
	nearest := slices.MinFunc(known, func(a, b string) int { return distance(word, a) - distance(word, b) })
	if distance(word, nearest) <= max(2, len(nearest)/3) {
		return ", did you mean " + nearest
	}
	return "; known are " + strings.Join(known, ", ")
}

// distance returns the number of bytes to insert, delete or replace to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := []int{i + 1}
		for j := range len(b) {
			changed := row[j]
			if a[i] != b[j] {
				changed++
			}
			next = append(next, min(changed, row[j+1]+1, next[j]+1))
		}
		row = next
	}
	return row[len(b)]
}
