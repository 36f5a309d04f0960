package orders

import (
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// TermEnd is the end of a term of whole years: the same day of the year in UTC, 28 February for 29. start may have been read from the database, which is in
// the zone of the machine.
func TermEnd(start time.Time, years int) time.Time {
	start = start.UTC()
	end := start.AddDate(years, 0, 0)
	if start.Month() == time.February && end.Month() == time.March {
		end = end.AddDate(0, 0, -1)
	}
	return end
}

// Term is the term of a subscription that an order buys.
func Term(bought db.Order, subscriptionID uuid.UUID, start time.Time) db.InsertTermParams {
	return db.InsertTermParams{
		SubscriptionID: subscriptionID, StartsAt: start, EndsAt: TermEnd(start, int(bought.Years)), OrderID: bought.ID,
		PackageID: bought.PackageID, PackageName: bought.PackageName, ProductID: bought.ProductID, Services: bought.Services, Years: bought.Years,
	}
}

// TermDay is the day on which a term ends, as mails are keyed by it.
func TermDay(end time.Time) string { return end.UTC().Format(time.DateOnly) }
