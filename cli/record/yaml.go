package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

// lineWidth is the longest line with a map in flow style.
const lineWidth = 150

// field is a key with its value: text, bool, int, obj, []obj or []string.
type field struct {
	key   string
	value any
}

// obj is a map that keeps the order of its keys.
type obj []field

// with returns the map with another key, unless the value is empty.
func (o obj) with(key string, value any) obj {
	switch v := value.(type) {
	case string:
		if v == "" {
			return o
		}
	case []string:
		if len(v) == 0 {
			return o
		}
	case obj:
		if len(v) == 0 {
			return o
		}
	case []obj:
		if len(v) == 0 {
			return o
		}
	case bool:
		if !v {
			return o
		}
	}
	return append(o, field{key, value})
}

// put sets a key's value. It adds a missing key.
func (o *obj) put(key string, value any) {
	for i := range *o {
		if (*o)[i].key == key {
			(*o)[i].value = value
			return
		}
	}
	*o = append(*o, field{key, value})
}

// writeField writes a key in flow style if the line is short enough, else in block style.
func writeField(b *bytes.Buffer, indent, key string, value any) {
	line := fmt.Sprintf("%s%s: %s", indent, key, flow(value))
	nested := strings.Repeat(" ", len(indent)+2)
	if len([]rune(line)) > lineWidth {
		switch v := value.(type) {
		case obj:
			fmt.Fprintf(b, "%s%s:\n", indent, key)
			for _, f := range v {
				writeField(b, nested, f.key, f.value)
			}
			return
		case []obj:
			fmt.Fprintf(b, "%s%s:\n", indent, key)
			for _, item := range v {
				fmt.Fprintf(b, "%s- %s\n", nested, flow(item))
			}
			return
		}
	}
	if text, ok := value.(string); ok {
		line = fmt.Sprintf("%s%s: %s", indent, key, scalar(text, false))
	}
	b.WriteString(line + "\n")
}

// flow formats a value in flow style.
func flow(value any) string {
	switch v := value.(type) {
	case obj:
		if len(v) == 0 {
			return "{}"
		}
		parts := make([]string, len(v))
		for i, f := range v {
			parts[i] = f.key + ": " + flow(f.value)
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case []obj:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = flow(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case []string:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = scalar(item, true)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return scalar(v, true)
	}
	return fmt.Sprint(value)
}

// plain matches texts that need no quotes in any version of YAML, unless they read as another type.
var plain = regexp.MustCompile(`^([\pL/]|[0-9]+ \pL)[\pL0-9 _.,/&'’@{}?()\[\]-]*$`)

// older matches the booleans of YAML 1.1.
var older = regexp.MustCompile(`(?i)^(y|n|yes|no|on|off)$`)

// scalar formats a text, in quotes where YAML needs them.
func scalar(text string, inFlow bool) string {
	var read any
	if plain.MatchString(text) && !older.MatchString(text) && !strings.HasSuffix(text, " ") && (!inFlow || !strings.ContainsAny(text, ",[]{}")) &&
		yaml.Unmarshal([]byte(text), &read) == nil && read == text {
		return text
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil { // a text
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
