package money_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/money"
)

func TestParseAndDecimal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in       string
		currency money.Currency
		minor    int64
		decimal  string
		ok       bool
	}{
		{"149.99", "USD", 14999, "149.99", true},
		{"149.9", "USD", 14990, "149.90", true},
		{"149", "USD", 14900, "149.00", true},
		{"0.05", "USD", 5, "0.05", true},
		{"0", "USD", 0, "0.00", true},
		{"500", "JPY", 500, "500", true},
		{"92233720368547758.07", "USD", math.MaxInt64, "92233720368547758.07", true},
		{in: "92233720368547758.08", currency: "USD"},
		{in: "1.999", currency: "USD"},
		{in: "1.5", currency: "JPY"},
		{in: "", currency: "USD"},
		{in: ".5", currency: "USD"},
		{in: "5.", currency: "USD"},
		{in: "-1", currency: "USD"},
		{in: "+1", currency: "USD"},
		{in: "1e3", currency: "USD"},
		{in: "1,000", currency: "USD"},
		{in: " 1", currency: "USD"},
		{in: "١", currency: "USD"},
		{in: "1", currency: "ZZZ"},
	} {
		got, err := money.Parse(c.in, c.currency)
		if (err == nil) != c.ok {
			t.Errorf("Parse(%q, %s): error %v, want ok %v", c.in, c.currency, err, c.ok)
			continue
		}
		if !c.ok {
			continue
		}
		if want := money.New(c.minor, c.currency); got != want || got.Decimal() != c.decimal {
			t.Errorf("Parse(%q, %s) = %v (%s), want %v (%s)", c.in, c.currency, got, got.Decimal(), want, c.decimal)
		}
	}
}

func TestRatio(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]money.Ratio{"1.25": 1_250_000, "0.9": 900_000, "0.80": 800_000, "0": 0, "1": money.One} {
		got, err := money.ParseRatio(in)
		if err != nil || got != want {
			t.Errorf("ParseRatio(%q) = %d, %v; want %d", in, got, err, want)
		}
	}
	for in, want := range map[string]money.Ratio{"9.975": 99_750, "5.6": 56_000, "20": 200_000} {
		got, err := money.ParsePercent(in)
		if err != nil || got != want || got.Percent() != in {
			t.Errorf("ParsePercent(%q) = %d (%s), %v; want %d", in, got, got.Percent(), err, want)
		}
	}
	if _, err := money.ParsePercent("1.00001"); err == nil {
		t.Error("ParsePercent accepted five decimals")
	}
	var back struct{ R money.Ratio }
	raw, err := json.Marshal(struct{ R money.Ratio }{1_350_000})
	if err != nil || string(raw) != `{"R":"1.35"}` {
		t.Fatalf("marshalled %s, %v", raw, err)
	}
	if err := json.Unmarshal(raw, &back); err != nil || back.R != 1_350_000 {
		t.Fatalf("read back %d, %v", back.R, err)
	}
	if err := json.Unmarshal([]byte(`{"R":1.35}`), &back); err == nil {
		t.Error("a float was accepted as a ratio")
	}
}

func TestTimesRoundsHalfUpOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		minor int64
		ratio money.Ratio
		want  int64
	}{
		{14999, 100_000, 1500},    // 1499.9
		{14999, 60_000, 900},      // 899.94
		{34198, 99_750, 3411},     // 3411.2505
		{5, 100_000, 1},           // 0.5 goes up
		{15, 100_000, 2},          // 1.5 goes up
		{4, 100_000, 0},           // 0.4 goes down
		{-5, 100_000, -1},         // a half goes away from zero
		{11999, 1_250_000, 14999}, // 14998.75
	} {
		got, err := money.New(c.minor, "USD").Times(c.ratio)
		if err != nil || got.Minor != c.want {
			t.Errorf("%d × %s = %d, %v; want %d", c.minor, c.ratio, got.Minor, err, c.want)
		}
	}
}

// Currencies have 0, 2 or 3 decimals. A conversion rounds once, to the target's decimals.
func TestInAnotherCurrency(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		currency money.Currency
		rate     money.Ratio
		want     string
	}{
		{"CAD", 1_250_000, "149.99 CAD"}, // 149.9875
		{"JOD", 710_000, "85.193 JOD"},   // 85.1929
		{"JPY", 150_000_000, "17999 JPY"},
		{"JPY", 1_500_000, "180 JPY"}, // 179.985
	} {
		got, err := money.New(11999, "USD").In(c.currency, c.rate)
		if err != nil || got.String() != c.want {
			t.Errorf("119.99 USD at %s is %s, %v; want %s", c.rate, got, err, c.want)
		}
	}
	if _, err := money.New(math.MaxInt64/2, "USD").In("JOD", money.One); err == nil {
		t.Error("more than fits is no error")
	}
}

func TestArithmeticRefuses(t *testing.T) {
	t.Parallel()
	most, least := money.New(math.MaxInt64, "USD"), money.New(math.MinInt64, "USD")
	one := money.New(1, "USD")
	for name, do := range map[string]func() (money.Amount, error){
		"add over":     func() (money.Amount, error) { return most.Add(one) },
		"sub under":    func() (money.Amount, error) { return least.Sub(one) },
		"sub least":    func() (money.Amount, error) { return one.Sub(least) },
		"mul over":     func() (money.Amount, error) { return most.Mul(2) },
		"mul div over": func() (money.Amount, error) { return most.MulDiv(math.MaxInt64, 1) },
	} {
		if got, err := do(); !errors.Is(err, money.ErrOverflow) {
			t.Errorf("%s: got %v, %v; want ErrOverflow", name, got, err)
		}
	}
	if _, err := one.Add(money.New(1, "CAD")); !errors.Is(err, money.ErrCurrencyMismatch) {
		t.Errorf("USD + CAD: %v", err)
	}
	if _, err := one.MulDiv(1, 0); err == nil {
		t.Error("division by zero was accepted")
	}
	if _, err := one.Split(0); err == nil {
		t.Error("a split into no parts was accepted")
	}
}

func TestPropertyMulDivIsExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Int64().Draw(t, "a")
		num := rapid.Int64().Draw(t, "num")
		den := rapid.Int64Range(1, math.MaxInt64).Draw(t, "den")
		got, err := money.New(a, "USD").MulDiv(num, den)

		// |a × num| × 2 + den, over den × 2, floored: half up by magnitude.
		product := new(big.Int).Mul(big.NewInt(a), big.NewInt(num))
		want := new(big.Int).Abs(product)
		want.Lsh(want, 1).Add(want, big.NewInt(den))
		want.Quo(want, new(big.Int).Lsh(big.NewInt(den), 1))
		if product.Sign() < 0 {
			want.Neg(want)
		}
		switch {
		case !want.IsInt64() || want.Int64() == math.MinInt64:
			if !errors.Is(err, money.ErrOverflow) {
				t.Fatalf("got %v, %v; want overflow of %v", got, err, want)
			}
		case err != nil || got.Minor != want.Int64():
			t.Fatalf("got %v, %v; want %v", got, err, want)
		}
	})
}

func TestPropertyAllocateAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := money.New(rapid.Int64Range(0, math.MaxInt64).Draw(t, "a"), "USD")
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 8).Draw(t, "weights")
		weights[0]++
		parts, err := a.Allocate(weights)
		if err != nil {
			t.Fatal(err)
		}
		var sum int64
		for _, p := range parts {
			if p.Minor < 0 {
				t.Fatalf("negative part in %v", parts)
			}
			sum += p.Minor
		}
		if sum != a.Minor {
			t.Fatalf("parts %v add up to %d, want %d", parts, sum, a.Minor)
		}
	})
}

func TestSplitGivesTheOddUnitToTheFirst(t *testing.T) {
	t.Parallel()
	got, err := money.New(35199, "USD").Split(2)
	want := []money.Amount{money.New(17600, "USD"), money.New(17599, "USD")}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

// The wanted texts come from Intl.NumberFormat, which the widget uses.
func TestFormatAgreesWithTheBrowser(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/vectors/money_format.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name string
		In   struct {
			Locale   string
			Currency money.Currency
			Minor    int64
		}
		Want string
	}
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		if got := money.New(v.In.Minor, v.In.Currency).Format(v.In.Locale); got != v.Want {
			t.Errorf("%s: %q, want %q", v.Name, got, v.Want)
		}
	}
}

// A dollar that isn't the country's own has its code: "$" means another money there, or none.
func TestForeignDollarsAreNamed(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{
		"en-US": "$149.99", "en-PR": "$149.99", "en-IN": "USD\u00a0149.99", "en-JP": "USD\u00a0149.99", "en-IE": "US$149.99", "es-MX": "USD\u00a0149.99",
	} {
		if got := money.New(14999, "USD").Format(locale); got != want {
			t.Errorf("dollars in %s: %q, want %q", locale, got, want)
		}
	}
}

func TestFormatSurvivesAnyLocale(t *testing.T) {
	t.Parallel()
	a := money.New(14999, "USD")
	for _, locale := range []string{"", "zz", "not a locale", "en_US", "xx-YY-zz-QQ-a-very-long-one-that-no-one-has"} {
		if got := a.Format(locale); got != "$149.99" {
			t.Errorf("%q: %q, want $149.99", locale, got)
		}
	}
	if got := money.New(-14999, "USD").Format("en"); got != "-$149.99" {
		t.Errorf("negative: %q", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"149.99", "0", "1e9", "-1", "9223372036854775807", "00.00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := money.Parse(s, "USD")
		if err != nil {
			return
		}
		again, err := money.Parse(a.Decimal(), "USD")
		if err != nil || again != a || a.Minor < 0 {
			t.Fatalf("%q → %v → %v, %v", s, a, again, err)
		}
	})
}

func BenchmarkFormat(b *testing.B) {
	a := money.New(1234567, "USD")
	b.ReportAllocs()
	for b.Loop() {
		_ = a.Format("en-US")
	}
}
