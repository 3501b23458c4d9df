package retry

import "time"

// delay says how long to wait before another attempt.
func delay(attempt int, base time.Duration) time.Duration {
	if attempt == 0 {
		return base
	}
	return 2 * delay(attempt-1, base)
}

type Queue struct {
	items []string
}

func (q *Queue) drain(into chan<- string) int {
	if len(q.items) == 0 {
		return 0
	}
	into <- q.items[0]
	q.items = q.items[1:]
	return q.drain(into) + 1
}
