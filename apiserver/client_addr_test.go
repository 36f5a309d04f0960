package apiserver

import (
	"net/http"
	"net/netip"
	"testing"
)

func TestClientAddr(t *testing.T) {
	t.Parallel()
	s := &server{cfg: Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}}
	tests := []struct {
		name, remote string
		forwarded    []string
		want         string
	}{
		{"straight", "203.0.113.9:4711", nil, "203.0.113.9"},
		{"a claim of a stranger's", "203.0.113.9:4711", []string{"198.51.100.1"}, "203.0.113.9"},
		{"through a proxy", "10.1.2.3:80", []string{"198.51.100.1"}, "198.51.100.1"},
		{"through two proxies", "10.1.2.3:80", []string{"198.51.100.1, 10.9.9.9"}, "198.51.100.1"},
		{"a claim before the proxy's word", "10.1.2.3:80", []string{"192.0.2.66, 198.51.100.1"}, "198.51.100.1"},
		{"two headers", "10.1.2.3:80", []string{"192.0.2.66", "198.51.100.1"}, "198.51.100.1"},
		{"nonsense from the proxy", "10.1.2.3:80", []string{"unknown"}, "10.1.2.3"},
		{"IPv4 in IPv6's clothes", "[::ffff:203.0.113.9]:4711", nil, "203.0.113.9"},
		{"IPv6 counts by its network", "[2001:db8:1:2:3:4:5:6]:4711", nil, "2001:db8:1:2::/64"},
		{"no address at all", "@", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := &http.Request{RemoteAddr: tt.remote, Header: http.Header{"X-Forwarded-For": tt.forwarded}}
			if got := s.clientAddr(r); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
