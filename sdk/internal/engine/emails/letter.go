package emails

import (
	"bytes"
	_ "embed" // the HTML frame
	"fmt"
	"html/template"
	"strings"

	"github.com/cojoin/cojoin/sdk/brand"
)

// Letter is the text of a mail in its reader's language. [Letter.Render] writes it as plain text and as HTML. The HTML works in old and new mail
// programs: it has tables for layout, inline styles, a fallback for everything that a program may drop, and a dark variant.
type Letter struct {
	Lang       string // BCP 47
	Product    string
	Look       brand.Mail
	Subject    string
	Preheader  string // mail programs list it after the subject
	Heading    string
	Paragraphs []string
	Button     Button // none if its URL is empty
	Rows       []Row
	After      []string // below button and rows
	Links      []Button // small, at the end
	Footer     []string
}

// Button is a link that stands out.
type Button struct{ Label, URL string }

// Row is one line of a receipt.
type Row struct {
	Label, Value string
	Strong       bool // the total
}

// Rendered is a letter ready to send.
type Rendered struct{ Subject, Text, HTML string }

//go:embed letter.html.tmpl
var frame string

var htmlFrame = template.Must(template.New("letter").Parse(frame))

// Render writes the letter in both forms.
func (l Letter) Render() (Rendered, error) {
	var html bytes.Buffer
	if err := htmlFrame.Execute(&html, l); err != nil {
		return Rendered{}, fmt.Errorf("letter: %w", err)
	}
	return Rendered{Subject: oneLine(l.Subject), Text: l.text(), HTML: html.String()}, nil
}

// text returns the plain form, in the order of the HTML.
func (l Letter) text() string {
	var b strings.Builder
	block := func(lines ...string) {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		for _, line := range lines {
			b.WriteString(line + "\n")
		}
	}
	block(l.Heading)
	for _, p := range l.Paragraphs {
		block(p)
	}
	if l.Button.URL != "" {
		block(l.Button.Label+":", l.Button.URL)
	}
	if len(l.Rows) > 0 {
		lines := make([]string, len(l.Rows))
		for i, r := range l.Rows {
			lines[i] = r.Label + ": " + r.Value
		}
		block(lines...)
	}
	for _, p := range l.After {
		block(p)
	}
	for _, link := range l.Links {
		block(link.Label+":", link.URL)
	}
	block("-- ") // mail programs treat the rest as a signature
	b.WriteString(strings.Join(l.Footer, "\n") + "\n")
	return b.String()
}

// oneLine removes line breaks, so that typed text can't add header lines.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
