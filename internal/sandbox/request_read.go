package sandbox

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Limits of requests, against abuse. Requests of Braintree's clients are far smaller.
const (
	maxBody     = 256 << 10
	maxDepth    = 16
	maxElements = 4000
)

var errTooMuch = errors.New("the request is nested too deeply or has too many elements")

// reader counts the elements of a request.
type reader struct{ elements int }

// nameForm matches the valid names of elements. Responses repeat some of them, so names that XML forbids are rejected.
var nameForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

func (r *reader) enter(name string, depth int) error {
	if !nameForm.MatchString(name) {
		return errors.New("an element's name is malformed")
	}
	r.elements++
	if depth > maxDepth || r.elements > maxElements {
		return errTooMuch
	}
	return nil
}

// readXML parses a document. It rejects document types, and thus custom entities.
func readXML(in io.Reader) (*element, error) {
	d := xml.NewDecoder(in)
	var r reader
	var root *element
	var open []*element
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if root == nil || len(open) > 0 {
				return nil, errors.New("no XML document")
			}
			return root, nil
		}
		if err != nil {
			return nil, fmt.Errorf("malformed XML: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := r.enter(t.Name.Local, len(open)+1); err != nil {
				return nil, err
			}
			e := &element{Name: hyphenated(t.Name.Local)}
			for _, a := range t.Attr {
				switch a.Name.Local {
				case "type":
					e.Type = a.Value
				case "nil":
					e.Nil = a.Value == "true"
				}
			}
			switch {
			case len(open) > 0:
				open[len(open)-1].add(e)
			case root != nil:
				return nil, errors.New("malformed XML: more than one root")
			default:
				root = e
			}
			open = append(open, e)
		case xml.EndElement:
			e := open[len(open)-1]
			if len(e.Children) > 0 {
				e.Text = "" // white space between elements
			}
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].Text += string(t)
			}
		case xml.Directive:
			return nil, errors.New("malformed XML: document types are not accepted")
		}
	}
}

// readJSON parses a body of the Node.js client: an object with the root as its only member.
func readJSON(in io.Reader) (*element, error) {
	d := json.NewDecoder(in)
	d.UseNumber()
	var r reader
	root, err := r.json(d, "root", 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("malformed JSON: more than one value")
	}
	return root, nil
}

func (r *reader) json(d *json.Decoder, name string, depth int) (*element, error) {
	if err := r.enter(name, depth); err != nil {
		return nil, err
	}
	token, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("malformed JSON: %w", err)
	}
	e := &element{Name: name}
	switch t := token.(type) {
	case json.Delim:
		if t == '[' {
			e.Type = "array"
		}
		for d.More() {
			child := "item"
			if t == '{' {
				key, err := d.Token()
				if err != nil {
					return nil, fmt.Errorf("malformed JSON: %w", err)
				}
				child = hyphenated(fmt.Sprint(key)) // a string: the decoder allows nothing else
			}
			c, err := r.json(d, child, depth+1)
			if err != nil {
				return nil, err
			}
			e.add(c)
		}
		if _, err := d.Token(); err != nil {
			return nil, fmt.Errorf("malformed JSON: %w", err)
		}
	case nil:
		e.Nil = true
	default:
		e.Text = fmt.Sprint(t)
	}
	return e, nil
}

func hyphenated(name string) string { return strings.ReplaceAll(name, "_", "-") }
