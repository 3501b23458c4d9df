package client

import "time"

type Client struct {
	BaseURL string
	Timeout time.Duration
	retries uint
}

func (c *Client) Fetch(path string) ([]byte, error) {
	return c.do("GET", join(c.BaseURL, path))
}

func (c *Client) do(method, url string) ([]byte, error) {
	return sendWithRetries(method, url, c.Timeout, c.retries)
}

// Retrier has only private parts that change.
type Retrier struct {
	Max  int
	wait time.Time
}
