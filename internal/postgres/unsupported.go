//go:build !linux && !darwin

package postgres

import (
	"context"
	"fmt"
	"runtime"
)

// Server is a running PostgreSQL; on this system there is none.
type Server struct {
	socketDir string
	port      int
	version   int
	password  string
}

// Start fails with [ErrUnsupported].
func Start(context.Context, Options) (*Server, error) {
	return nil, fmt.Errorf("postgres: %w (%s); set DATABASE_URL to a server of your own", ErrUnsupported, runtime.GOOS)
}

// Stop does nothing.
func (s *Server) Stop(context.Context) error { return nil }

// Done is never closed.
func (s *Server) Done() <-chan struct{} { return nil }

// PID is 0.
func (s *Server) PID() int { return 0 }
