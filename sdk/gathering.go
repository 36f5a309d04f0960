package sdk

import (
	"context"
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
		g.waiting = &gathering[Question, Answer]{done: make(chan struct{})}
	}
	all, place = g.waiting, len(g.waiting.questions)
	all.questions = append(all.questions, q)
	if !g.busy {
		g.sendWaiting(ctx)
	}
	return all, place
}

// sendWaiting sends what waits, and what came meanwhile after it. The caller holds mu.
func (g *gathered[Question, Answer]) sendWaiting(ctx context.Context) {
	all := g.waiting
	g.waiting, g.busy = nil, all != nil
	if all == nil {
		return
	}
	ctx = context.WithoutCancel(ctx)
	go func() {
		bounded, cancel := context.WithTimeout(ctx, gatheringTimeout)
		defer cancel()
		all.answers, all.failed = g.answer(bounded, all.questions)
		close(all.done)
		g.mu.Lock()
		defer g.mu.Unlock()
		g.sendWaiting(ctx)
	}()
}
