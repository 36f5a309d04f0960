package orders

import (
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// TermEnd returns the end of a term of whole years: the same day of the year in UTC; for 29 February it is 28 February. start may come from the
// database, which returns times in the machine's zone.
func TermEnd(start time.Time, years int) time.Time {
	start = start.UTC()
	end := start.AddDate(years, 0, 0)
	if start.Month() == time.February && end.Month() == time.March {
		end = end.AddDate(0, 0, -1)
	}
	return end
}

// Term returns the subscription term that an order buys.
func Term(bought db.Order, subscriptionID uuid.UUID, start time.Time) db.InsertTermParams {
	return db.InsertTermParams{
		SubscriptionID: subscriptionID, StartsAt: start, EndsAt: TermEnd(start, int(bought.Years)), OrderID: bought.ID,
		PackageID: bought.PackageID, PackageName: bought.PackageName, ProductID: bought.ProductID, Services: bought.Services, Years: bought.Years,
	}
}

// TermDay returns the last day of a term, in the format of mail keys.
func TermDay(end time.Time) string { return end.UTC().Format(time.DateOnly) }
