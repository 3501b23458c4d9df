package auth

import (
	"errors"
	"strings"
	"time"
)

func ParseToken(text string) (token *Token, err error) {
	subject, expires, ok := strings.Cut(text, "@")
	if !ok {
		return nil, errors.New("no time in the token")
	}
	at, err := time.Parse(time.RFC3339, expires)
	if err != nil {
		return nil, err
	}
	return &Token{Subject: subject, Expires: at}, nil
}

// Token is what a client shows.
type Token struct {
	Subject string
	Expires time.Time
}

// Valid says whether the token can still be used.
func (t *Token) Valid(now time.Time) bool {
	return t.Subject != "" && now.Before(t.Expires)
}
