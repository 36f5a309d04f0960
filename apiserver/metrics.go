package apiserver

import (
	"fmt"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// callMetrics measures the number and duration of calls, by route and status. Its labels are rows of the route
// table, so callers can't create new ones.
type callMetrics struct {
	took *prometheus.HistogramVec
}

func newCallMetrics(reg prometheus.Registerer, inFlight func() int) (*callMetrics, error) {
	m := &callMetrics{took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "cojoin_http_request_duration_seconds",
		Help:    "Duration of calls of the public API, by route and status.",
		Buckets: []float64{0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30},
	}, []string{"route", "status"})}
	if reg == nil {
		return m, nil
	}
	now := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "cojoin_http_requests_in_flight", Help: "Calls in progress.",
	}, func() float64 { return float64(inFlight()) })
	for _, c := range []prometheus.Collector{m.took, now} {
		if err := reg.Register(c); err != nil {
			return nil, fmt.Errorf("apiserver: metrics: %w", err)
		}
	}
	return m, nil
}

func (m *callMetrics) observe(route string, status int, took time.Duration) {
	m.took.WithLabelValues(route, strconv.Itoa(status)).Observe(took.Seconds())
}
