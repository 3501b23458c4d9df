package retry

import "time"

// Backoff says how long to wait before another attempt.
func Backoff(attempt int, base time.Duration) time.Duration {
	if attempt == 0 {
		return base
	}
	return 2 * Backoff(attempt-1, base)
}

type Queue struct {
	items []string
}

func (q *Queue) flush(into chan<- string) int {
	if len(q.items) == 0 {
		return 0
	}
	into <- q.items[0]
	q.items = q.items[1:]
	return q.flush(into) + 1
}
