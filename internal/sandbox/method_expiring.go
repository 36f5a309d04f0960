package sandbox

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"
)

// expiring returns the vaulted cards that expire between the query's months (start and end, each MMYYYY).
func (s *Sandbox) expiring(c *call) ([]*method, error) {
	q := c.request.URL.Query()
	from, err := time.Parse("012006", q.Get("start"))
	to, err2 := time.Parse("012006", q.Get("end"))
	if err = errors.Join(err, err2); err != nil {
		return nil, err
	}
	return s.expiringBetween(from.Format("200601"), to.Format("200601")), nil
}

// expired returns the expired vaulted cards.
func (s *Sandbox) expired(*call) ([]*method, error) {
	return slices.DeleteFunc(s.expiringBetween("", "999999"), func(m *method) bool { return !m.Instrument.expired(s.now()) }), nil
}

// expiringBetween returns the vaulted cards with an expiration month between from and to (YYYYMM, inclusive).
func (s *Sandbox) expiringBetween(from, to string) []*method {
	var found []*method
	for _, m := range s.ledger.methods {
		at := m.Instrument.ExpYear + m.Instrument.ExpMonth
		if m.Instrument.Kind == kindCard && at >= from && at <= to {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b *method) int { return strings.Compare(a.Token, b.Token) })
	return found
}

// methodIDs returns a call that lists the tokens of the found methods.
func methodIDs(find func(*call) ([]*method, error)) func(*call) answer {
	return func(c *call) answer {
		found, err := find(c)
		if err != nil {
			return answer{http.StatusUnprocessableEntity, badSearch(err)}
		}
		tokens := []string{}
		for _, m := range found {
			tokens = append(tokens, m.Token)
		}
		return idList(tokens)
	}
}

// methodPage returns a call that lists the requested methods among the found ones.
func (s *Sandbox) methodPage(find func(*call) ([]*method, error)) func(*call) answer {
	return func(c *call) answer {
		found, err := find(c)
		if err != nil {
			return answer{http.StatusUnprocessableEntity, badSearch(err)}
		}
		return s.methodList(c, found)
	}
}

func (s *Sandbox) methodList(c *call, found []*method) answer {
	requested := c.body.at("ids").items()
	list := group("payment-methods", integer("current-page-number", 1), integer("page-size", pageSize), integer("total-items", len(found)))
	list.Type = "collection"
	for _, m := range found {
		if slices.Contains(requested, m.Token) && len(list.Children) < pageSize+3 {
			list.add(m.xml(s.now()))
		}
	}
	return answer{http.StatusOK, list}
}
