package console

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a value as JSON, indented.
func WriteJSON(out io.Writer, value any) error {
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}
