package payment

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// GatewayOrderID returns the order id of an attempt at the provider. [ParseGatewayOrderID] is its inverse.
func GatewayOrderID(orderID uuid.UUID, number int16) string {
	return fmt.Sprintf("%s-%d", orderID, number)
}

// ParseGatewayOrderID returns the order and the number of the attempt from its [GatewayOrderID]. ours is false for any other order id: the provider's
// account may have other users.
func ParseGatewayOrderID(id string) (orderID uuid.UUID, number int16, ours bool) {
	cut := strings.LastIndexByte(id, '-')
	if cut < 0 {
		return uuid.Nil, 0, false
	}
	// The errors are ignored: an id that doesn't parse fails the comparison below.
	orderID, _ = uuid.Parse(id[:cut])
	n, _ := strconv.ParseInt(id[cut+1:], 10, 16)
	number = int16(n)
	if GatewayOrderID(orderID, number) != id {
		return uuid.Nil, 0, false
	}
	return orderID, number, true
}
