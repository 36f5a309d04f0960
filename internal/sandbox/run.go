package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// stopGrace limits the time for running calls when the sandbox stops.
const stopGrace = 2 * time.Second

// Run serves the sandbox on the listener until the context ends or the listener fails. Then it closes the sandbox.
func Run(ctx context.Context, l net.Listener, s *Sandbox) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	var err error
	select {
	case err = <-served:
	case <-ctx.Done():
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopGrace)
		defer cancel()
		if server.Shutdown(grace) != nil {
			_ = server.Close() // cuts off delayed responses
		}
		err = <-served
	}
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopGrace)
	defer cancel()
	if err = errors.Join(err, s.Close(grace)); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	return nil
}
