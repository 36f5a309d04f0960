package orders

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/price"
)

// ExhaustedCoupons returns the coupons of a catalog that have reached their limit. It queries only coupons with a limit; the shipped ones have none.
func (c *Engine) ExhaustedCoupons(ctx context.Context, q *db.Queries, cat *price.Catalog) ([]string, error) {
	var limited []string
	for i := range cat.Coupons {
		if cat.Coupons[i].MaxUses > 0 {
			limited = append(limited, cat.Coupons[i].Code)
		}
	}
	if len(limited) == 0 {
		return nil, nil
	}
	counts, err := q.CouponCounts(ctx, limited)
	if err != nil {
		return nil, fmt.Errorf("count coupons: %w", err)
	}
	var exhausted []string
	for _, n := range counts {
		if int(n.Taken) >= cat.Coupon(n.CouponCode).MaxUses {
			exhausted = append(exhausted, n.CouponCode)
		}
	}
	return exhausted, nil
}

func (c *Engine) reserveCoupon(ctx context.Context, q *db.Queries, orderID uuid.UUID, r *price.Repriced, lang string) error {
	if r.Priced.CouponCode == "" {
		return nil
	}
	most := r.CouponMaxUses
	if most > 0 {
		n, err := q.TakeCoupon(ctx, r.Priced.CouponCode, pg.ClampInt32(most))
		if err != nil {
			return fmt.Errorf("take coupon: %w", err)
		}
		if n == 0 {
			return &fault.ValidationError{Violations: fault.Violations{form.Violation("promoCodes", price.CodeCouponInvalid, lang, nil)}}
		}
	}
	if err := q.ReserveCoupon(ctx, orderID, r.Priced.CouponCode, most > 0, c.core.Now()); err != nil {
		return fmt.Errorf("reserve coupon: %w", err)
	}
	return nil
}

func (c *Engine) releaseCoupon(ctx context.Context, q *db.Queries, orderID uuid.UUID) error {
	use, err := q.ReleaseCoupon(ctx, orderID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("release coupon: %w", err)
	}
	if use.Limited {
		if err := q.GiveBackCoupon(ctx, use.CouponCode); err != nil {
			return fmt.Errorf("give back coupon: %w", err)
		}
	}
	return nil
}
