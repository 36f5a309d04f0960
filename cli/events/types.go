package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk/integration"
)

func newEventTypesCommand() *cobra.Command {
	var markdown bool
	cmd := &cobra.Command{
		Use:   "types",
		Short: "List the types of events, with the schema of each",
		Example: `  cojoin events types
  cojoin events types --json   the JSON schema of each type's data`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if markdown {
				return writeEventTypes(cmd.OutOrStdout())
			}
			schemas, rows := map[string]*huma.Schema{}, [][2]any{}
			for _, k := range integration.Kinds {
				schemas[k.Name] = eventSchema(k)
				rows = append(rows, [2]any{k.Name, k.Doc})
			}
			return console.Show(cmd, schemas, rows)
		},
	}
	console.JSONFlag(cmd)
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the reference page")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	return cmd
}

// eventSchema returns the schema of a type's data, with its references resolved.
func eventSchema(k integration.Kind) *huma.Schema {
	registry := huma.NewMapRegistry("#/", huma.DefaultSchemaNamer)
	return whole(registry, huma.SchemaFromType(registry, reflect.TypeOf(k.Data)))
}

func whole(registry huma.Registry, s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		s = registry.SchemaFromRef(s.Ref)
	}
	for name, property := range s.Properties {
		s.Properties[name] = whole(registry, property)
	}
	return s
}

func writeEventTypes(out io.Writer) error {
	var b bytes.Buffer
	b.WriteString(`# Events for your application

The events for your application, by type; [connect your application](../how-to/connect-your-application.md) shows how to receive them. Written by
` + "`cojoin events types --markdown`; `cojoin events types --json`" + ` has each type's JSON schema.

Every event has the same frame. ` + "`id` is also the header `webhook-id`, the same for every try. `position`" + ` rises from event to event, so that an
older event never overwrites your newer data of a subject. Events of one ` + "`subject`" + ` arrive one after the other, in order. An event may arrive twice.
Times are those of RFC 3339, with Z or +00:00: compare them as times, not as text.

` + "```json\n" + `{
  "id": "019ab3f0-5c1e-7d7a-9d3a-0d5a5ee1c1b2", "type": "account.activated", "timestamp": "2026-11-24T15:00:00Z", "position": 4711,
  "subject": "019ab3ef-1f7e-7b0f-8a34-5b7f0a5a9c11", "data": { "accountId": "019ab3ef-1f7e-7b0f-8a34-5b7f0a5a9c11", "accountKind": "parent" }
}
` + "```\n" + `
An endpoint that is set to get people has ` + "`person`" + ` beside it, with firstName, lastName, email or locale of who has ` + "`data.accountId`" + `, as they are when the
event is sent: of an erased person, nothing. ` + "`test` is sent by `cojoin events send-test`" + `, with empty data and position 0. New types and new fields may
come with any release; ignore unknown ones.
`)
	for _, k := range integration.Kinds {
		fmt.Fprintf(&b, "\n## %s\n\n%s In order for %s.\n\n| field | type | meaning |\n|---|---|---|\n", k.Name, k.Doc, k.Subject)
		writeFields(&b, "", reflect.TypeOf(k.Data), eventSchema(k))
	}
	_, err := out.Write(b.Bytes())
	return err
}

// writeFields writes a row for each field, in the order of the type.
func writeFields(b *bytes.Buffer, before string, of reflect.Type, s *huma.Schema) {
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	for _, field := range reflect.VisibleFields(of) {
		name := field.Tag.Get("json")
		p, there := s.Properties[name]
		if !there {
			continue
		}
		kind := p.Type
		if p.Format != "" && p.Format != "int64" {
			kind = p.Format
		}
		if field.Type.Kind() == reflect.Pointer {
			kind += " or null"
		}
		meaning := p.Description
		if meaning == "" {
			meaning = field.Tag.Get("doc")
		}
		if len(p.Enum) > 0 {
			if values, err := json.Marshal(p.Enum); err == nil {
				meaning = strings.TrimSpace(meaning + " " + string(values))
			}
		}
		fmt.Fprintf(b, "| `%s%s` | %s | %s |\n", before, name, kind, meaning)
		if p.Type == huma.TypeObject {
			writeFields(b, before+name+".", field.Type, p)
		}
	}
}
