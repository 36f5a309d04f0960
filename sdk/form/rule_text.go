package form

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/unicode/norm"
)

// Normal names how a value is normalised before it is checked and kept.
type Normal string

// The normalisations.
const (
	// NormalText: Unicode NFC, white space around it gone, white space within it one space.
	NormalText Normal = "text"
	// NormalName: NormalText, and curly quotes made straight.
	NormalName Normal = "name"
	// NormalEmail: NormalText; compared case-folded, kept as typed.
	NormalEmail Normal = "email"
	// NormalDigits: nothing but the digits, in ASCII.
	NormalDigits Normal = "digits"
	// NormalCode: NormalText, with the letters of ASCII in upper case.
	NormalCode Normal = "code"
	// NormalTyped: Unicode NFC and nothing else (passwords).
	NormalTyped Normal = "typed"
)

// CodePointsPerGrapheme bounds how many code points may hide behind one character that a person sees:
// living scripts need up to 5 or so; the rest is somebody piling up marks to fill our disks.
const CodePointsPerGrapheme = 8

// MarksInARow is how many combining marks a letter may have. Cantillated Hebrew needs four; more are
// mischief, and beyond 30 Go and browsers no longer normalise alike.
const MarksInARow = 10

// Apply returns the normalised value; ok is false if it holds a character that [IsForbidden] reports.
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

// IsSpace reports Unicode's White_Space and the byte order mark, which browsers count as white space too.
func IsSpace(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// collapseSpace is NFC, trimmed, each run of white space made one space.
func collapseSpace(s string) string {
	s = norm.NFC.String(s)
	if spaceCollapsed(s) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, IsSpace), " ")
}

// spaceCollapsed saves the copy that most values don't need.
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

// straightQuotes makes the quotes that phones put in by themselves the ones on a keyboard.
var straightQuotes = strings.NewReplacer(quotePairs()...)

// Quotes are the curly quotes by the straight one that they are made into.
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

// IsForbidden reports whether a character is allowed nowhere: control characters (Postgres refuses NUL, mail
// headers break on the rest), the replacement for broken Unicode, and the overrides that display a text
// in another order than it is stored (right-to-left letters and plain direction marks are fine).
func IsForbidden(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f, r == utf8.RuneError:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}

// isBlank reports that nothing would be seen of a text: it is empty, or of spaces and characters that show nothing only.
func isBlank(s string) bool {
	for _, r := range s {
		if r != ' ' && r != brailleBlank && !unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) {
			return false
		}
	}
	return true
}

// brailleBlank is the braille pattern without dots: no space to Unicode, and nothing to see.
const brailleBlank = '\u2800'

// holdGraphemes reports whether the text has as many grapheme clusters as the bounds allow, and no
// cluster so tall that only mischief explains it.
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

// FirstCharacter returns the first character of a text as people see characters: with its accents.
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

// digitZeros are the zeros of the digits that keyboards of the world type beside ASCII's: Arabic-Indic,
// Persian, Devanagari and full width. The nine digits that follow each are its 1 to 9.
var digitZeros = []rune{'\u0660', '\u06f0', '\u0966', '\uff10'}

// DigitZeros returns the zeros of every set of digits that [Digits] understands beside ASCII's.
func DigitZeros() []rune { return digitZeros }

// Digits reduces what was typed to its digits, in ASCII.
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

// isDigits reports that a text is nothing but ASCII digits; the empty text is.
func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
