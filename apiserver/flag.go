package apiserver

import "strings"

// FlagQuery forces experiment arms. In production, the SDK ignores it.
type FlagQuery struct {
	Flags string `query:"flags" doc:"Outside production: forced variants of experiments, e.g. grow886:treatment,grow621:control" maxLength:"500"`
}

// forced parses "key:arm,key:arm". It ignores anything else, because a mistyped flag must not stop a sign-up.
func (q FlagQuery) forced() map[string]string {
	arms := map[string]string{}
	for _, pair := range strings.Split(q.Flags, ",") {
		if key, arm, ok := strings.Cut(strings.TrimSpace(pair), ":"); ok && key != "" && arm != "" {
			arms[key] = arm
		}
	}
	return arms
}
