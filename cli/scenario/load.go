package scenario

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Schema is the published JSON schema of a scenario file.
//
//go:embed scenario.schema.json
var Schema []byte

// maxFile is the maximum size of a scenario file, in bytes.
const maxFile = 1 << 20

// separator is the line between two documents of a file.
var separator = regexp.MustCompile(`(?m)^---[ \t]*(?:#.*)?\r?$`)

// content matches a line that isn't blank and isn't all comment. A document without such a line is empty.
var content = regexp.MustCompile(`(?m)^[ \t]*[^\s#]`)

// Load reads and checks a file with one scenario, or with several as documents. The first line of such a document is part of its scenario's File. The
// error lists every mistake with its line.
func Load(file string, in Inputs) ([]*Scenario, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if info.Size() > maxFile {
		return nil, fmt.Errorf("%s: larger than %d bytes", file, maxFile)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	documents := documentsOf(raw)
	all := make([]*Scenario, len(documents))
	mistakes := make([]error, len(documents))
	for i, document := range documents {
		all[i], mistakes[i] = Parse(file, document)
		if len(documents) > 1 && all[i] != nil {
			all[i].File = fmt.Sprintf("%s:%d", file, 1+bytes.Count(document[:len(document)-len(bytes.TrimLeft(document, "\r\n"))], []byte("\n")))
		}
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, err
	}
	return all, nil
}

// documentsOf splits a file into its documents and drops empty ones. It prefixes each document with one empty line per preceding line of the file, so
// that line numbers stay correct.
func documentsOf(raw []byte) (documents [][]byte) {
	from := 0
	for _, at := range append(separator.FindAllIndex(raw, -1), []int{len(raw), len(raw)}) {
		if content.Match(raw[from:at[0]]) {
			documents = append(documents, append(bytes.Repeat([]byte("\n"), bytes.Count(raw[:from], []byte("\n"))), raw[from:at[0]]...))
		}
		from = at[1]
	}
	if documents == nil {
		return [][]byte{raw}
	}
	return documents
}

// Parse parses a file's text and validates it against the schema.
func Parse(file string, raw []byte) (*Scenario, error) {
	if err := guard(file, raw); err != nil {
		return nil, err
	}
	asJSON, err := yaml.YAMLToJSON(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", file, yaml.FormatError(err, false, true))
	}
	schema, err := compiled()
	if err != nil {
		return nil, err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := schema.Validate(value); err != nil {
		return nil, mistakes(file, raw, err)
	}
	s := &Scenario{File: file}
	if err := json.Unmarshal(asJSON, s); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for i, step := range s.Steps {
		if step.action() == "" {
			return nil, fmt.Errorf("%s:%d: steps[%d] has no action", file, lineOf(raw, []string{"steps", fmt.Sprint(i)}), i)
		}
	}
	return s, nil
}

// compiled returns the compiled schema.
var compiled = sync.OnceValues(func() (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		return nil, fmt.Errorf("scenario schema: %w", err)
	}
	c := jsonschema.NewCompiler() // an absolute URL: a bare name is resolved in the working folder, which may be gone
	if err := c.AddResource("file:///scenario.json", doc); err != nil {
		return nil, fmt.Errorf("scenario schema: %w", err)
	}
	s, err := c.Compile("file:///scenario.json")
	if err != nil {
		return nil, fmt.Errorf("scenario schema: %w", err)
	}
	return s, nil
})

// mistakes lists the leaves of a validation error, each with its line.
func mistakes(file string, raw []byte, err error) error {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return fmt.Errorf("%s: %w", file, err)
	}
	var lines []string
	english := message.NewPrinter(language.English)
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			lines = append(lines, fmt.Sprintf("%s:%d: %s: %s", file, lineOf(raw, e.InstanceLocation),
				strings.Join(e.InstanceLocation, "."), e.ErrorKind.LocalizedString(english)))
			return
		}
		for _, c := range e.Causes {
			walk(c)
		}
	}
	walk(invalid)
	return errors.New(strings.Join(lines, "\n"))
}

// lineOf returns the line of a value, or 1 if it is unknown.
func lineOf(raw []byte, location []string) int {
	parsed, err := parser.ParseBytes(raw, 0)
	if err != nil {
		return 1
	}
	path := (&yaml.PathBuilder{}).Root()
	for _, part := range location {
		var index uint
		if n, err := fmt.Sscanf(part, "%d", &index); err == nil && n == 1 {
			path = path.Index(index)
		} else {
			path = path.Child(part)
		}
	}
	node, err := path.Build().FilterFile(parsed)
	if err != nil || node == nil || node.GetToken() == nil {
		return 1
	}
	return node.GetToken().Position.Line
}
