package condition

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every condition of a statement is found, wherever it is, with its replacement.
func TestClauses(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string][]string{
		"SELECT * FROM a WHERE x = 1":                                  {"x = 1 TRUE"},
		"SELECT * FROM a JOIN b ON b.id = a.id AND b.s <> 'and or (('": {"b.id = a.id TRUE", "b.s <> 'and or ((' TRUE"},
		"DELETE FROM a WHERE x BETWEEN 1 AND 2 AND NOT (y OR z IS DISTINCT FROM 3) -- AND v\n RETURNING x = 4": {
			"x BETWEEN 1 AND 2 TRUE", "NOT (y OR z IS DISTINCT FROM 3) TRUE", "y FALSE", "z IS DISTINCT FROM 3 FALSE"},
		"SELECT * FROM a WHERE x = 1 AND y OR z": {"x = 1 AND y FALSE", "x = 1 TRUE", "y TRUE", "z FALSE"},
		"UPDATE a SET p = CASE WHEN q > 1 THEN 2 END, r = s = 't' AND u WHERE id IN (SELECT id FROM b WHERE v LIMIT 1 FOR UPDATE)": {
			"q > 1 TRUE", "s = 't' TRUE", "u TRUE", "id IN (SELECT id FROM b WHERE v LIMIT 1 FOR UPDATE) TRUE", "v TRUE"},
		"SELECT count(*) FILTER (WHERE x) FROM a HAVING count(*) > 1":                                    {"x TRUE", "count(*) > 1 TRUE"},
		"INSERT INTO a (x) VALUES (1) ON CONFLICT (x) WHERE x IS NOT NULL DO UPDATE SET y = 2 WHERE a.z": {"a.z TRUE"},
		"SELECT (EXISTS (SELECT 1 FROM a WHERE x) OR EXISTS (SELECT 1 FROM b WHERE y))": {
			"EXISTS (SELECT 1 FROM a WHERE x) FALSE", "x TRUE", "EXISTS (SELECT 1 FROM b WHERE y) FALSE", "y TRUE"},
		"SELECT CASE s WHEN 'a' THEN 1 END FROM b": nil,
	} {
		sql = normalize(sql)
		var got []string
		for _, c := range clauses(sql) {
			got = append(got, sql[c.from:c.to]+" "+c.without)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", sql, diff)
		}
	}
}
