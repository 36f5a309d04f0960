package payment

// InterruptPoint is a point of a payment at which a test of faults may kill the process.
type InterruptPoint string

// The points, in the order of a payment: before and after each step, and between a step's commit and its request to the provider.
const (
	InterruptBeforeReserve  InterruptPoint = "reserve_before"  // nothing is written
	InterruptAfterReserve   InterruptPoint = "reserve_after"   // order and attempt are committed as created
	InterruptAfterSend      InterruptPoint = "send_after"      // sent is committed, and nothing was sent
	InterruptAfterAuthorize InterruptPoint = "authorize_after" // the provider has answered, and nothing is written
	InterruptWithinPlace    InterruptPoint = "place_within"    // everything is written, and nothing committed
	InterruptAfterPlace     InterruptPoint = "place_after"     // the order is committed, and no response was sent
	InterruptBeforeCapture  InterruptPoint = "capture_before"  // a worker has the job
	InterruptBegunCapture   InterruptPoint = "capture_begun"   // capturing is committed, and nothing was sent
	InterruptAfterCapture   InterruptPoint = "capture_after"   // the provider has answered, and nothing is written
	InterruptAfterSettle    InterruptPoint = "settle_after"    // captured is committed
	InterruptBeforeSearch   InterruptPoint = "search_before"   // the attempt is claimed
	InterruptAfterSearch    InterruptPoint = "search_after"    // the provider has answered, and nothing is written
	InterruptAfterReconcile InterruptPoint = "reconcile_after" // the search's result is committed
	InterruptAfterVoid      InterruptPoint = "void_after"      // the provider has voided, and nothing is written

	InterruptBeforeRenewal      InterruptPoint = "renewal_before"       // a worker has the job, and nothing is written
	InterruptBegunRenewal       InterruptPoint = "renewal_begun"        // order and attempt are committed as created
	InterruptSentRenewal        InterruptPoint = "renewal_sent"         // sent is committed, and nothing was sent
	InterruptAuthorizedRenewal  InterruptPoint = "renewal_authorized"   // the provider has answered, and nothing is written
	InterruptWithinRenewalPlace InterruptPoint = "renewal_place_within" // the next term is written, and nothing committed
	InterruptAfterRenewalPlace  InterruptPoint = "renewal_place_after"  // the next term is committed
)

// InterruptPoints are all points: server points first, then worker points, then those of a renewal.
var InterruptPoints = []InterruptPoint{
	InterruptBeforeReserve, InterruptAfterReserve, InterruptAfterSend, InterruptAfterAuthorize, InterruptWithinPlace, InterruptAfterPlace,
	InterruptBeforeCapture, InterruptBegunCapture, InterruptAfterCapture, InterruptAfterSettle,
	InterruptBeforeSearch, InterruptAfterSearch, InterruptAfterReconcile, InterruptAfterVoid,
	InterruptBeforeRenewal, InterruptBegunRenewal, InterruptSentRenewal, InterruptAuthorizedRenewal, InterruptWithinRenewalPlace, InterruptAfterRenewalPlace,
}
