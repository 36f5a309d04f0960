package text

import (
	"encoding/json"
	"path"
	"slices"
)

// Surface returns the codes of one surface in alphabetical order (the file rule.json is surface "rule"), none for an unknown surface.
func Surface(name string) []Code {
	raw, err := files.ReadFile(path.Join(Languages[0], name+".json"))
	if err != nil {
		return nil
	}
	var messages map[Code]string
	if err := json.Unmarshal(raw, &messages); err != nil { // load has read it before
		panic("text: " + err.Error())
	}
	codes := make([]Code, 0, len(messages))
	for code := range messages {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}
