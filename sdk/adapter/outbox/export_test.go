package outbox

// Statements returns the statements that read mails, by name.
func Statements() map[string]string {
	return map[string]string{"listMails": listMails, "getMail": getMail}
}
