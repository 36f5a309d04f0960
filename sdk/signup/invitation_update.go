package signup

import "github.com/google/uuid"

// Fresh reports whether the draft has no row yet.
func (d *Draft) Fresh() bool { return d.Row.ID == uuid.Nil }
