package client

import "time"

type Client struct {
	BaseURL string
	Timeout time.Duration
	retries int
}

func (c *Client) Fetch(path string) ([]byte, error) {
	return c.do("GET", c.BaseURL+path)
}

func (c *Client) do(method, url string) ([]byte, error) {
	return send(method, url, c.Timeout)
}

// Retrier has only private parts that change.
type Retrier struct {
	Max  int
	wait time.Duration
}
