package core

import "github.com/cojoin/cojoin/sdk/secret"

// MailRoute is where links in mails lead, below the site's public address.
const MailRoute = "/app/join"

// Link is an address of ours whose secret stands in the fragment, where no server and no referrer sees it.
func (c *Core) Link(route, userID string, token secret.Secret) string {
	return c.Site.PublicURL + MailRoute + route + "#userId=" + userID + "&token=" + token.Reveal()
}
