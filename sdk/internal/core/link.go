package core

import "github.com/cojoin/cojoin/sdk/secret"

// MailRoute is the path of links in mails, below the site's public URL.
const MailRoute = "/app/join"

// Link returns the URL of a page with the secret in its fragment, which browsers send neither to a server nor in a referrer.
func (c *Core) Link(route, userID string, token secret.Secret) string {
	return c.Site.PublicURL + MailRoute + route + "#userId=" + userID + "&token=" + token.Reveal()
}

// SignupLink returns the URL that continues a sign-up in its language, with its key in the fragment.
func (c *Core) SignupLink(signupID, lang string, token secret.Secret) string {
	return c.Site.PublicURL + MailRoute + "/resume#signupId=" + signupID + "&lang=" + lang + "&token=" + token.Reveal()
}

// Question is a question on a mailed link's page with one button, before anything happens.
type Question string

// The questions.
const (
	QuestionNotMe   Question = "not-me"  // wasn't it you who logged in?
	QuestionUnknown Question = "unknown" // don't you know the inviter?
)

// QuestionLink returns the URL of a question's page in a language, with the secret in its fragment.
func (c *Core) QuestionLink(question Question, lang string, token secret.Secret) string {
	return c.Site.PublicURL + "/app/mail/" + string(question) + "?lang=" + lang + "#token=" + token.Reveal()
}
