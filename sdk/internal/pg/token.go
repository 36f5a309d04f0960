package pg

// Ptr gives a pointer to a value, for columns that may be NULL.
func Ptr[T any](v T) *T { return &v }

// Optional gives a pointer to a text, nil for the empty one.
func Optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// OrEmpty gives what a column holds, empty for NULL.
func OrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
