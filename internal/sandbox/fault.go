package sandbox

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// FaultKind is the kind of an injected fault.
type FaultKind string

// The kinds of faults. All except decline, reset and the search faults spoil the response after the call took effect,
// unless [Fault.BeforeActing] is set.
const (
	FaultDecline      FaultKind = "decline"       // the processor declines: a sale or a refund with Code (default 2000), or a settlement
	FaultDelay        FaultKind = "delay"         // the response comes after DelayMS
	FaultDrop         FaultKind = "drop"          // the connection ends without a response
	FaultCut          FaultKind = "cut"           // the response ends after half of its body
	FaultEmpty        FaultKind = "empty"         // the response has no body
	FaultError        FaultKind = "error"         // the response has the status Status (default 503)
	FaultReset        FaultKind = "reset"         // the connection is reset before the call takes effect
	FaultSearchEmpty  FaultKind = "search-empty"  // searches find nothing
	FaultSearchLag    FaultKind = "search-lag"    // searches find no transaction younger than DelayMS
	FaultSearchDouble FaultKind = "search-double" // searches find everything twice
)

// FaultKinds lists all kinds, for help and completion.
var FaultKinds = []FaultKind{
	FaultDecline, FaultDelay, FaultDrop, FaultCut, FaultEmpty, FaultError, FaultReset, FaultSearchEmpty, FaultSearchLag, FaultSearchDouble,
}

// Operations lists the calls that a fault can affect. "any" matches all of them.
var Operations = []string{"any", "client_token", "sale", "find", "search", "submit_for_settlement", "void", "refund", "settle", "customer", "payment_method", "dispute", "webhook"}

// Fault is an injected failure of the next matching calls.
type Fault struct {
	Kind FaultKind `json:"kind"`
	// Operation is the affected call. Default: search for the search faults, else sale.
	// A webhook can only be dropped or delayed.
	Operation string `json:"operation,omitempty"`
	// Count is the number of affected calls. Default 1; -1 means all until the fault is cleared.
	Count int `json:"count,omitempty"`
	// OrderID limits it to calls with this order ID. Default: any.
	OrderID string `json:"orderId,omitempty"`
	// Token limits it to calls with this vaulted payment method, such as renewals. Default: any.
	Token string `json:"token,omitempty"`
	// DelayMS is the delay in milliseconds. Default 1000; at most 10 minutes.
	DelayMS int `json:"delayMs,omitempty"`
	// Status is the HTTP status of the kind error, 500 to 599. Default 503.
	Status int `json:"status,omitempty"`
	// Code is the processor response code of the kind decline, 2000 to 2999. Default 2000.
	Code string `json:"code,omitempty"`
	// BeforeActing prevents the call's effect: the response is spoiled and nothing happens. A delay comes
	// before the effect.
	BeforeActing bool `json:"beforeActing,omitempty"`
}

var declineForm = regexp.MustCompile(`^2\d{3}$`)

// complete fills in the defaults and validates the fault.
func (f Fault) complete() (Fault, error) {
	if !slices.Contains(FaultKinds, f.Kind) {
		return f, fmt.Errorf("there is no fault %q; there are %s", f.Kind, join(FaultKinds))
	}
	search := strings.HasPrefix(string(f.Kind), "search-")
	if f.Operation == "" {
		f.Operation = "sale"
		if search {
			f.Operation = "search"
		}
	}
	if f.Count == 0 {
		f.Count = 1
	}
	if f.DelayMS == 0 {
		f.DelayMS = 1000
	}
	if f.Status == 0 {
		f.Status = 503
	}
	switch {
	case !slices.Contains(Operations, f.Operation):
		return f, fmt.Errorf("there is no operation %q; there are %s", f.Operation, strings.Join(Operations, ", "))
	case f.Kind == FaultDecline && !slices.Contains([]string{"sale", "settle", "refund"}, f.Operation), search && f.Operation != "search" && f.Operation != "dispute",
		f.Operation == "webhook" && f.Kind != FaultDrop && f.Kind != FaultDelay:
		return f, fmt.Errorf("%s can't go wrong with %s", f.Operation, f.Kind)
	case f.Count < -1:
		return f, fmt.Errorf("a count is 1 or more, or -1 for every call")
	case f.DelayMS < 0 || f.DelayMS > 600_000:
		return f, fmt.Errorf("a delay is at most 600000 milliseconds")
	case f.Status < 500 || f.Status > 599:
		return f, fmt.Errorf("an error's status is 500 to 599")
	case f.Code != "" && !declineForm.MatchString(f.Code):
		return f, fmt.Errorf("a decline's code is 2000 to 2999")
	}
	return f, nil
}

func join(kinds []FaultKind) string {
	all := make([]string, len(kinds))
	for i, k := range kinds {
		all[i] = string(k)
	}
	return strings.Join(all, ", ")
}

func (f Fault) delay() time.Duration { return time.Duration(f.DelayMS) * time.Millisecond }

func (f Fault) processorCode() string {
	if f.Code == "" {
		return "2000"
	}
	return f.Code
}

func (f Fault) fits(operation, orderID, token string) bool {
	return (f.Operation == "any" || f.Operation == operation) && (f.OrderID == "" || f.OrderID == orderID) && (f.Token == "" || f.Token == token)
}

// faultFor returns the fault for the call and counts it down, or nil. The header's fault takes precedence.
func (s *Sandbox) faultFor(operation, orderID, token, header string) (*Fault, error) {
	if header != "" {
		f, err := readFaultHeader(header)
		if err != nil {
			return nil, err
		}
		if f.Operation == "" || f.fits(operation, orderID, token) {
			f.Operation = ""
			return &f, nil
		}
	}
	for i, f := range s.faults {
		if !f.fits(operation, orderID, token) {
			continue
		}
		if f.Count > 0 {
			if s.faults[i].Count--; s.faults[i].Count == 0 {
				s.faults = slices.Delete(s.faults, i, i+1)
			}
		}
		return &f, nil
	}
	return nil, nil
}

// FaultHeader is a request header that injects a fault into its request: "drop", "delay=500", "error=500" or
// "decline=2001". The suffix ";before" sets [Fault.BeforeActing].
const FaultHeader = "Sandbox-Fault"

func readFaultHeader(value string) (Fault, error) {
	value, before := strings.CutSuffix(value, ";before")
	kind, arg, _ := strings.Cut(value, "=")
	f := Fault{Kind: FaultKind(kind), BeforeActing: before}
	var err error
	switch {
	case arg == "":
	case f.Kind == FaultDecline:
		f.Code = arg
	case f.Kind == FaultError:
		f.Status, err = strconv.Atoi(arg)
	default:
		f.DelayMS, err = strconv.Atoi(arg)
	}
	if err != nil {
		return f, fmt.Errorf("%s: %q is not a number", FaultHeader, arg)
	}
	if f, err = f.complete(); err != nil {
		return f, fmt.Errorf("%s: %w", FaultHeader, err)
	}
	f.Operation = "" // any call with the header
	return f, nil
}

// AddFault injects a fault into the next matching calls.
func (s *Sandbox) AddFault(f Fault) error {
	f, err := f.complete()
	if err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.faults) >= 1000 {
		return fmt.Errorf("sandbox: 1000 faults are waiting already")
	}
	s.faults = append(s.faults, f)
	return nil
}

// Faults returns the pending faults.
func (s *Sandbox) Faults() []Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}

// ClearFaults removes all faults.
func (s *Sandbox) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}
