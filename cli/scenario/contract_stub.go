package scenario

import "errors"

// Serial reports whether a scenario can't run beside others: it moves the server's clock, or makes the server look at every payment.
func (s *Scenario) Serial() bool {
	for _, step := range s.Steps {
		if step.Later != nil || step.Bank != nil || step.PayAgain != nil || step.Method != nil {
			return true
		}
	}
	return false
}

// Read reads and checks the scenarios of a text, as [Load] does for a file.
func Read(name string, raw []byte, _ Inputs) ([]*Scenario, error) {
	var all []*Scenario
	var mistakes []error
	for _, document := range documentsOf(raw) {
		s, err := Parse(name, document)
		if err != nil {
			mistakes = append(mistakes, err)
			continue
		}
		all = append(all, s)
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, err
	}
	return all, nil
}
