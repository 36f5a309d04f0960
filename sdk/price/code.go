package price

import "github.com/cojoin/cojoin/sdk/text"

// The codes of invalid orders, coupons and subscription codes: keys of sdk/text/<language>/catalog.json.
const (
	CodeOrderPackageUnknown    text.Code = "order_package_unknown"
	CodeOrderPackageMismatch   text.Code = "order_package_mismatch"
	CodeOrderProductRequired   text.Code = "order_product_required"
	CodeOrderProductUnknown    text.Code = "order_product_unknown"
	CodeOrderProductUnexpected text.Code = "order_product_unexpected"
	CodeOrderServiceUnknown    text.Code = "order_service_unknown"
	CodeOrderServiceTwice      text.Code = "order_service_twice"
	CodeOrderServiceUnexpected text.Code = "order_service_unexpected"

	CodeCouponInvalid            text.Code = "coupon_invalid"
	CodeCouponOutdone            text.Code = "coupon_outdone"
	CodePricingChanged           text.Code = "pricing_changed"
	CodeSubscriptionCodeMistyped text.Code = "subscription_code_mistyped"
	CodeSubscriptionCodesTooMany text.Code = "subscription_codes_too_many"
)
