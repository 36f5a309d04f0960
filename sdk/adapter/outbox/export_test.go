package outbox

// Statements are the statements that show mails of the outbox, by name.
func Statements() map[string]string {
	return map[string]string{"listMails": listMails, "getMail": getMail}
}
