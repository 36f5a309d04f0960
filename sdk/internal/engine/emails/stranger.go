package emails

import (
	"strings"
	"unicode"
)

// mostOfAName is the longest name that a mail shows, in characters.
const mostOfAName = 60

// plainName returns a name in a form that is safe in a mail. A stranger may have typed it as a message to the recipient: plainName removes everything
// that mail programs take for a link or markup, and cuts it to the length of a name.
func plainName(typed string) string {
	var b strings.Builder
	letters := []rune(typed)
	for i, r := range letters {
		switch {
		case r == '.' && i+1 < len(letters) && !unicode.IsSpace(letters[i+1]) && !isInitial(letters, i):
			b.WriteRune(' ') // "evil.example" is a link, "J. R. Diaz" and "J.R. Diaz" aren't
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r), strings.ContainsRune(" .,'’-()", r):
			b.WriteRune(r)
		case unicode.IsSpace(r), strings.ContainsRune("/:@\\", r):
			b.WriteRune(' ')
		}
	}
	name := strings.Join(strings.Fields(b.String()), " ")
	if runes := []rune(name); len(runes) > mostOfAName {
		name = strings.TrimSpace(string(runes[:mostOfAName])) + "…"
	}
	return name
}

// isInitial reports whether the dot at i stands between two single letters.
func isInitial(s []rune, i int) bool {
	single := func(i int) bool {
		return i >= 0 && i < len(s) && unicode.IsUpper(s[i]) && (i+1 >= len(s) || !unicode.IsLetter(s[i+1])) && (i == 0 || !unicode.IsLetter(s[i-1]))
	}
	return single(i-1) && single(i+1)
}
