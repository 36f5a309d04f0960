package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// roundTest is the test that begins a round.
	roundTest = "TestMutantRound"
	// roundsBetween is the number of rounds with a mutant between two without one.
	roundsBetween = 8
	// roundsAtOnce is the number of mutants that one process tries.
	roundsAtOnce = 40
)

var begins = regexp.MustCompile(`^=== MUTANT (\d+)`)

// rounds runs some tests repeatedly in one process, each time with another mutant. That saves the start of the process and its database. It returns
// the failed test of each noticed mutant. A mutant could leave state behind in the process, so a round without a mutant follows every few. If that
// round fails, the results since the last one are discarded. If the process ends early, left holds the mutants still to try, without the one that
// ended it.
func (b *build) rounds(ctx context.Context, pkg string, names []string, ids []int, patient time.Duration) (killedBy map[int]string, left []int, err error) {
	order := []string{"0"}
	for i, id := range ids {
		order = append(order, strconv.Itoa(id))
		if i%roundsBetween == roundsBetween-1 || i == len(ids)-1 {
			order = append(order, "0")
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	left = slices.Clone(ids)
	cmd, done, err := b.testCommand(ctx, pkg, []string{"MUTANTS=" + strings.Join(order, ",")},
		"-test.count="+strconv.Itoa(len(order)), "-test.run="+named(append([]string{roundTest}, names...)))
	if err != nil {
		return nil, nil, err
	}
	defer done()
	output, input := io.Pipe()
	cmd.Stdout, cmd.Stderr = input, input
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	alarm := time.AfterFunc(patient, cancel) // restarted by each round
	killedBy = map[int]string{}
	since := map[int]string{} // results after the last round without a mutant
	tried := []int{}          // mutants tried since then
	now, read := 0, make(chan struct{})
	go func() {
		defer close(read)
		for lines := bufio.NewReader(output); ; {
			line, err := lines.ReadString('\n')
			if found := begins.FindStringSubmatch(line); found != nil {
				alarm.Reset(patient)
				if now == 0 { // the round without a mutant passed; otherwise since is empty
					maps.Copy(killedBy, since)
					clear(since)
					left = left[len(tried):]
					tried = nil
				}
				if now, _ = strconv.Atoi(found[1]); now != 0 {
					tried = append(tried, now)
				}
			}
			if found := failed.FindStringSubmatch(line); found != nil {
				if now == 0 {
					clear(since)
				} else if since[now] == "" {
					since[now] = top(found[1])
				}
			}
			if err != nil {
				return
			}
		}
	}()
	err = cmd.Wait()
	alarm.Stop()
	_ = input.Close()
	<-read
	if now == 0 {
		maps.Copy(killedBy, since)
		left = left[len(tried):]
	}
	left = slices.DeleteFunc(left, func(id int) bool { return id == now })
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = nil
	}
	return killedBy, left, err
}

// stage is a group of a package's tests that run together.
type stage struct {
	pkg   string
	tests []string
}

// stagesOf parses stages, separated by commas, each as package:test+test.
func stagesOf(list string) ([]stage, error) {
	var all []stage
	for part := range strings.SplitSeq(list, ",") {
		if part == "" {
			continue
		}
		pkg, names, ok := strings.Cut(part, ":")
		if !ok {
			return nil, fmt.Errorf("%s: want package:test", part)
		}
		all = append(all, stage{pkg, strings.Split(names, "+")})
	}
	return all, nil
}

// tryInRounds tries mutants with the tests of each stage, many in one process. Mutants that these tests don't notice, or that end the process, remain
// to be tried alone.
func (s *session) tryInRounds(ctx context.Context, mutants []*mutant, stages []stage, noticed func(*mutant, killer)) error {
	dead := map[*mutant]bool{}
	for _, stage := range stages {
		pkg, patient := stage.pkg, patience
		for _, test := range stage.tests {
			patient += 10 * s.alone[killer{pkg, test}]
		}
		var left []*mutant
		for _, m := range mutants {
			if !m.fixed && !dead[m] && slices.Contains(s.reachedBy(m, []string{pkg}), pkg) {
				left = append(left, m)
			}
		}
		chunks := slices.Collect(slices.Chunk(left, roundsAtOnce))
		err := s.each(len(chunks), func(i int) error {
			ids := make([]int, len(chunks[i]))
			for n, m := range chunks[i] {
				ids[n] = m.id
			}
			found := map[int]string{}
			for len(ids) > 0 && ctx.Err() == nil {
				killedBy, left, err := s.build.rounds(ctx, pkg, stage.tests, ids, patient)
				if err != nil && ctx.Err() == nil {
					return err
				}
				maps.Copy(found, killedBy)
				ids = left
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			for _, m := range chunks[i] {
				if test := found[m.id]; test != "" {
					dead[m] = true
					noticed(m, killer{pkg, test})
				}
			}
			fmt.Fprintf(os.Stderr, "%d mutants in one process: %d killed by %s\n", len(chunks[i]), len(found), pkg)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
