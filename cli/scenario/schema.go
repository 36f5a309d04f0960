package scenario

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Schema is the published JSON schema of a scenario file.
//
//go:embed scenario.schema.json
var Schema []byte

// schemaURL is absolute: a bare name is resolved in the working folder, which may be gone.
const schemaURL = "file:///scenario.json"

// schema is the schema for values with their placeholders replaced.
type schema struct {
	compiled *jsonschema.Schema
	document any
}

var readSchema = sync.OnceValue(func() schema {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil { // the file is part of the program, and a test reads it
		panic(fmt.Errorf("scenario schema: %w", err))
	}
	document = strict(document)
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(schemaURL, document); err != nil {
		panic(fmt.Errorf("scenario schema: %w", err))
	}
	compiled, err := compiler.Compile(schemaURL)
	if err != nil {
		panic(fmt.Errorf("scenario schema: %w", err))
	}
	return schema{compiled, document}
})

// placeholderReference is the alternative that lets an editor accept a placeholder in place of a list's name, a number or a map.
const placeholderReference = "#/$defs/placeholder"

// strict returns the schema without the alternatives for placeholders: values are checked after they are replaced.
func strict(document any) any {
	switch document := document.(type) {
	case map[string]any:
		if either, ok := document["anyOf"].([]any); ok && len(either) == 2 {
			if second, ok := either[1].(map[string]any); ok && second["$ref"] == placeholderReference {
				only, _ := strict(either[0]).(map[string]any)
				for key, value := range document {
					if key != "anyOf" {
						only[key] = value
					}
				}
				return only
			}
		}
		for key, value := range document {
			document[key] = strict(value)
		}
	case []any:
		for i, value := range document {
			document[i] = strict(value)
		}
	}
	return document
}

// at returns the part of the schema at a URL with a fragment, with its references followed.
func (s schema) at(url string) map[string]any {
	_, fragment, _ := strings.Cut(url, "#")
	current := s.document
	for part := range strings.SplitSeq(strings.TrimPrefix(fragment, "/"), "/") {
		if part == "" {
			continue
		}
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		switch value := current.(type) {
		case map[string]any:
			current = value[part]
		case []any:
			var index int
			if _, err := fmt.Sscanf(part, "%d", &index); err != nil || index >= len(value) {
				return nil
			}
			current = value[index]
		}
	}
	found, _ := current.(map[string]any)
	if reference, ok := found["$ref"].(string); ok && len(found) == 1 {
		return s.at(reference)
	}
	return found
}

// keys returns the keys that the schema allows in the map at a URL.
func (s schema) keys(url string) []string {
	properties, _ := s.at(url)["properties"].(map[string]any)
	var keys []string
	for key := range properties {
		if key != "$schema" {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// validate records the differences between a scenario and the schema. A given text becomes a number where the schema wants one.
func validate(tree *node, mistakes *found) {
	s := readSchema()
	invalid, err := s.check(tree)
	if invalid != nil && retyped(tree, invalid) {
		invalid, err = s.check(tree)
	}
	switch {
	case err != nil:
		mistakes.at(tree.at, "%v", err)
	case invalid != nil:
		s.report(tree, invalid, mistakes)
	}
}

// check returns the schema's error for a scenario, or nil.
func (s schema) check(tree *node) (*jsonschema.ValidationError, error) {
	raw, err := json.Marshal(tree)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	var invalid *jsonschema.ValidationError
	if err := s.compiled.Validate(value); errors.As(err, &invalid) {
		return invalid, nil
	}
	return nil, nil
}

// retyped returns given texts of a wrong type in the type that they read as. It reports whether there is one.
func retyped(tree *node, e *jsonschema.ValidationError) bool {
	changed := false
	for _, cause := range e.Causes {
		changed = retyped(tree, cause) || changed
	}
	if _, wrongType := e.ErrorKind.(*kind.Type); !wrongType {
		return changed
	}
	value, _ := tree.find(e.InstanceLocation)
	text, isText := value.scalar.(string)
	if !value.given || !isText {
		return changed
	}
	if read := readTree("", []byte(text), &found{}); read != nil && read.kind == scalarNode && read.scalar != nil {
		value.scalar, value.given = read.scalar, false
		return true
	}
	return changed
}

// report records the leaves of a validation error.
func (s schema) report(tree *node, e *jsonschema.ValidationError, mistakes *found) {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if keys := alternatives(s.at(e.SchemaURL)); keys != nil {
			value, at := tree.find(e.InstanceLocation)
			mistakes.at(at, "%s", oneOf(called(e.InstanceLocation), keys, value))
			return
		}
		if len(e.Causes) > 0 {
			s.report(tree, slices.MaxFunc(e.Causes, func(a, b *jsonschema.ValidationError) int { return depth(a) - depth(b) }), mistakes)
			return
		}
	}
	if len(e.Causes) > 0 {
		for _, cause := range e.Causes {
			s.report(tree, cause, mistakes)
		}
		return
	}
	value, at := tree.find(e.InstanceLocation)
	if expectsRefusal(tree, e.InstanceLocation) {
		if _, unknown := e.ErrorKind.(*kind.Enum); unknown {
			return // the wrong value is the purpose of the step
		}
	}
	if properties, ok := e.ErrorKind.(*kind.AdditionalProperties); ok {
		known := s.keys(e.SchemaURL)
		for _, key := range properties.Properties {
			mistakes.at(value.keyAt(key), "unknown key %s in %s: %s", key, called(e.InstanceLocation), suggest(key, unused(known, value)))
		}
		return
	}
	mistakes.at(at, "%s", s.sentence(e, value))
}

// alternatives returns the keys of a schema that requires exactly one of several keys, or nil.
func alternatives(definition map[string]any) []string {
	options, _ := definition["oneOf"].([]any)
	var keys []string
	for _, option := range options {
		required, _ := option.(map[string]any)
		names, _ := required["required"].([]any)
		if len(required) != 1 || len(names) != 1 {
			return nil
		}
		keys = append(keys, fmt.Sprint(names[0]))
	}
	return keys
}

// oneOf returns the mistake of a map that has none or several of the keys.
func oneOf(key string, keys []string, value *node) string {
	present := slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return value.get(k) == nil })
	if len(present) == 0 {
		return fmt.Sprintf("%s lacks one of %s: add it", key, strings.Join(keys, ", "))
	}
	return fmt.Sprintf("%s has both %s: keep one", key, strings.Join(present, " and "))
}

// depth returns the length of the longest path among an error's leaves.
func depth(e *jsonschema.ValidationError) int {
	most := len(e.InstanceLocation)
	for _, cause := range e.Causes {
		most = max(most, depth(cause))
	}
	return most
}

// unused returns the keys that a map doesn't have yet.
func unused(known []string, value *node) []string {
	return slices.DeleteFunc(slices.Clone(known), func(key string) bool { return value.get(key) != nil })
}

// expectsRefusal reports whether a value belongs to a step that is expected to be refused, outside of the expectation itself.
func expectsRefusal(tree *node, path []string) bool {
	if len(path) < 3 || path[0] != "steps" || slices.Contains(modifiers, path[2]) {
		return false
	}
	step, _ := tree.find(path[:2])
	return isRefusal(step.get("expect"))
}

// isRefusal reports whether a step's expectation is a refusal of its values.
func isRefusal(expect *node) bool {
	return expect.get("validationErrors") != nil || expect.get("problem") != nil || expect.get("status") != nil
}

// called returns the name of a value for a sentence: its key.
func called(path []string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if strings.Trim(path[i], "0123456789") != "" {
			switch {
			case i == len(path)-1:
				return path[i]
			case path[i] == "steps":
				return "the step"
			}
			return "an item of " + path[i]
		}
	}
	return "the scenario"
}

// onlyWord matches a pattern that allows a single word.
var onlyWord = regexp.MustCompile(`^\^([a-z]+)\$$`)

// dotted returns a key with the one above it, e.g. bank.does.
func dotted(path []string) string {
	if above := called(path[:len(path)-1]); len(path) > 1 && !strings.Contains(above, " ") {
		return above + "." + called(path)
	}
	return called(path)
}

// typeNames are the names of JSON's types for a reader of YAML.
var typeNames = map[string]string{
	"string": "a text", "object": "a map", "array": "a list", "integer": "a whole number", "number": "a number", "boolean": "true or false", "null": "empty",
}

// sentence returns the mistake in plain words, with its cure.
func (s schema) sentence(e *jsonschema.ValidationError, value *node) string {
	key := called(e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		want := make([]string, len(k.Want))
		for i, t := range k.Want {
			want[i] = typeNames[t]
		}
		sentence := fmt.Sprintf("%s is %s, but has to be %s", key, typeNames[k.Got], strings.Join(want, " or "))
		text, isScalar := value.text()
		if examples, ok := s.at(e.SchemaURL)["examples"].([]any); ok {
			sentence += fmt.Sprintf(", e.g. %v", examples[0])
		} else if isScalar && slices.Contains(k.Want, "string") {
			sentence += fmt.Sprintf(": write it in quotes, %q", excerpt(text))
		}
		return sentence
	case *kind.Enum:
		known := make([]string, len(k.Want))
		for i, v := range k.Want {
			known[i] = fmt.Sprint(v)
		}
		if of, isItem := strings.CutPrefix(key, "an item of "); isItem {
			return fmt.Sprintf("unknown item %s of %s: %s", excerpt(k.Got), of, suggest(fmt.Sprint(k.Got), known))
		}
		return fmt.Sprintf("unknown %s %s: %s", dotted(e.InstanceLocation), excerpt(k.Got), suggest(fmt.Sprint(k.Got), known))
	case *kind.Const:
		if empty, ok := k.Want.(map[string]any); ok && len(empty) == 0 {
			return fmt.Sprintf("%s takes no values: write %s: {}", key, key)
		}
		return fmt.Sprintf("%s can only be %v", key, k.Want)
	case *kind.Required:
		sentence := fmt.Sprintf("%s lacks %s: add it", key, strings.Join(k.Missing, " and "))
		if len(e.InstanceLocation) == 0 && slices.Equal(k.Missing, []string{"name"}) {
			sentence = "the scenario lacks name: add it, or include this file in a scenario"
		}
		return sentence
	case *kind.MinProperties:
		return fmt.Sprintf("%s is empty: add %s", key, strings.Join(s.keys(e.SchemaURL), ", "))
	case *kind.MinItems, *kind.MinLength:
		return key + " is empty: write a value"
	case *kind.Pattern:
		if word := onlyWord.FindStringSubmatch(k.Want); word != nil {
			return fmt.Sprintf("unknown %s %s: only %s is possible as a text", key, excerpt(k.Got), word[1])
		}
		sentence := fmt.Sprintf("%s %q has the wrong form", key, excerpt(k.Got))
		if description, ok := s.at(e.SchemaURL)["description"].(string); ok {
			sentence += ": " + description
		}
		return sentence
	case *kind.DependentRequired:
		return fmt.Sprintf("%s needs %s beside it", k.Prop, strings.Join(k.Missing, " and "))
	}
	return key + ": " + e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
}
