package signup

import (
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
)

// view gives a stored quote as the customer sees it.
func (o *quotedOrder) view(p price.Priced, id uuid.UUID, expires time.Time) *price.Quote {
	typed := make([]string, len(o.codes))
	for i, code := range o.codes {
		typed[i] = form.FormatSubscriptionCode(code.Code.Reveal())
	}
	q := price.ViewPrice(o.catalog, p, typed, o.locale)
	q.TaxID, q.ExpiresAt = id.String(), expires.UTC().Format(time.RFC3339)
	q.ValidationErrors = append(q.ValidationErrors, o.broken...)
	if o.evidence.Unkept {
		q.Terms = price.TermsText(o.catalog, p, false, o.locale)
	}
	return q
}
