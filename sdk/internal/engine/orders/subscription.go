package orders

import (
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/internal/db"
)

// EndsOn returns the day on which a term is over: the subscription renews or ends as the day begins in the buyer's zone.
func EndsOn(t db.SubscriptionTerm) day.Day { return day.On(t.EndsAt, t.Zone) }

// FirstEnd returns the end of the first term of an order that was placed at an instant: the beginning of the same day, years later.
func FirstEnd(bought db.Order, placed time.Time) time.Time {
	starts := day.On(placed, bought.Zone)
	return starts.AddYears(int(bought.Years), starts).Begins(bought.Zone)
}

// FirstTerm returns the first term of a subscription.
func FirstTerm(bought db.Order, subscriptionID uuid.UUID, start time.Time) db.InsertTermParams {
	return term(bought, subscriptionID, start, FirstEnd(bought, start))
}

// NextTerm returns the term after the end of a contract, the last term of which was in a zone.
func NextTerm(bought db.Order, contract db.Subscription, zone string) db.InsertTermParams {
	end := day.On(contract.EndsAt, zone).AddYears(int(bought.Years), day.On(contract.CreatedAt, zone)).Begins(bought.Zone)
	return term(bought, contract.ID, contract.EndsAt, end)
}

func term(bought db.Order, subscriptionID uuid.UUID, start, end time.Time) db.InsertTermParams {
	return db.InsertTermParams{
		SubscriptionID: subscriptionID, StartsAt: start, EndsAt: end, Zone: bought.Zone, OrderID: bought.ID,
		PackageID: bought.PackageID, PackageName: bought.PackageName, ProductID: bought.ProductID, Services: bought.Services, Years: bought.Years,
	}
}
