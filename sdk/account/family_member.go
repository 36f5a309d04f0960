package account

// FamilyMember is a member of a family, as the welcome page shows it.
type FamilyMember struct {
	UserID          string `json:"userId,omitempty" doc:"Parents only"`
	FirstName       string `json:"firstName"`
	LastName        string `json:"lastName"`
	Color           string `json:"color" doc:"CSS color on which white text is readable, e.g. #1f6f5c"`
	DisplayInitials string `json:"displayInitials"`
}
