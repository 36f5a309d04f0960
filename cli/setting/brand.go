package setting

import (
	"fmt"
	netmail "net/mail"
	"os"
	"strings"

	"github.com/cojoin/cojoin/sdk/brand"
	"github.com/cojoin/cojoin/sdk/form"
)

// ReadBrand reads a brand from JSON or from a file of that name.
func ReadBrand(v string) (brand.Brand, error) {
	raw := []byte(v)
	if !strings.HasPrefix(strings.TrimSpace(v), "{") {
		var err error
		if raw, err = os.ReadFile(v); err != nil {
			return brand.Brand{}, Readable(err)
		}
	}
	return brand.Read(raw)
}

// Sender returns the sender of every email. A sender without a name gets the product's name.
func (s *Config) Sender() string {
	from, err := netmail.ParseAddress(s.MailFrom)
	if err != nil { // the setting was checked
		return s.MailFrom
	}
	if from.Name == "" {
		from.Name = s.Product
	}
	return from.String()
}

// readPasswordFilter reads the filter in a file.
func readPasswordFilter(file string) (*form.PasswordFilter, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, Readable(err)
	}
	filter, err := form.ReadPasswordFilter(raw)
	if err != nil {
		return nil, fmt.Errorf("%s %w", file, err)
	}
	return filter, nil
}
