package price

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/gateway"
)

// Hidden holds the payment methods and card brands that a package can't be paid with. [gateway.PaymentMethods] and [gateway.CardBrands] list the
// field names.
type Hidden struct {
	HideApplePay bool `json:"hideApplePay,omitempty"`
	HidePayPal   bool `json:"hidePayPal,omitempty"`
	HideVenmo    bool `json:"hideVenmo,omitempty"`
	HideAmex     bool `json:"hideAmex,omitempty"`
	HideDiscover bool `json:"hideDiscover,omitempty"`
}

func (p *CatalogPackage) hidden() Hidden {
	return Hidden{
		HideApplePay: p.Hides(string(gateway.PaymentApplePay)), HidePayPal: p.Hides(string(gateway.PaymentPayPal)),
		HideVenmo: p.Hides(string(gateway.PaymentVenmo)), HideAmex: p.Hides("AMEX"), HideDiscover: p.Hides("DISCOVER"),
	}
}

// Hides reports whether the package can't be paid with a payment type or a card brand.
func (p *CatalogPackage) Hides(way string) bool { return slices.Contains(p.Hide, way) }
