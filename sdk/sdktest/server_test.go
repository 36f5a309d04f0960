package sdktest

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestContainerStartFails(t *testing.T) {
	t.Setenv("TEST_DATABASE_URL", "")
	before := startContainer
	t.Cleanup(func() { UseContainer(before) })
	none := errors.New("none answers")
	UseContainer(func(context.Context) (string, error) { return "", none })
	if s, err := openServer(); err != nil || !s.exclusive || !strings.HasPrefix(s.url, "postgres://") {
		t.Errorf("in its place: %+v, %v", s, err)
	}
	t.Setenv("TEST_POSTGRES", "container")
	if _, err := openServer(); !errors.Is(err, none) {
		t.Errorf("where it is demanded: %v", err)
	}
	UseContainer(nil)
	if _, err := openServer(); err == nil || !strings.Contains(err.Error(), "UseContainer") {
		t.Errorf("where nothing starts one: %v", err)
	}
	UseContainer(func(context.Context) (string, error) { return "postgres://container/postgres", nil })
	if s, err := openServer(); err != nil || s.url != "postgres://container/postgres" {
		t.Errorf("a container that starts: %+v, %v", s, err)
	}
}
