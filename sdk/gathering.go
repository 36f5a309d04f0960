package sdk

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// gathered asks the database what many calls want to know, one question each. A question that comes alone is sent at
// once; those that come while one is on its way wait for it, and then go together in one statement. So a process
// makes the fewer round trips the busier it is, and no call waits for company.
type gathered[Question, Answer any] struct {
	// answer gives the answers in the order of the questions.
	answer func(context.Context, []Question) ([]Answer, error)

	mu      sync.Mutex
	busy    bool // one is on its way, and sends what waits when it is back
	waiting *gathering[Question, Answer]
}

// gathering is what goes together.
type gathering[Question, Answer any] struct {
	ctx       context.Context // of its first call, without the end: a trace shows the statement there
	questions []Question
	done      chan struct{} // closed when the answers, or why there are none, are final
	answers   []Answer
	failed    error
}

// gatheringTimeout is how long the database may take. What is shared ends with nobody's call.
const gatheringTimeout = 5 * time.Second

// ask gives the answer to one question. An error is that of all who were asked for together.
func (g *gathered[Question, Answer]) ask(ctx context.Context, q Question) (answer Answer, err error) {
	all, place := g.join(ctx, q)
	select {
	case <-all.done:
	case <-ctx.Done():
		return answer, ctx.Err()
	}
	if all.failed != nil {
		return answer, all.failed
	}
	return all.answers[place], nil
}

// join adds a question to what goes next, and sends it where nothing is on its way.
func (g *gathered[Question, Answer]) join(ctx context.Context, q Question) (all *gathering[Question, Answer], place int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting == nil {
		g.waiting = &gathering[Question, Answer]{ctx: context.WithoutCancel(ctx), done: make(chan struct{})}
	}
	all, place = g.waiting, len(g.waiting.questions)
	all.questions = append(all.questions, q)
	if !g.busy {
		g.sendWaiting()
	}
	return all, place
}

// sendWaiting sends what waits, and what came meanwhile after it. The caller holds mu.
func (g *gathered[Question, Answer]) sendWaiting() {
	all := g.waiting
	g.waiting, g.busy = nil, all != nil
	if all == nil {
		return
	}
	go func() {
		g.send(all)
		g.mu.Lock()
		defer g.mu.Unlock()
		g.sendWaiting()
	}()
}

// send gets the answers. A panic (of a clock that somebody gave us) fails these calls, as it would have
// failed one alone: outside of a call's own goroutine it would end the process.
func (g *gathered[Question, Answer]) send(all *gathering[Question, Answer]) {
	ctx, cancel := context.WithTimeout(all.ctx, gatheringTimeout)
	defer cancel()
	defer close(all.done)
	defer func() {
		if p := recover(); p != nil {
			all.failed = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	all.answers, all.failed = g.answer(ctx, all.questions)
}
