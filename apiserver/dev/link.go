package dev

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Link is a link in a mail.
type Link struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

// linksIn returns the links of a mail's HTML, in order.
func linksIn(content string) []Link {
	links := []Link{}
	root, err := html.Parse(strings.NewReader(content))
	if err != nil { // a reader of a text doesn't fail, and any text is HTML
		return links
	}
	for n := range root.Descendants() {
		if n.DataAtom != atom.A {
			continue
		}
		for _, attribute := range n.Attr {
			if attribute.Key == "href" {
				links = append(links, Link{Text: textIn(n), URL: attribute.Val})
			}
		}
	}
	return links
}

// textIn returns the text of an element, with its spaces collapsed.
func textIn(n *html.Node) string {
	var text strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			text.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
