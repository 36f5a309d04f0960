package core

import (
	"context"
	"errors"
	"slices"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
)

// The fields that report a duplicate.
const (
	FieldDuplicate        = "duplicate"        // certain: the widget goes to /duplicate
	FieldDuplicateWarning = "duplicateWarning" // likely: the user may confirm and send again
)

// CountDuplicate counts a response that revealed an account, and returns the error. It counts outside the transaction, which was rolled back.
func (c *Core) CountDuplicate(ctx context.Context, err error, meta caller.Meta) error {
	var invalid *fault.ValidationError
	if !errors.As(err, &invalid) || !slices.ContainsFunc(invalid.Violations, func(v fault.Violation) bool {
		return v.Field == FieldDuplicate || v.Field == FieldDuplicateWarning
	}) {
		return err
	}
	if _, limited := c.CountEvent(ctx, c.Q, LimitDuplicates, c.Limits.Duplicates, meta.ClientAddr); limited != nil {
		return limited
	}
	return err
}
