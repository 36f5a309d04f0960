package form

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/unicode/norm"
)

// Normal names the normalization of a value before it is checked and stored.
type Normal string

// The normalizations.
const (
	// NormalText: Unicode NFC, trimmed, with inner white space reduced to one space.
	NormalText Normal = "text"
	// NormalName: NormalText with straight quotes instead of curly ones.
	NormalName Normal = "name"
	// NormalEmail: NormalText; compared case-folded, stored as typed.
	NormalEmail Normal = "email"
	// NormalDigits: only the digits, in ASCII.
	NormalDigits Normal = "digits"
	// NormalCode: NormalText with ASCII letters in upper case.
	NormalCode Normal = "code"
	// NormalTyped: only Unicode NFC (passwords).
	NormalTyped Normal = "typed"
)

// CodePointsPerGrapheme limits the code points of one visible character. Living scripts need up to 5 or so. More is an
// attempt to fill the disk.
const CodePointsPerGrapheme = 8

// MarksInARow limits the combining marks of a letter. Cantillated Hebrew needs four. More are abuse, and beyond 30 Go
// and browsers normalize differently.
const MarksInARow = 10

// Apply returns the normalized value. ok is false if the value has a character for which [IsForbidden] is true, or too
// many combining marks.
func (n Normal) Apply(s string) (normal string, ok bool) {
	if n == NormalDigits {
		return Digits(s), true
	}
	if pilesUpMarks(s) {
		return s, false
	}
	if n == NormalTyped {
		return norm.NFC.String(s), utf8.ValidString(s)
	}
	s = collapseSpace(s)
	switch n {
	case NormalName:
		s = straightQuotes.Replace(s)
	case NormalCode:
		s = strings.Map(upperASCII, s)
	}
	return s, !strings.ContainsFunc(s, IsForbidden)
}

func pilesUpMarks(s string) bool {
	marks := 0
	for _, r := range s {
		if r < 0x300 || !unicode.Is(unicode.M, r) {
			marks = 0
		} else if marks++; marks > MarksInARow {
			return true
		}
	}
	return false
}

func upperASCII(r rune) rune {
	if r >= 'a' && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}

// IsSpace reports Unicode's White_Space, and the byte order mark, which browsers treat as white space.
func IsSpace(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// collapseSpace returns the text in NFC, trimmed, with each run of white space reduced to one space.
func collapseSpace(s string) string {
	s = norm.NFC.String(s)
	if spaceCollapsed(s) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, IsSpace), " ")
}

// spaceCollapsed avoids a copy that most values don't need.
func spaceCollapsed(s string) bool {
	wasSpace := true
	for _, r := range s {
		space := IsSpace(r)
		if space && (wasSpace || r != ' ') {
			return false
		}
		wasSpace = space
	}
	return s == "" || !wasSpace
}

// straightQuotes replaces the curly quotes that phones insert with those of a keyboard.
var straightQuotes = strings.NewReplacer(quotePairs()...)

// Quotes lists the curly quotes of each straight one.
var Quotes = []struct{ Straight, Curly string }{
	{"'", "\u2018\u2019\u201a\u201b"},
	{"\"", "\u201c\u201d\u201e\u201f"},
}

func quotePairs() []string {
	var pairs []string
	for _, q := range Quotes {
		for _, curly := range q.Curly {
			pairs = append(pairs, string(curly), q.Straight)
		}
	}
	return pairs
}

// IsForbidden reports whether a character is never allowed: control characters (Postgres rejects NUL, mail headers break
// on the rest), the replacement for broken Unicode, and the overrides that display a text in another order than it is
// stored. Right-to-left letters and plain direction marks are allowed.
func IsForbidden(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f, r == utf8.RuneError:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}

// isBlank reports whether a text is empty or has only spaces and invisible characters.
func isBlank(s string) bool {
	for _, r := range s {
		if r != ' ' && r != brailleBlank && !unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			return false
		}
	}
	return true
}

// brailleBlank is the braille pattern without dots: invisible, but not a space in Unicode.
const brailleBlank = '\u2800'

// holdGraphemes reports whether the number of grapheme clusters is within the bounds, and no cluster is absurdly long.
func (b Bounds) holdGraphemes(s string) bool {
	if len(s) > b.Max*CodePointsPerGrapheme*utf8.UTFMax {
		return false
	}
	n := len(s) - strings.Count(s, "\r\n")
	if !isASCII(s) {
		if utf8.RuneCountInString(s) > b.Max*CodePointsPerGrapheme {
			return false
		}
		n = 0
		for g := graphemes.FromString(s); g.Next(); {
			n++
		}
	}
	return n >= b.Min && n <= b.Max
}

// FirstCharacter returns the first visible character of a text, with its accents.
func FirstCharacter(s string) string {
	g := graphemes.FromString(s)
	g.Next()
	return g.Value()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// digitZeros lists the zeros of the digit sets that keyboards type besides ASCII: Arabic-Indic, Persian, Devanagari and
// full width. The nine characters after each are its 1 to 9.
var digitZeros = []rune{'\u0660', '\u06f0', '\u0966', '\uff10'}

// DigitZeros returns the zeros of all digit sets besides ASCII that [Digits] accepts.
func DigitZeros() []rune { return digitZeros }

// Digits returns the digits of a text, in ASCII.
func Digits(s string) string {
	if isDigits(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if r >= '0' && r <= '9' {
			b.WriteRune(r)
			continue
		}
		for _, zero := range digitZeros {
			if r >= zero && r <= zero+9 {
				b.WriteRune('0' + r - zero)
			}
		}
	}
	return b.String()
}

// isDigits reports whether a text has only ASCII digits. The empty text does.
func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
