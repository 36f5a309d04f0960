package professional

// State is where a professional's account stands.
type State string

// The states of a professional. Codes can be bought in the first already.
const (
	Pending   State = "pending_verification"
	Verified  State = "verified"
	Suspended State = "suspended"
)

// Account is a professional as an operator sees them.
type Account struct {
	ProfessionalID string `json:"professionalId"`
	UserID         string `json:"userId"`
	State          State  `json:"state"`
	FirstName      string `json:"firstName"`
	LastName       string `json:"lastName"`
	Email          string `json:"email"`
}
