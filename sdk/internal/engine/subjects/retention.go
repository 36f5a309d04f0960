package subjects

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/site"
)

// retention is a rule: how long rows are kept, and how they are removed. The purge, [Engine.Due], the data map and its page are made from the
// list of all rules. A test compares the triggers of the append-only tables with it.
type retention struct {
	table string
	what  string // the rows, in words
	keep  string // an interval that both Postgres and readers of the page understand
	after string // the moment from which it counts, in words
	since string // the column with that moment
	where string // condition for the rows; empty: all
	// ever is set for a table with rows that can't be deleted before their time, nor changed (receipts can). Its trigger compares the time
	// with the database's clock, so a wrong server clock can't end it early.
	ever bool
	// busy is set for a table with constant writes: a row that is locked is left for the next purge.
	busy bool
	// lapse is set for a rule that an operator may configure; keep has the default.
	lapse func(site.Lapses) time.Duration
	// empty removes the content of a batch of due rows, and empties describes that in words; nil: the rows are deleted.
	empty   func(c *Engine, ctx context.Context, q *db.Queries, before time.Time) (int, error)
	empties string
	count   func(*privacy.Purged) *int // the purge's counter
}

// The reason for each period is in docs/privacy/retention.md.
var retentions = []retention{
	{table: "registrations", what: "data entered in an unfinished sign-up", keep: "30 days", after: "it expired", since: "expires_at",
		where: "t.state = 'expired' AND t.purged_at IS NULL", count: func(p *privacy.Purged) *int { return &p.Registrations },
		empties: "emptied; progress and choices stay, for the funnel",
		empty:   (*Engine).purgeExpired},
	{table: "registrations", what: "data entered in a paid sign-up", keep: "24 hours", after: "the payment, for lost responses and reloads", since: "paid_at",
		where: "t.state = 'paid' AND t.purged_at IS NULL", count: func(p *privacy.Purged) *int { return &p.Registrations },
		empties: "emptied; the account has the data",
		empty:   (*Engine).purgePaid},
	{table: "invitations", what: "unaccepted invitations", keep: "30 days", lapse: func(l site.Lapses) time.Duration { return l.Invitations },
		after: "the last link ended", since: "expires_at", where: "t.state = 'open'",
		count: func(p *privacy.Purged) *int { return &p.Invitations }, empties: "revoked: another person may be invited to the seat",
		empty: (*Engine).endInvitations},
	{table: "persons", what: "people named by others", keep: "0 hours", after: "30 days after the end of their invitation's last link, or of their code's batch",
		since: "keep_until", count: func(p *privacy.Purged) *int { return &p.Persons }, empties: "emptied, and their keys deleted",
		empty: (*Engine).forgetPersons},
	{table: "professionals", what: "accounts of professionals with an unused welcome link and no codes", keep: "7 days", lapse: func(l site.Lapses) time.Duration { return l.Professionals },
		after: "they signed up", since: "created_at",
		where: "t.state = 'pending_verification' AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = t.account_id AND a.state = 'created')" +
			" AND NOT EXISTS (SELECT 1 FROM code_batches b WHERE b.professional_id = t.id)",
		count: func(p *privacy.Purged) *int { return &p.Persons }, empties: "closed; the person's data is emptied, and their key deleted", empty: (*Engine).closeUnproved},
	{table: "quotes", what: "displayed prices", keep: "7 days", after: "they expired", since: "expires_at", count: func(p *privacy.Purged) *int { return &p.Quotes }},
	{table: "idempotency_records", what: "stored answers", keep: "0 hours", after: "they expire, 24 hours after the call", since: "expires_at", count: func(p *privacy.Purged) *int { return &p.Answers }},
	{table: "tokens", what: "links and logins", keep: "30 days", after: "they expired", since: "expires_at", count: func(p *privacy.Purged) *int { return &p.Tokens }},
	{table: "rate_limits", what: "counts of calls, and addresses and browsers of accounts' logins, all hashed", keep: "0 hours", after: "the end of their window: at most a day; 90 days for addresses, a year after the last login for browsers", since: "ends_at", busy: true, count: func(p *privacy.Purged) *int { return &p.RateLimits }},
	{table: "decline_counts", what: "counts of payments and of declines", keep: "24 hours", after: "their minute", since: "minute", busy: true, count: func(p *privacy.Purged) *int { return &p.RateLimits }},
	{table: "payment_audits", what: "number of differences found by each daily audit of payments", keep: "400 days", after: "the audit; the last one stays", since: "at",
		where: "t.at < (SELECT max(n.at) FROM payment_audits n)", count: func(p *privacy.Purged) *int { return &p.Events }},
	{table: "page_files", what: "files of earlier releases", keep: "90 days", after: "the next release replaced them", since: "published_at",
		where: "t.published_at < (SELECT max(n.published_at) FROM page_files n)", count: func(p *privacy.Purged) *int { return &p.PageFiles }},
	{table: "mail_deliveries", what: "record of mails handed to the mail server", keep: "90 days", after: "the mail", since: "sent_at", count: func(p *privacy.Purged) *int { return &p.Mails }},
	{table: "invitation_refusals", what: "addresses that refuse invitations, with the refused senders, hashed", keep: "3 years", after: "the refusal", since: "created_at", count: func(p *privacy.Purged) *int { return &p.Mails }},
	{table: "host_events", what: "events of the customer's application", keep: "90 days", after: "the event; the last one stays, because positions continue from it", since: "created_at",
		where: "t.position < (SELECT max(m.position) FROM host_events m)", count: func(p *privacy.Purged) *int { return &p.Events }},
	{table: "host_deliveries", what: "deliveries of these events to each endpoint", keep: "90 days", after: "the delivery was created", since: "created_at", busy: true, count: func(p *privacy.Purged) *int { return &p.Events }},
	{table: "host_login_codes", what: "codes that lead to the customer's application", keep: "0 hours", after: "they expire, a minute after their creation", since: "expires_at", count: func(p *privacy.Purged) *int { return &p.Tokens }},
	{table: "payment_switches", what: "operators' decisions to close, tighten or open payments, with their reasons", keep: "400 days", after: "the switch", since: "at", ever: true, count: func(p *privacy.Purged) *int { return &p.Events }},
	{table: "operator_readings", what: "operators' accesses to people's data", keep: "400 days", after: "the access", since: "at", ever: true, count: func(p *privacy.Purged) *int { return &p.Readings }},
	{table: "registration_events", what: "history of a sign-up", keep: "400 days", after: "the event", since: "at", ever: true, count: func(p *privacy.Purged) *int { return &p.Events }},
	{table: "account_events", what: "history of an account", keep: "3 years", after: "the event", since: "at", ever: true, count: func(p *privacy.Purged) *int { return &p.Events }},
	{table: "privacy_events", what: "requested copies of data and erasures", keep: "3 years", after: "the request", since: "at", ever: true, count: func(p *privacy.Purged) *int { return &p.Events }},
	{table: "code_batch_events", what: "history of a batch of codes", keep: "10 years", after: "the event", since: "at", ever: true, count: func(p *privacy.Purged) *int { return &p.Events }},
	{table: "receipts", what: "receipts, and personal data in orders, prices and payments", keep: "10 years", after: "the purchase", since: "created_at", ever: true,
		count: func(p *privacy.Purged) *int { return &p.Receipts }, empties: "deleted; amounts and dates of orders and payments stay", empty: (*Engine).endReceipts},
	{table: "payment_events", what: "history of a payment", keep: "10 years", after: "the event", since: "at", ever: true, count: func(p *privacy.Purged) *int { return &p.Events }},
}

// rules returns the rules with the operator's settings.
func (c *Engine) rules() []retention {
	out := slices.Clone(retentions)
	for i, r := range out {
		if r.lapse != nil {
			out[i].keep = interval(r.lapse(c.core.Lapses))
		}
	}
	return out
}

// interval formats a duration for both Postgres and people.
func interval(d time.Duration) string {
	const day = 24 * time.Hour
	if d%day == 0 {
		return fmt.Sprintf("%d days", d/day)
	}
	return fmt.Sprintf("%g hours", d.Hours())
}

// before returns SQL for the latest start of a period that has ended by $1.
func (r retention) before() string {
	now := "$1::timestamptz"
	if r.ever {
		now = "least($1::timestamptz, now())"
	}
	return fmt.Sprintf("%s - interval '%s'", now, r.keep)
}

// due returns the condition for the rows that are due at $1.
func (r retention) due() string {
	condition := fmt.Sprintf("t.%s < %s", r.since, r.before())
	if r.where != "" {
		condition += " AND " + r.where
	}
	return condition
}

// deletion returns the statement that deletes at most $2 rows that are due.
func (r retention) deletion() string {
	locked := ""
	if r.busy {
		locked = " FOR UPDATE SKIP LOCKED"
	}
	return fmt.Sprintf("DELETE FROM %s WHERE ctid = ANY (ARRAY(SELECT t.ctid FROM %s t WHERE %s LIMIT $2%s))", r.table, r.table, r.due(), locked)
}

// batch purges one batch of due rows and returns their number.
func (r retention) batch(ctx context.Context, c *Engine, tx *pg.Tx) (int, error) {
	now := c.core.Now()
	if r.empty != nil {
		var before time.Time
		if err := tx.QueryRow(ctx, "SELECT "+r.before(), now).Scan(&before); err != nil {
			return 0, fmt.Errorf("%s: %w", r.table, err)
		}
		return r.empty(c, ctx, tx.Queries, before)
	}
	tag, err := tx.Exec(ctx, r.deletion(), now, purgeBatch)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", r.table, err)
	}
	return int(tag.RowsAffected()), nil
}

// kept returns the period, in words.
func (r retention) kept() string {
	if strings.HasPrefix(r.keep, "0 ") {
		return "until " + r.after
	}
	return r.keep + " after " + r.after
}

// goes returns the way in which rows are removed, in words.
func (r retention) goes() string {
	if r.empty != nil {
		return r.empties
	}
	return "deleted"
}

// keptOf returns the periods of a table's rows, in words; empty if it has no rule.
func keptOf(table string) string {
	var all []string
	for _, r := range retentions {
		if r.table == table {
			all = append(all, r.kept())
		}
	}
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	all = nil
	for _, r := range retentions {
		if r.table == table {
			all = append(all, r.what+": "+r.kept())
		}
	}
	return strings.Join(all, "; ")
}

// Retentions lists every rule.
func Retentions() []privacy.Retention {
	out := make([]privacy.Retention, len(retentions))
	for i, r := range retentions {
		out[i] = privacy.Retention{Table: r.table, What: r.what, Kept: r.kept(), Goes: r.goes()}
	}
	return out
}

// dueHorizon is the time that [Engine.Due] looks ahead.
const dueHorizon = 30 * 24 * time.Hour

// Due implements [privacy.Client].
func (c *Engine) Due(ctx context.Context) ([]privacy.Due, error) {
	now := c.core.Now()
	rules := c.rules()
	out := make([]privacy.Due, len(rules))
	for i, r := range rules {
		out[i] = privacy.Due{Table: r.table, What: r.what, Kept: r.kept(), Removal: r.goes()}
		var next *time.Time
		err := c.core.Pool.QueryRow(ctx, r.forecast(), now.Add(dueHorizon), now, now.Add(24*time.Hour)).Scan(&out[i].Now, &out[i].Day, &out[i].Month, &next)
		if err != nil {
			return nil, fmt.Errorf("due: %s: %w", r.table, err)
		}
		if next != nil && out[i].Now == 0 {
			at := next.UTC()
			out[i].NextAt = &at
		}
	}
	return out, nil
}

// forecast returns the statement that counts the rows due at $2, $3 and $1, and finds the time of the first.
func (r retention) forecast() string {
	goes := fmt.Sprintf("t.%s + interval '%s'", r.since, r.keep)
	ahead := r
	ahead.ever = false // the database's clock isn't there yet
	return fmt.Sprintf("SELECT count(*) FILTER (WHERE %s < $2::timestamptz), count(*) FILTER (WHERE %s < $3::timestamptz), count(*), min(%s) FROM %s t WHERE %s",
		goes, goes, goes, r.table, ahead.due())
}
