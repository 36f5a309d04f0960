package sandbox

// testProducts holds the product data of the documented test cards: see [instrument.indicator].
var testProducts = map[string]map[string]string{
	"4111111111111210": {"prepaid": "Yes"},
	"4229989900000002": {"prepaid-reloadable": "Yes", "prepaid": "Yes"},
	"4111111111131010": {"commercial": "Yes"},
	"4229989800000003": {"business": "Yes"},
	"4229989700000004": {"consumer": "Yes"},
	"4229989100000000": {"corporate": "Yes"},
	"4229989500000006": {"purchase": "Yes"},
	"4111111114101010": {"payroll": "Yes", "product-id": "MSA"},
	"4111111510101010": {"healthcare": "Yes", "product-id": "J3"},
	"4111161010101010": {"durbin-regulated": "Yes"},
	"4117101010101010": {"debit": "Yes"},
	"4111111141010101": {"issuing-bank": "NETWORK ONLY"},
	"4111111111310101": noIndicators(),
	unknownCard:        {},
}

// unknownCard is the documented card without any product data or country.
const unknownCard = "4111111111112101"

// noIndicators returns the indicators of a card for which all of them are No.
func noIndicators() map[string]string {
	none := map[string]string{"product-id": "MSB"}
	for _, name := range indicators {
		none[name] = "No"
	}
	return none
}
