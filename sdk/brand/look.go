package brand

import (
	"math"

	"github.com/lucasb-eyer/go-colorful"
)

// look holds the colors of a scheme by token.
type look map[string]colorful.Color

// look computes the colors of a scheme, like widget/src/theme/tokens.css.
func (b Brand) look(isDark bool) look {
	l, prefix := look{}, ""
	if isDark {
		prefix = dark
	}
	for name, t := range tokens {
		shipped := t.Light
		if isDark {
			shipped = t.Dark
		}
		if shipped != "" {
			l[name] = hex(shipped)
		}
		if own := b.tokens[prefix+name]; own != "" && t.Kind == "color" {
			l[name] = hex(own)
		}
	}
	if b.tokens[prefix+"text"] != "" || b.tokens[prefix+"surface"] != "" {
		for name, t := range tokens {
			if t.Mix != nil && b.tokens[prefix+name] == "" {
				l[name] = mix(l["text"], l["surface"], float64(*t.Mix)/100)
			}
		}
	}
	tint := 0.11
	if isDark {
		tint = 0.2
		if b.tokens[dark+"accent"] == "" {
			accent := hex(tokens["accent"].Light)
			if own := b.tokens["accent"]; own != "" {
				accent = hex(own)
			}
			_, chroma, hue := accent.OkLch()
			l["accent"] = colorful.OkLch(0.78, chroma, hue).Clamped()
		}
	}
	lightness, chroma, hue := l["accent"].OkLch()
	derived := look{
		"accent-strong": colorful.OkLch(lightness+within(-0.08, (lightness-0.57)*99, 0.08), chroma, hue).Clamped(),
		"on-accent":     colorful.OkLch(within(0.15, (0.57-lightness)*99, 1), 0, hue).Clamped(),
		"accent-soft":   mix(l["accent"], l["surface"], tint),
		"focus":         l["accent"],
	}
	for name, color := range derived {
		if b.tokens[prefix+name] == "" {
			l[name] = color
		}
	}
	return l
}

func within(least, n, most float64) float64 { return math.Min(math.Max(least, n), most) }

// hex parses a validated color.
func hex(s string) colorful.Color {
	c, err := colorful.Hex(s)
	if err != nil {
		panic("brand: " + err.Error())
	}
	return c
}

// mix mixes a share of one color into another, like color-mix(in oklab, …).
func mix(one, other colorful.Color, share float64) colorful.Color {
	l1, a1, b1 := one.OkLab()
	l2, a2, b2 := other.OkLab()
	part := func(a, b float64) float64 { return a*share + b*(1-share) }
	return colorful.OkLab(part(l1, l2), part(a1, a2), part(b1, b2)).Clamped()
}
