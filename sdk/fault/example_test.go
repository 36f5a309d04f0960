package fault_test

import (
	"errors"
	"fmt"

	"github.com/cojoin/cojoin/sdk/fault"
)

// A program shows the violations, and handles faults by name.
func Example() {
	for _, err := range []error{
		&fault.ValidationError{Violations: fault.Violations{{Field: "parent.lastName", Code: "field_required", Text: "This field is required"}}},
		fmt.Errorf("read: %w", fault.RegistrationGone),
	} {
		var invalid *fault.ValidationError
		switch {
		case errors.As(err, &invalid):
			fmt.Println(invalid.Violations[0].Field, invalid.Violations[0].Text)
		case errors.Is(err, fault.RegistrationGone):
			fmt.Println("start again")
		}
	}
	// Output:
	// parent.lastName This field is required
	// start again
}
