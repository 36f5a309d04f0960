package sandbox

import (
	"net/http"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// batchLine is the key of one line of a settlement summary.
type batchLine struct{ cardType, account, kind string }

// settlementSummary returns a day's settled amounts by card type, merchant account and kind.
func (s *Sandbox) settlementSummary(c *call) answer {
	day, err := time.Parse(time.DateOnly, c.body.text("settlement-date"))
	if err != nil {
		code := "82302"
		if c.body.text("settlement-date") == "" {
			code = "82301"
		}
		return refused([]invalid{{[]string{"settlement-batch-summary"}, "settlement_date", code}})
	}
	counts, sums := map[batchLine]int{}, map[batchLine]money.Amount{}
	var lines []batchLine
	for _, t := range s.ledger.order {
		s.age(t)
		if at := t.reachedAt(statusSettled); at.IsZero() || !at.UTC().Truncate(24*time.Hour).Equal(day) {
			continue
		}
		line := batchLine{t.Instrument.CardType, t.MerchantAccountID, t.Type}
		if counts[line] == 0 {
			lines, sums[line] = append(lines, line), money.Zero(t.Amount.Currency)
		}
		counts[line]++
		sums[line] = money.New(sums[line].Minor+t.Amount.Minor, t.Amount.Currency)
	}
	records := array("records")
	for _, line := range lines {
		records.add(group("record", text("card-type", line.cardType), integer("count", counts[line]), text("merchant-account-id", line.account),
			text("kind", line.kind), text("amount-settled", sums[line].Decimal())))
	}
	return answer{http.StatusOK, group("settlement-batch-summary", records)}
}
