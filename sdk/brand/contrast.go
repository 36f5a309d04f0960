package brand

import "github.com/lucasb-eyer/go-colorful"

// pair is a row of contrast.json: two colors shown on each other.
type pair struct {
	What, Words, Ground string
	Least               float64
}

// Contrast is the contrast of a pair of colors in one scheme.
type Contrast struct {
	Scheme        string  `json:"scheme"` // light or dark
	What          string  `json:"what"`   // words on buttons
	Words, Ground string  `json:"-"`      // tokens
	Colors        string  `json:"colors"`
	Ratio         float64 `json:"ratio"` // WCAG 2, from 1 to 21
	Least         float64 `json:"least"` // 4.5 for words, 3 for edges
}

// OK reports whether the pair meets WCAG 2.2 AA.
func (c Contrast) OK() bool { return c.Ratio >= c.Least }

// Contrasts measures every pair in both schemes.
func (b Brand) Contrasts() []Contrast {
	var all []Contrast
	for _, scheme := range []string{"light", "dark"} {
		look := b.look(scheme == "dark")
		for _, p := range pairs {
			words, ground := look[p.Words], look[p.Ground]
			all = append(all, Contrast{
				Scheme: scheme, What: p.What, Words: p.Words, Ground: p.Ground, Colors: words.Hex() + " on " + ground.Hex(), Ratio: ratio(words, ground), Least: p.Least,
			})
		}
	}
	return all
}

func ratio(one, other colorful.Color) float64 {
	a, b := luminance(one), luminance(other)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

func luminance(c colorful.Color) float64 {
	r, g, b := c.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}
