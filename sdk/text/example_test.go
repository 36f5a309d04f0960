package text_test

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/text"
)

// A language without texts falls back to English.
func ExampleIn() {
	for _, locale := range []string{"en-GB", "es-MX", "fr"} {
		fmt.Println(text.In(text.Language(locale), "field_required", nil))
	}
	// Output:
	// This field is required
	// Este campo es obligatorio
	// This field is required
}
