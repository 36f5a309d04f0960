package core

import "github.com/cojoin/cojoin/sdk/secret"

// MailRoute is where links in mails lead, below the site's public address.
const MailRoute = "/app/join"

// Link returns the address of a page with the secret in its fragment, which browsers send to no server and in no referrer.
func (c *Core) Link(route, userID string, token secret.Secret) string {
	return c.Site.PublicURL + MailRoute + route + "#userId=" + userID + "&token=" + token.Reveal()
}

// SignupLink returns the address at which a sign-up goes on in its language, with its key in the fragment.
func (c *Core) SignupLink(signupID, lang string, token secret.Secret) string {
	return c.Site.PublicURL + MailRoute + "/resume#signupId=" + signupID + "&lang=" + lang + "&token=" + token.Reveal()
}

// Question is what a mailed link asks, on a page with one button, before anything happens.
type Question string

// The questions.
const (
	QuestionNotMe   Question = "not-me"  // wasn't it you who logged in?
	QuestionUnknown Question = "unknown" // don't you know who invited you?
)

// QuestionLink returns the address of the page that asks a question in a language, with the secret in its fragment.
func (c *Core) QuestionLink(asked Question, lang string, token secret.Secret) string {
	return c.Site.PublicURL + "/app/mail/" + string(asked) + "?lang=" + lang + "#token=" + token.Reveal()
}
