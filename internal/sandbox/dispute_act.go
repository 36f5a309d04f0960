package sandbox

import (
	"net/http"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/money"
)

// Evidence with one of these texts decides a dispute when it is finalized, as Braintree documents.
const (
	evidenceWins  = "compelling_evidence"
	evidenceLoses = "losing_evidence"
)

// disputedCard is the card whose captured sales are always disputed, as Braintree documents.
const disputedCard = "4023898493988028"

// onDispute passes the dispute in the path and its transaction to act.
func (s *Sandbox) onDispute(act func(*call, *transaction, *Dispute) answer) func(*call) answer {
	return func(c *call) answer {
		t, d := s.disputeOf(c.request.PathValue("id"))
		if d == nil {
			return notFound
		}
		return act(c, t, d)
	}
}

func refusedDispute(code string) answer {
	return refused([]invalid{{[]string{"dispute"}, "status", code}})
}

func (s *Sandbox) findDispute(_ *call, t *transaction, d *Dispute) answer {
	return answer{http.StatusOK, d.xml(t)}
}

// acceptDispute concedes the dispute.
func (s *Sandbox) acceptDispute(_ *call, t *transaction, d *Dispute) answer {
	if d.Status != "open" {
		return refusedDispute("95704")
	}
	s.moveDispute(t, d, "accepted")
	return answer{http.StatusOK, d.xml(t)}
}

// finalizeDispute submits the evidence to the bank.
func (s *Sandbox) finalizeDispute(_ *call, t *transaction, d *Dispute) answer {
	if d.Status != "open" {
		return refusedDispute("95705")
	}
	s.moveDispute(t, d, "disputed")
	hasEvidence := func(word string) bool {
		return slices.ContainsFunc(d.Evidence, func(e Evidence) bool { return e.Comment == word })
	}
	switch {
	case hasEvidence(evidenceWins):
		s.moveDispute(t, d, "won")
	case hasEvidence(evidenceLoses):
		s.moveDispute(t, d, "lost")
	}
	return answer{http.StatusOK, d.xml(t)}
}

// maxEvidence limits the texts of one dispute.
const maxEvidence = 100

func (s *Sandbox) addEvidence(c *call, t *transaction, d *Dispute) answer {
	comment := c.body.text("comments")
	switch {
	case d.Status != "open":
		return refusedDispute("95701")
	case comment == "" || len(d.Evidence) >= maxEvidence:
		return answer{http.StatusUnprocessableEntity, badSearch(errEvidence)}
	}
	now := s.now()
	e := Evidence{ID: newID() + newID(), Category: c.body.text("category"), Sequence: c.body.text("sequence-number"), Comment: comment, At: now}
	d.Evidence, d.UpdatedAt = append(d.Evidence, e), now
	s.ledger.saveTransaction(t)
	return answer{http.StatusOK, e.xml()}
}

func (s *Sandbox) removeEvidence(c *call, t *transaction, d *Dispute) answer {
	if d.Status != "open" {
		return refusedDispute("95702")
	}
	i := slices.IndexFunc(d.Evidence, func(e Evidence) bool { return e.ID == c.request.PathValue("evidence") })
	if i < 0 {
		return notFound
	}
	gone := d.Evidence[i].xml()
	d.Evidence, d.UpdatedAt = slices.Delete(d.Evidence, i, i+1), s.now()
	s.ledger.saveTransaction(t)
	return answer{http.StatusOK, gone}
}

// searchDisputes returns one page of the matching disputes, newest first. The query holds the page number.
func (s *Sandbox) searchDisputes(c *call) answer {
	type pair struct {
		of *transaction
		*Dispute
	}
	var found []pair
	if c.fault == nil || c.fault.Kind != FaultSearchEmpty {
		for _, t := range slices.Backward(s.ledger.order) {
			for _, d := range slices.Backward(t.Disputes) {
				ok, err := matchAll(c.body, func(name string) criterion { return disputeCriterion(t, d, name) })
				if err != nil {
					return answer{http.StatusUnprocessableEntity, badSearch(err)}
				}
				if ok {
					found = append(found, pair{t, d})
				}
			}
		}
	}
	page := pageOf(c.request)
	list := group("disputes", integer("current-page-number", page), integer("page-size", pageSize), integer("total-items", len(found)))
	list.Type = "collection"
	from := min(pageSize*(page-1), len(found))
	for _, f := range found[from:min(from+pageSize, len(found))] {
		list.add(f.xml(f.of))
	}
	return answer{http.StatusOK, list}
}

// disputeCriterion returns the criterion for a field of a dispute, or nil for an unknown field.
func disputeCriterion(t *transaction, d *Dispute, name string) criterion {
	words := map[string]string{
		"id": d.ID, "transaction-id": t.ID, "customer-id": t.CustomerID, "merchant-account-id": t.MerchantAccountID,
		"kind": d.Kind, "status": d.Status, "reason": d.Reason, "case-number": d.caseNumber(), "reference-number": d.caseNumber(), "transaction-source": "api",
	}
	if value, ok := words[name]; ok {
		return func(f *element) (bool, error) { return matchText(f, value) }
	}
	switch name {
	case "amount-disputed", "amount-won":
		return func(f *element) (bool, error) { return matchAmount(f, d.amount(name == "amount-won")) }
	case "received-date":
		return func(f *element) (bool, error) { return matchDay(f, d.OpenedAt) }
	case "reply-by-date":
		return func(f *element) (bool, error) { return matchDay(f, d.ReplyBy) }
	case "effective-date":
		return func(f *element) (bool, error) { return matchDay(f, d.UpdatedAt) }
	}
	return nil
}

// amount returns the disputed amount or, with won, the amount won back.
func (d *Dispute) amount(won bool) money.Amount {
	if won && d.Status != "won" {
		return money.Zero(d.Currency)
	}
	a, err := money.Parse(d.Amount, d.Currency)
	if err != nil {
		return money.Zero(d.Currency)
	}
	return a
}

func (d *Dispute) caseNumber() string { return strings.ToUpper(strings.TrimPrefix(d.ID, "dispute")) }
