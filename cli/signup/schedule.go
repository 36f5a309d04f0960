package signup

import (
	"context"
	"sync"

	"github.com/cojoin/cojoin/cli/scenario"
)

// job is one run of a scenario.
type job struct {
	scenario *scenario.Scenario
	number   int // counted from 1
}

// jobsOf returns count runs of every scenario.
func jobsOf(inputs []input, count int) (all []job) {
	for _, in := range inputs {
		for _, s := range in.scenarios {
			for number := 1; number <= count; number++ {
				all = append(all, job{s, number})
			}
		}
	}
	return all
}

// inOrder makes the runs, at most the number parallel at a time. Serial scenarios run after the end of all others, one at a time. If stopEarly is
// set, no run begins after one that failed. It returns the runs that didn't begin.
func inOrder(ctx context.Context, all []job, parallel int, stopEarly bool, run func(job) (ok bool)) (notRun []job) {
	var beside, alone []job
	for _, j := range all {
		if j.scenario.Serial() {
			alone = append(alone, j)
		} else {
			beside = append(beside, j)
		}
	}
	going, stop := context.WithCancel(ctx)
	defer stop()
	turn := func(jobs []job, parallel int) {
		var wait sync.WaitGroup
		turns := make(chan struct{}, parallel)
		for _, j := range jobs {
			turns <- struct{}{}
			if going.Err() != nil {
				<-turns
				notRun = append(notRun, j)
				continue
			}
			wait.Go(func() {
				defer func() { <-turns }()
				if !run(j) && stopEarly {
					stop()
				}
			})
		}
		wait.Wait()
	}
	turn(beside, parallel)
	turn(alone, 1)
	return notRun
}
