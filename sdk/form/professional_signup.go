package form

// FilledStep is the last step of which something is filled in, or the first.
func (p Professional) FilledStep() int {
	switch {
	case p.SecurityQuestion != "" || p.SecurityAnswer != "" || p.SecurityCode != "" || p.SecurityCodeConfirm != "":
		return 3
	case p.PracticeName != "" || p.AddressLine1 != "" || p.AddressLine2 != "" || p.Country != "" || p.City != "" ||
		p.Region != "" || p.PostalCode != "" || p.Timezone != "" || len(p.Roles) > 0:
		return 2
	}
	return 1
}
