package price

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// maxCatalogBytes limits the size of a catalog file; the shipped one has 15 KB.
const maxCatalogBytes = 1 << 20

// maxCatalogDepth limits the nesting of a file's values; the format needs 8.
const maxCatalogDepth = 40

// maxCatalogMarks limits the YAML indicators in one line.
const maxCatalogMarks = 500

// ParseCatalog reads and checks a catalog file (YAML, see [CatalogSchema]). It returns all faults together as a *[CatalogError]: those of the form
// or, if there are none, those of the content.
func ParseCatalog(raw []byte) (*Catalog, error) {
	doc, err := readCatalogDocument(raw)
	if err != nil {
		return nil, err
	}
	if err := doc.checkSchema(); err != nil {
		return nil, err
	}
	cat := &Catalog{}
	if err := json.Unmarshal(doc.json, cat); err != nil {
		return nil, doc.fail(err.Error())
	}
	if faults := cat.complete(); len(faults) > 0 {
		return nil, doc.failAll(faults)
	}
	return cat, nil
}

// catalogDocument is a catalog file as YAML with positions, and as JSON.
type catalogDocument struct {
	body  ast.Node
	value any // for package jsonschema
	json  []byte
}

func readCatalogDocument(raw []byte) (doc *catalogDocument, err error) {
	// The YAML library is well fuzzed but may still panic: reject such a file like any other.
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, &CatalogError{Faults: []CatalogFault{{Line: 1, Reason: "this is not YAML that can be read"}}}
		}
	}()
	doc = &catalogDocument{}
	if len(raw) > maxCatalogBytes {
		return nil, doc.fail(fmt.Sprintf("the file has more than %d bytes", maxCatalogBytes))
	}
	if line := DeepLine(raw); line > 0 {
		return nil, &CatalogError{Faults: []CatalogFault{{Line: line, Reason: "values are nested too deep"}}}
	}
	file, err := parser.ParseBytes(raw, 0)
	if err != nil {
		return nil, yamlFault(err)
	}
	switch {
	case len(file.Docs) > 1:
		return nil, doc.fail("the file holds more than one document")
	case len(file.Docs) == 0 || file.Docs[0].Body == nil:
		return nil, doc.fail("the file is empty")
	}
	doc.body = file.Docs[0].Body
	guard := &catalogGuard{}
	ast.Walk(guard, doc.body)
	if guard.found != nil {
		return nil, &CatalogError{Faults: []CatalogFault{*guard.found}}
	}
	var value any
	if err := yaml.NodeToValue(doc.body, &value); err != nil {
		return nil, yamlFault(err)
	}
	if doc.json, err = json.Marshal(value); err != nil {
		return nil, doc.fail("the file holds a value that is neither text, number, true or false")
	}
	if doc.value, err = jsonschema.UnmarshalJSON(bytes.NewReader(doc.json)); err != nil {
		return nil, doc.fail(err.Error())
	}
	return doc, nil
}

// DeepLine returns the first line of a YAML file nested deeper than any of our files needs, or 0. Call it before the parser, which recurses.
func DeepLine(raw []byte) int {
	brackets, line, marks := 0, 1, 0
	for _, b := range raw {
		switch b {
		case '\n':
			line, marks = line+1, 0
		case '[', '{':
			brackets++
		case ']', '}':
			brackets = max(0, brackets-1)
		case '-', '?', ':', '!', '&':
			marks++ // each may open a level without any indentation
		}
		if brackets > maxCatalogDepth || marks > maxCatalogMarks {
			return line
		}
	}
	return 0
}

// catalogGuard rejects YAML features that a price list doesn't need and that make small files expand.
type catalogGuard struct{ found *CatalogFault }

// Visit implements [ast.Visitor].
func (g *catalogGuard) Visit(n ast.Node) ast.Visitor {
	reason := ""
	switch n.Type() {
	case ast.AnchorType, ast.AliasType, ast.MergeKeyType:
		reason = "anchors and aliases are not supported: write the value out"
	case ast.TagType:
		reason = "tags are not supported"
	}
	if reason == "" && strings.Count(n.GetPath(), ".")+strings.Count(n.GetPath(), "[") > maxCatalogDepth {
		reason = "values are nested too deep"
	}
	if reason != "" {
		g.found = &CatalogFault{Line: lineOf(n), Reason: reason}
	}
	if g.found != nil {
		return nil
	}
	return g
}

var catalogSchema = sync.OnceValue(func() *jsonschema.Schema {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(catalogSchemaFile))
	if err != nil {
		panic("sdk: catalog/schema.json: " + err.Error())
	}
	compiler := jsonschema.NewCompiler() // a full URL: a bare name resolves against the working directory, which may be gone
	if err := compiler.AddResource("file:///catalog.json", value); err != nil {
		panic("sdk: catalog/schema.json: " + err.Error())
	}
	return compiler.MustCompile("file:///catalog.json")
})

// checkSchema reports all places where the file breaks the schema.
func (d *catalogDocument) checkSchema() error {
	err := catalogSchema().Validate(d.value)
	if err == nil {
		return nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return d.fail(err.Error())
	}
	var faults []catalogProblem
	collectSchemaFaults(invalid, &faults)
	return d.failAll(faults)
}

var englishPrinter = message.NewPrinter(language.English)

// collectSchemaFaults collects the leaves of a schema error, worded for the file's author.
func collectSchemaFaults(e *jsonschema.ValidationError, faults *[]catalogProblem) {
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			*faults = append(*faults, catalogProblem{append(slices.Clone(e.InstanceLocation), name), "this name isn't known here"})
		}
		return
	case *kind.AnyOf:
		*faults = append(*faults, catalogProblem{e.InstanceLocation, "write a key of sdk/text in lower case, or a sentence in each language: {en: …, es: …}"})
		return
	case *kind.Type:
		if slices.Contains(k.Want, "string") && k.Got == "number" {
			*faults = append(*faults, catalogProblem{e.InstanceLocation, `this must be in quotes, e.g. "149.99"`})
			return
		}
	case *kind.Pattern:
		*faults = append(*faults, catalogProblem{e.InstanceLocation, fmt.Sprintf("%q doesn't have the form %s", clipText(k.Got), k.Want)})
		return
	}
	if len(e.Causes) == 0 {
		*faults = append(*faults, catalogProblem{e.InstanceLocation, e.ErrorKind.LocalizedString(englishPrinter)})
	}
	for _, cause := range e.Causes {
		collectSchemaFaults(cause, faults)
	}
}

func clipText(s string) string {
	const most = 60
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
