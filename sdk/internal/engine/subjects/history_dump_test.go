package subjects_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/internal/person"
)

// kept lists the tables that a history doesn't fill. They stay as the test's database was created.
var kept = []string{"catalog_versions", "goose_db_version", "river_migration", "page_files"}

// empty deletes every row of every table that a history fills.
func (h *history) empty() {
	tables := slices.DeleteFunc(h.tables(), func(table string) bool { return slices.Contains(kept, table) })
	// Triggers would keep append-only rows; replica mode disables them.
	if _, err := h.Pool.Exec(h.ctx, "SET session_replication_role = replica; TRUNCATE "+strings.Join(tables, ", ")+"; RESET session_replication_role"); err != nil {
		h.Fatalf("%v", err)
	}
	if h.Config.PersonKeys != nil {
		if _, err := h.Config.PersonKeys.Exec(h.ctx, "TRUNCATE person_keys"); err != nil {
			h.Fatalf("%v", err)
		}
	}
}

func (h *history) tables() []string {
	rows, err := h.Pool.Query(h.ctx, "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
	if err != nil {
		h.Fatalf("%v", err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		h.Fatalf("%v", err)
	}
	return tables
}

// dump returns the content of every table in lower case, with everything that the given keys open. It opens no values sealed by the server's
// secret or by a caller's key: codes, and stored responses, which need the key of the call.
func (h *history) dump(keys []person.Key) map[string]string {
	out := map[string]string{}
	for _, table := range h.tables() {
		if slices.Contains(kept, table) {
			continue
		}
		rows, err := h.Pool.Query(h.ctx, fmt.Sprintf("SELECT to_jsonb(t)::text FROM %s t", pgx.Identifier{table}.Sanitize()))
		if err != nil {
			h.Fatalf("%v", err)
		}
		all, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			h.Fatalf("%v", err)
		}
		var content strings.Builder
		for _, row := range all {
			content.WriteString(strings.ToLower(row) + "\n")
			for _, opened := range h.opened(table, row, keys) {
				content.WriteString(strings.ToLower(opened) + "\n")
			}
		}
		out[table] = content.String()
	}
	return out
}

var hexadecimal = regexp.MustCompile(`\\\\x([0-9a-f]*)`)

// plain decodes a dump's binary columns, so that a text inside one is found, too.
func plain(content string) string {
	var out strings.Builder
	for _, digits := range hexadecimal.FindAllStringSubmatch(content, -1) {
		raw, _ := hex.DecodeString(digits[1])
		out.WriteString(strings.ToLower(string(raw)) + "\n")
	}
	return out.String()
}

// keys returns every person's key.
func (h *history) keys() []person.Key {
	var ids []uuid.UUID
	for _, pool := range []*pgxpool.Pool{h.Pool, h.Config.PersonKeys} {
		if pool == nil {
			continue
		}
		rows, err := pool.Query(h.ctx, "SELECT person_id FROM person_keys")
		if err != nil {
			h.Fatalf("%v", err)
		}
		more, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil {
			h.Fatalf("%v", err)
		}
		ids = append(ids, more...)
	}
	found, err := h.engine.People.All(h.ctx, h.engine.Q, ids)
	if err != nil {
		h.Fatalf("%v", err)
	}
	keys := make([]person.Key, 0, len(found))
	for _, key := range found {
		keys = append(keys, key)
	}
	return keys
}

// opened tries every key on every value of a row that may be sealed, with every id in the row.
func (h *history) opened(table, row string, keys []person.Key) []string {
	var columns map[string]any
	if err := json.Unmarshal([]byte(row), &columns); err != nil {
		h.Fatalf("%v", err)
	}
	var ids []uuid.UUID
	var sealed [][]byte
	for _, value := range columns {
		text, _ := value.(string)
		if id, err := uuid.Parse(text); err == nil {
			ids = append(ids, id)
		}
		if digits, found := strings.CutPrefix(text, `\x`); found {
			if raw, err := hex.DecodeString(digits); err == nil && len(raw) > 28 { // nonce and tag
				sealed = append(sealed, raw)
			}
		}
	}
	var out []string
	for _, raw := range sealed {
		for _, key := range keys {
			for _, id := range ids {
				var document json.RawMessage
				if key.Open(table, id, raw, &document) == nil {
					out = append(out, string(document))
				}
			}
		}
	}
	return out
}

// hashesOf returns the keyed hashes of an address.
func (h *history) hashesOf(text string) []string {
	if !strings.Contains(text, "@") {
		return nil
	}
	var out []string
	for _, hash := range h.engine.People.EmailHashes(text) {
		out = append(out, hex.EncodeToString(hash))
	}
	return out
}
