package secret_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/secret"
)

func TestShownIsInJSONAlone(t *testing.T) {
	t.Parallel()
	answer := struct {
		Token secret.Shown `json:"token"`
	}{"key-of-a-sign-up"}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("answer", "token", answer.Token, "answer", answer)
	sent, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"token":"key-of-a-sign-up"}`, string(sent)); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	for name, printed := range map[string]string{
		"v": fmt.Sprintf("%v", answer), "+v": fmt.Sprintf("%+v", answer), "#v": fmt.Sprintf("%#v", answer), "s": fmt.Sprintf("%s", answer.Token), "x": fmt.Sprintf("%x", answer.Token), "log": log.String(),
	} {
		if strings.Contains(printed, "sign-up") || strings.Contains(printed, fmt.Sprintf("%x", "sign-up")) || !strings.Contains(printed, secret.Redacted) {
			t.Errorf("%s prints %s", name, printed)
		}
	}
}
