package emails

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var full = Letter{
	Lang: "en", Product: "Cojoin", Subject: "Your receipt\r\nBcc: evil@example.com", Preheader: "Thank you", Heading: "Thank you",
	Paragraphs: []string{"Hello <script>alert(1)</script>,", "This is it."},
	Button:     Button{"Get Started", "https://example.com/app#userId=1&token=2"},
	Rows:       []Row{{"Subtotal", "$1.00", false}, {"Total", "$1.00", true}},
	After:      []string{"It ends."}, Links: []Button{{"Get the app", "https://example.com/app"}}, Footer: []string{"Questions?", "Why?"},
}

func TestRender(t *testing.T) {
	t.Parallel()
	got, err := full.Render()
	if err != nil {
		t.Fatal(err)
	}
	want := `Thank you

Hello <script>alert(1)</script>,

This is it.

Get Started:
https://example.com/app#userId=1&token=2

Subtotal: $1.00
Total: $1.00

It ends.

Get the app:
https://example.com/app

-- 
Questions?
Why?
`
	if diff := cmp.Diff(want, got.Text); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if got.Subject != "Your receipt Bcc: evil@example.com" {
		t.Errorf("subject %q", got.Subject)
	}
	for _, part := range []string{
		`<html lang="en"`, "Hello &lt;script&gt;alert(1)&lt;/script&gt;,", `href="https://example.com/app#userId=1&amp;token=2"`,
		"prefers-color-scheme: dark", `<th scope="row"`, "Questions?<br>Why?",
	} {
		if !strings.Contains(got.HTML, part) {
			t.Errorf("the HTML has no %s", part)
		}
	}
	for _, part := range []string{"<script", "ZgotmplZ", "http-equiv", "<img"} {
		if strings.Contains(got.HTML, part) {
			t.Errorf("the HTML has %s", part)
		}
	}
	// Every cell sets its own font and color: mail programs drop style sheets.
	for _, tag := range strings.Split(got.HTML, "<t")[1:] {
		if text := tag[strings.Index(tag, ">")+1:]; strings.HasPrefix(tag, "d") && strings.TrimSpace(text) != "" && !strings.HasPrefix(strings.TrimSpace(text), "<") && !strings.Contains(tag[:strings.Index(tag, ">")], "font:") {
			t.Errorf("text without a font of its own: <t%s", tag)
		}
	}
}

func TestRenderOmitsEmptyParts(t *testing.T) {
	t.Parallel()
	got, err := Letter{Lang: "es", Product: "Cojoin", Subject: "S", Heading: "H", Footer: []string{"F"}}.Render()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("H\n\n-- \nF\n", got.Text); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if strings.Contains(got.HTML, "<a ") || strings.Contains(got.HTML, "<th") {
		t.Error("the HTML has an empty button or table")
	}
}
