package brand

import (
	"html/template"
	"strings"
)

// Mail is the look of a brand's mails: colors as #rrggbb for light and dark backgrounds, the font, and the corner radius of cards.
type Mail struct {
	Light, Dark MailColors
	Font        template.CSS
	Radius      template.CSS
	Logo        *Logo // nil: show the product's name
}

// MailColors holds the colors of a mail in one scheme.
type MailColors struct {
	Page, Card, Text, Muted, Line, Accent, OnAccent template.CSS
}

// mailFonts are installed on every system. Mail programs load no others.
const mailFonts = `-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`

// Mail returns the look of mails.
func (b Brand) Mail() Mail {
	colors := func(isDark bool) MailColors {
		look := b.look(isDark)
		of := func(token string) template.CSS { return template.CSS(look[token].Hex()) } // always #rrggbb
		return MailColors{
			Page: of("canvas"), Card: of("surface"), Text: of("text"), Muted: of("text-muted"), Line: of("edge-soft"), Accent: of("accent"), OnAccent: of("on-accent"),
		}
	}
	m := Mail{Light: colors(false), Dark: colors(true), Font: mailFonts, Radius: "10px"}
	if font := b.tokens["font"]; font != "" {
		m.Font = template.CSS(singleQuoted(font)) // checked by fontPattern
	}
	if radius := b.tokens["radius"]; radius != "" {
		m.Radius = template.CSS(radius) // checked by lengthPattern
	}
	if logo := b.chrome.Logo; logo != nil && logo.MailSrc() != "" {
		m.Logo = logo
	}
	return m
}

// MailSrc returns the address of the logo in mails, or "" if mail programs can't show it.
func (l *Logo) MailSrc() string {
	switch {
	case l.Mail != "":
		return l.Mail
	case strings.HasPrefix(l.Src, "https://") && !strings.HasSuffix(l.Src, ".svg"):
		return l.Src
	}
	return ""
}

// singleQuoted returns a list of fonts for an attribute in double quotes.
func singleQuoted(fonts string) string { return strings.ReplaceAll(fonts, `"`, "'") }
