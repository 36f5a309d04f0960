package sandbox

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"time"
)

// element is one node of a request or a response. XML and JSON requests are parsed into the same tree: names are
// hyphenated as in XML, and the items of an array are its children.
type element struct {
	Name     string     `json:"name"`
	Type     string     `json:"type,omitempty"` // array, collection, boolean, integer, datetime, date or symbol
	Nil      bool       `json:"nil,omitempty"`
	Text     string     `json:"text,omitempty"`
	Children []*element `json:"children,omitempty"`
}

// at returns the element at the path of names, or nil. It accepts a nil receiver.
func (e *element) at(path ...string) *element {
	for _, name := range path {
		if e == nil {
			return nil
		}
		var next *element
		for _, c := range e.Children {
			if c.Name == name {
				next = c
				break
			}
		}
		e = next
	}
	return e
}

// text returns the trimmed text at the path, or "".
func (e *element) text(path ...string) string {
	if e = e.at(path...); e == nil {
		return ""
	}
	return strings.TrimSpace(e.Text)
}

// flag reports whether the text at the path is "true".
func (e *element) flag(path ...string) bool { return e.text(path...) == "true" }

// items returns the texts of an array's items. A single value counts as one item.
func (e *element) items() []string {
	if e == nil {
		return nil
	}
	if len(e.Children) == 0 && e.Text != "" {
		return []string{strings.TrimSpace(e.Text)}
	}
	all := make([]string, 0, len(e.Children))
	for _, c := range e.Children {
		all = append(all, strings.TrimSpace(c.Text))
	}
	return all
}

func group(name string, children ...*element) *element {
	e := &element{Name: name}
	return e.add(children...)
}

func (e *element) add(children ...*element) *element {
	for _, c := range children {
		if c != nil {
			e.Children = append(e.Children, c)
		}
	}
	return e
}

// put sets the text of a child and adds the child if it is missing.
func (e *element) put(name, value string) {
	if c := e.at(name); c != nil {
		*c = *text(name, value)
		return
	}
	e.add(text(name, value))
}

func text(name, value string) *element {
	return &element{Name: name, Text: value, Nil: value == ""}
}

func symbol(name, value string) *element { return &element{Name: name, Type: "symbol", Text: value} }

func boolean(name string, value bool) *element {
	return &element{Name: name, Type: "boolean", Text: strconv.FormatBool(value)}
}

func integer(name string, value int) *element {
	return &element{Name: name, Type: "integer", Text: strconv.Itoa(value)}
}

func datetime(name string, value time.Time) *element {
	if value.IsZero() {
		return &element{Name: name, Nil: true}
	}
	return &element{Name: name, Type: "datetime", Text: value.UTC().Format(time.RFC3339)}
}

func array(name string, children ...*element) *element {
	e := group(name, children...)
	e.Type = "array"
	return e
}

// renamed returns a shallow copy with another name, or nil for nil.
func (e *element) renamed(name string) *element {
	if e == nil {
		return nil
	}
	c := *e
	c.Name = name
	return &c
}

// writeXML writes the tree as a document.
func (e *element) writeXML(w io.Writer) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := e.encode(enc); err != nil {
		return err
	}
	return enc.Close()
}

func (e *element) encode(enc *xml.Encoder) error {
	start := xml.StartElement{Name: xml.Name{Local: e.Name}}
	if e.Type != "" {
		start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: "type"}, Value: e.Type})
	}
	if e.Nil {
		start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: "nil"}, Value: "true"})
	}
	if err := enc.EncodeToken(start); err != nil {
		return err
	}
	if e.Text != "" {
		if err := enc.EncodeToken(xml.CharData(e.Text)); err != nil {
			return err
		}
	}
	for _, c := range e.Children {
		if err := c.encode(enc); err != nil {
			return err
		}
	}
	return enc.EncodeToken(start.End())
}
