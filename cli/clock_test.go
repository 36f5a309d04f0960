package main

import (
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/cli/doctor"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// With a clock far from the database's, a server isn't ready and reports the reason, in its metrics and to the doctor, too.
func TestWrongClockIsReported(t *testing.T) {
	t.Parallel()
	for off, want := range map[string]struct {
		ready, warned bool
		doctor        string
		seconds       float64
	}{
		"0 s":   {true, false, doctor.Good, 0},
		"2.5 s": {true, true, doctor.Warning, 2.5},
		"-7 s":  {false, true, doctor.Bad, -7},
	} {
		t.Run(off, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t)
			// The database's clock for sessions with the schema public first in their search path.
			if _, err := env.Pool.Exec(t.Context(), `CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz
				LANGUAGE sql AS $$ SELECT pg_catalog.clock_timestamp() + interval '`+off+`' $$`); err != nil {
				t.Fatal(err)
			}
			w := startWatchedOn(t, env, map[string]string{"databaseUrl": env.DatabaseURL + "&search_path=" + url.QueryEscape("public,pg_catalog")})
			for range 2 {
				err := w.Ready(t.Context())
				if (err == nil) != want.ready || err != nil && !strings.Contains(err.Error(), "ahead of the database's, more than 5s") {
					t.Errorf("ready: %v", err)
				}
			}
			if n := strings.Count(w.log.String(), "this machine's clock is"); n > 1 || (n == 1) != want.warned {
				t.Errorf("%d lines in the log\n%s", n, w.log.String())
			}
			if got := doctor.CheckSkew(t.Context(), w.Stack); got.Result != want.doctor {
				t.Errorf("doctor: %+v", got)
			}
			found := regexp.MustCompile(`(?m)^cojoin_clock_skew_seconds (\S+)$`).FindStringSubmatch(w.scrape(t))
			if found == nil {
				t.Fatal("the figures lack the skew")
			}
			if seconds, err := strconv.ParseFloat(found[1], 64); err != nil || math.Abs(seconds-want.seconds) > 0.5 {
				t.Errorf("a skew of %s in the figures", found[1])
			}
		})
	}
}
