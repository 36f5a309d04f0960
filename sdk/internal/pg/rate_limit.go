package pg

import "math"

func ClampInt32(n int) int32 { return int32(min(n, math.MaxInt32-1)) }
