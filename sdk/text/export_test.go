package text

// All returns every message of a language, by code.
func All(lang string) map[Code]string { return messages[lang] }
