package condition

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// proof is a world in which a condition matters.
type proof struct {
	world
	with, without string // the statement's result with the condition, and without it
}

const (
	// patience is the number of worlds tried after the last proof. lessPatience applies when all conditions are proven and only small changes of them
	// aren't.
	patience, lessPatience = 2000, 300
	// changesAtOnce is the usual number of values that differ from a world's origin.
	changesAtOnce = 4
	// mostActive is the number of kept worlds in which the statement has a result. The search continues from them.
	mostActive = 30
)

// search looks for a world for each of a statement's variants, except hopeless ones. It continues near worlds that proved something, or in which the
// statement has a result.
func (t *tester) search(ctx context.Context, st *statement, proofs map[string]proof, hopeless func(condition string) bool) error {
	keys, proving, active := t.keys(st), []world{{}, t.hinted(st)}, []world{{}}
	for _, p := range proofs {
		proving = append(proving, p.world)
	}
	refusals := map[string]proof{}
	for idle := 0; idle < patience; idle++ {
		var open []variant
		serious := false
		for _, v := range st.variants {
			if _, done := proofs[v.label]; !done && !hopeless(v.condition) {
				open, serious = append(open, v), serious || v.change == leftOut
			}
		}
		if len(open) == 0 || !serious && idle > lessPatience {
			break
		}
		w := t.nearby(st, keys, pick(t, pick(t, [][]world{proving, active})))
		results, err := t.try(ctx, st, w, true, append([]variant{{sql: st.sql}}, open...))
		if err != nil {
			return err
		}
		if results == nil || results[0].refused {
			continue
		}
		for i, v := range open {
			p := newProof(w, results[0], results[i+1])
			switch {
			case results[i+1].all == results[0].all:
			case results[i+1].refused:
				refusals[v.label] = p
			default:
				if p, err = t.smallest(ctx, st, v, p); err != nil {
					return err
				}
				proofs[v.label], proving, idle = p, append(proving, p.world), 0
			}
		}
		if verdict := results[0].verdict; verdict == "changes 0" || verdict == "shows 0" {
			continue
		} else if len(active) < mostActive {
			active = append(active, w)
		} else {
			active[t.random.IntN(mostActive)] = w
		}
	}
	for label, p := range refusals {
		if _, done := proofs[label]; !done {
			proofs[label] = p
		}
	}
	return nil
}

// hinted returns a world in which columns have the first value that a condition compares them with.
func (t *tester) hinted(st *statement) world {
	w := world{}
	for _, key := range t.keys(st) {
		if hints := st.hints[strings.Replace(key, "#2.", ".", 1)]; st.argTypes[key] == "" && len(hints) > 0 {
			t.set(st, w, key, hints[0])
		}
	}
	return w
}

// nearby changes a few values of a world, or now and then many.
func (t *tester) nearby(st *statement, keys []string, from world) world {
	w, changes := maps.Clone(from), 1+t.random.IntN(changesAtOnce)
	if t.random.IntN(4) == 0 {
		changes = len(keys) / 2
	}
	for range changes {
		key := pick(t, keys)
		t.set(st, w, key, t.draw(st, key))
	}
	return w
}

// try runs variants in a world. It returns nil if the world is impossible.
func (t *tester) try(ctx context.Context, st *statement, w world, repair bool, variants []variant) ([]result, error) {
	ok, err := t.begin(ctx, st, w, repair)
	if !ok || err != nil {
		return nil, err
	}
	var texts []string
	for _, v := range variants {
		texts = append(texts, v.sql)
	}
	results, err := t.run(ctx, st, w, texts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", st.name, err)
	}
	_, err = t.exec(ctx, "ROLLBACK")
	return results, err
}

// smallest removes the parts of a world that a proof doesn't need.
func (t *tester) smallest(ctx context.Context, st *statement, v variant, p proof) (proof, error) {
	for _, key := range slices.Sorted(maps.Keys(p.world)) {
		less := maps.Clone(p.world)
		delete(less, key)
		for k := range less {
			if strings.HasPrefix(k, key+".") {
				delete(less, k) // a column of a missing row
			}
		}
		results, err := t.try(ctx, st, less, false, []variant{{sql: st.sql}, v})
		if err != nil {
			return p, err
		}
		if results != nil && !results[0].refused && !results[1].refused && results[0].all != results[1].all {
			p = newProof(less, results[0], results[1])
		}
	}
	return p, nil
}

// findUsual finds, for every table, values that satisfy its CHECKs. A table without such values has no rows in any world.
func (t *tester) findUsual(ctx context.Context) error {
	for _, table := range slices.Sorted(maps.Keys(t.schema.columns)) {
		st := &statement{name: table, tables: []string{table}}
		t.seed(table)
		for range 200 {
			w := world{}
			ok, err := t.begin(ctx, st, w, true)
			if err != nil {
				return err
			}
			if ok {
				maps.Copy(t.usual, w)
				_, err = t.exec(ctx, "ROLLBACK")
				if err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}
