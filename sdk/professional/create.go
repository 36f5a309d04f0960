package professional

// State is the state of a professional's account.
type State string

// The states of a professional. Pending ones can already buy codes.
const (
	Pending   State = "pending_verification"
	Verified  State = "verified"
	Suspended State = "suspended"
)

// Account is a professional in an operator's view.
type Account struct {
	ProfessionalID string `json:"professionalId"`
	UserID         string `json:"userId"`
	State          State  `json:"state"`
	FirstName      string `json:"firstName"`
	LastName       string `json:"lastName"`
	Email          string `json:"email"`
}
