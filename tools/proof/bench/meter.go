package bench

import (
	"context"
	"os"
	"time"
)

// meter measures the processor time of each part.
type meter struct {
	pids map[string]int
}

// parts are the processes that work on a sign-up, in the order of the report.
var parts = []string{"server", "worker", "Postgres", "sandbox", "generator"}

func (w *world) meter(s *server) meter {
	m := meter{pids: map[string]int{"Postgres": w.pg.PID(), "sandbox": w.sandbox.PID(), "generator": os.Getpid()}}
	if s != nil {
		m.pids["server"] = s.serve.PID()
		if s.worker != nil {
			m.pids["worker"] = s.worker.PID()
		}
	}
	return m
}

// spent is processor time by part; "machine" is the whole machine's, "all" the sum of the parts.
type spent map[string]time.Duration

func (m meter) read() (spent, error) {
	out := spent{}
	for part, pid := range m.pids {
		used, err := cpuOf(pid)
		if part == "generator" {
			used, err = ownCPU()
		}
		if err != nil {
			return nil, err
		}
		out[part] = used
		out["all"] += used
	}
	machine, err := machineCPU()
	out["machine"] = machine
	return out, err
}

func (s spent) since(before spent) spent {
	out := spent{}
	for part, used := range s {
		out[part] = used - before[part]
	}
	return out
}

// during measures the parts' processor time while f runs.
func (m meter) during(f func() error) (spent, error) {
	before, err := m.read()
	if err != nil {
		return nil, err
	}
	if err := f(); err != nil {
		return nil, err
	}
	after, err := m.read()
	if err != nil {
		return nil, err
	}
	return after.since(before), nil
}

// watchMemory samples a process's resident memory until the context ends, and returns the maximum.
func watchMemory(ctx context.Context, pid int) (int64, error) {
	var most int64
	for {
		now, _, err := residentOf(pid)
		if err != nil {
			return 0, err
		}
		most = max(most, now)
		select {
		case <-ctx.Done():
			return most, nil
		case <-time.After(20 * time.Millisecond):
		}
	}
}
