package stack

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/site"
)

// Metrics holds a process's metrics and their registry.
type Metrics struct {
	Registry *prometheus.Registry
	gateway  *prometheus.HistogramVec
	codes    *prometheus.CounterVec
	payments *prometheus.CounterVec
	hashing  *prometheus.HistogramVec
}

var _ gateway.Observer = (*Metrics)(nil)

func newMetrics() *Metrics {
	m := &Metrics{
		Registry: prometheus.NewRegistry(),
		gateway: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "cojoin_gateway_request_duration_seconds", Help: "Duration of calls to the payment provider, by call and outcome.",
			Buckets: []float64{0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30},
		}, []string{"call", "outcome"}),
		codes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cojoin_code_tries_total", Help: "Quotes requested with subscription codes, by whether all codes were valid (good) or not (miss).",
		}, []string{"outcome"}),
		payments: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cojoin_payments_decided_total", Help: "Payment attempts with a decided outcome, by resulting state.",
		}, []string{"state"}),
		hashing: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "cojoin_hashing_wait_seconds", Help: "Time that passwords, answers and codes waited for hashing. With taken=no, the wait failed and the caller must retry.",
			Buckets: []float64{0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5},
		}, []string{"taken"}),
	}
	m.Registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		m.gateway, m.codes, m.payments, m.hashing)
	// Create the series that alerts watch at the start: a rate of a series that has just appeared is empty.
	for _, outcome := range []string{"good", "miss"} {
		m.codes.WithLabelValues(outcome)
	}
	for _, state := range []payment.AttemptState{payment.AttemptAuthorised, payment.AttemptDeclined} {
		m.payments.WithLabelValues(string(state))
	}
	for _, taken := range []string{"yes", "no"} {
		m.hashing.WithLabelValues(taken)
	}
	return m
}

// GatewayCalled implements [gateway.Observer].
func (m *Metrics) GatewayCalled(call string, outcome gateway.Outcome, took time.Duration) {
	m.gateway.WithLabelValues(call, string(outcome)).Observe(took.Seconds())
}

// CodesTried implements [gateway.Observer].
func (m *Metrics) CodesTried(good bool) {
	outcome := "miss"
	if good {
		outcome = "good"
	}
	m.codes.WithLabelValues(outcome).Inc()
}

// PaymentDecided implements [gateway.Observer].
func (m *Metrics) PaymentDecided(state string) {
	m.payments.WithLabelValues(state).Inc()
}

// Hashed implements [gateway.Observer].
func (m *Metrics) Hashed(waited time.Duration, taken bool) {
	label := "no"
	if taken {
		label = "yes"
	}
	m.hashing.WithLabelValues(label).Observe(waited.Seconds())
}

// watch adds the metrics of the connection pool and of the database.
func (m *Metrics) watch(st *Stack) {
	pool := st.Pool
	for name, figure := range map[string]func(*pgxpool.Stat) float64{
		"acquired": func(s *pgxpool.Stat) float64 { return float64(s.AcquiredConns()) },
		"idle":     func(s *pgxpool.Stat) float64 { return float64(s.IdleConns()) },
		"max":      func(s *pgxpool.Stat) float64 { return float64(s.MaxConns()) },
	} {
		m.Registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "cojoin_database_connections", Help: "Connections of the pool, by state.",
			ConstLabels: prometheus.Labels{"state": name},
		}, func() float64 { return figure(pool.Stat()) }))
	}
	m.Registry.MustRegister(
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "cojoin_database_acquire_wait_seconds_total", Help: "Total time that callers waited for connections that they acquired, excluding callers that gave up.",
		}, func() float64 { return pool.Stat().AcquireDuration().Seconds() }),
		prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "cojoin_database_acquires_waited_total", Help: "Connections acquired after waiting because none was free, excluding callers that gave up.",
		}, func() float64 { return float64(pool.Stat().EmptyAcquireCount()) }),
		&figuresCollector{pool: pool, client: st.Client, leftovers: st.Leftovers, log: st.Log},
	)
}

// figuresTimeout limits the queries of one scrape.
const figuresTimeout = 5 * time.Second

// figuresCollector reads the metrics of payments, sign-ups and jobs from the database when it is scraped. All
// processes of one database report the same values: dashboards take the maximum, not the sum.
type figuresCollector struct {
	pool      *pgxpool.Pool
	client    *sdk.Client
	leftovers func(context.Context) ([]site.Leftover, error)
	log       *slog.Logger
}

var (
	attemptsDesc = prometheus.NewDesc("cojoin_payment_attempts", "Payment attempts by state: all that are in progress, and those completed in the last 24 hours.", []string{"state"}, nil)
	unknownDesc  = prometheus.NewDesc("cojoin_payment_unknown_age_seconds", "Age of the oldest payment with unknown outcome; 0 if there is none.", nil, nil)
	closedDesc   = prometheus.NewDesc("cojoin_payments_closed", "1 while payments are closed by an operator.", nil, nil)
	tightDesc    = prometheus.NewDesc("cojoin_payments_tightened", "1 while payments are tightened, after too many declines or by an operator. Payers without a proof verify their card or prove their mailbox.", nil, nil)
	moneyDesc    = prometheus.NewDesc("cojoin_money_matters", "Captured payments that need attention: open disputes and inquiries, disputes with evidence due within three days, settlements declined in the last 24 hours, payments without a sweep for two days, payments captured more than a week ago and not settled.", []string{"kind"}, nil)
	auditDesc    = prometheus.NewDesc("cojoin_payment_audit_differences", "Differences between database and payment provider in the last daily audit; 0 before the first.", nil, nil)
	auditAgeDesc = prometheus.NewDesc("cojoin_payment_audit_age_seconds", "Time since the end of the last daily audit of payments.", nil, nil)
	refusedDesc  = prometheus.NewDesc("cojoin_professionals_refused", "Professionals suspended because their invitees don't know them, without an operator's decision.", nil, nil)
	funnelDesc   = prometheus.NewDesc("cojoin_signups_reached", "Sign-ups begun in the last 24 hours that reached the step.", []string{"step"}, nil)
	eventsDesc   = prometheus.NewDesc("cojoin_host_events", "Events of an endpoint: pending, retried (refused at least once), dead (given up after five days, kept for 90).", []string{"endpoint", "state"}, nil)
	eventLagDesc = prometheus.NewDesc("cojoin_host_event_lag_seconds", "Age of an endpoint's oldest waiting event.", []string{"endpoint"}, nil)
	endpointDesc = prometheus.NewDesc("cojoin_host_endpoint_enabled", "1 if events are sent to the endpoint, 0 if it is disabled or gone.", []string{"endpoint"}, nil)
	outboxDesc   = prometheus.NewDesc("cojoin_host_outbox_lag_seconds", "Age of the oldest event without a number from a worker.", nil, nil)
	jobsDesc     = prometheus.NewDesc("cojoin_jobs", "Jobs: waiting, running, retrying, stuck (due for 5 minutes, or running for 10 minutes longer than the limit of their kind), discarded in the last 24 hours.", []string{"state"}, nil)
	jobLagDesc   = prometheus.NewDesc("cojoin_job_lag_seconds", "Time since the oldest waiting job became due.", nil, nil)
	skewDesc     = prometheus.NewDesc("cojoin_clock_skew_seconds", "Lead of the database's clock over this machine's, without the duration of the query.", nil, nil)
	demoDesc     = prometheus.NewDesc("cojoin_demonstration_settings", "Demonstration values in the settings and catalog of a production installation; 0 outside production.", nil, nil)
	readDesc     = prometheus.NewDesc("cojoin_figures_read", "1 if this scrape could read the metrics from the database.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (*figuresCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{attemptsDesc, unknownDesc, closedDesc, tightDesc, moneyDesc, auditDesc, auditAgeDesc, refusedDesc, funnelDesc, eventsDesc, eventLagDesc, endpointDesc, outboxDesc, jobsDesc, jobLagDesc, skewDesc, demoDesc, readDesc} {
		ch <- d
	}
}

// Collect implements [prometheus.Collector].
func (c *figuresCollector) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), figuresTimeout)
	defer cancel()
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	f, err := c.client.Operate.Figures(ctx)
	if err == nil {
		var skew time.Duration
		if skew, err = database.ClockSkew(ctx, c.pool); err == nil {
			gauge(skewDesc, skew.Seconds())
		}
	}
	if err == nil {
		for state, n := range f.Attempts {
			gauge(attemptsDesc, float64(n), string(state))
		}
		for kind, n := range map[string]int{
			"dispute": f.Money.DisputesOpen, "inquiry": f.Money.InquiriesOpen, "evidence_due": f.Money.DisputesDue,
			"settlement_declined": f.Money.SettlementsDeclined, "settlement_late": f.Money.SettlementsLate, "settlement_slow": f.Money.SettlementsSlow,
		} {
			gauge(moneyDesc, float64(n), kind)
		}
		gauge(auditDesc, float64(f.Audit.Differences))
		gauge(auditAgeDesc, f.Audit.Age.Seconds())
		gauge(refusedDesc, float64(f.Refused))
		for step, n := range f.Funnel {
			gauge(funnelDesc, float64(n), string(step))
		}
		gauge(unknownDesc, f.OldestUnknown.Seconds())
		for desc, state := range map[*prometheus.Desc]payment.GuardState{closedDesc: payment.GuardClosed, tightDesc: payment.GuardTightened} {
			is := 0.0
			if f.Guard.State == state {
				is = 1
			}
			gauge(desc, is)
		}
	}
	q, errJobs := jobs.ReadFigures(ctx, c.pool)
	if errJobs == nil {
		for state, n := range map[string]int{"waiting": q.Waiting, "running": q.Running, "retrying": q.Retrying, "stuck": q.Stuck, "discarded": q.Discarded} {
			gauge(jobsDesc, float64(n), state)
		}
		gauge(jobLagDesc, q.Lag.Seconds())
	}
	if err == nil {
		var left []site.Leftover
		if left, err = c.leftovers(ctx); err == nil {
			gauge(demoDesc, float64(len(left)))
		}
	}
	errHost := c.collectHost(ctx, gauge)
	if err != nil || errJobs != nil || errHost != nil {
		c.log.Error("figures could not be read", "payments", err, "jobs", errJobs, "events", errHost)
		gauge(readDesc, 0)
		return
	}
	gauge(readDesc, 1)
}

// collectHost reads the metrics of the host's endpoints.
func (c *figuresCollector) collectHost(ctx context.Context, gauge func(*prometheus.Desc, float64, ...string)) error {
	endpoints, err := c.client.Integration.Endpoints(ctx)
	if err != nil {
		return err
	}
	for _, e := range endpoints {
		for state, n := range map[string]int{"pending": e.Figures.Pending, "retried": e.Figures.Retried, "dead": e.Figures.Dead} {
			gauge(eventsDesc, float64(n), e.ID, state)
		}
		enabled := 0.0
		if e.State == "enabled" {
			enabled = 1
		}
		gauge(endpointDesc, enabled, e.ID)
		gauge(eventLagDesc, e.Figures.Lag.Seconds(), e.ID)
	}
	waiting, err := c.client.Integration.OutboxLag(ctx)
	if err == nil {
		gauge(outboxDesc, waiting.Seconds())
	}
	return err
}
