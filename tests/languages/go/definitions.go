// Package shelf lends books.
package shelf

import (
	"context"
	_ "embed"
	"fmt"
	str "strings"
	. "time"
)

import "errors"

// MaxLoans is how many books a reader may take.
const MaxLoans = 5

const (
	// Free can be taken.
	Free State = iota
	Lent
	_
	Lost // nobody knows where

	limit, Grace = 3, 14 * Day
	first, second
)

const Day Duration = 24 * Hour

// State says where a book is.
type State uint8

// Title is another word for a text.
type Title = string

type (
	// Handler answers one request.
	Handler func(ctx context.Context, name string) (found bool, err error)

	Names []string

	Index map[string]struct{ Book *Book }
)

// ErrLost says that a book is gone.
var ErrLost = errors.New("lost")

var (
	open, closed int    = 9, 17
	left, right         = halves()
	_            Lender = (*Shelf[Book])(nil)

	onReturn func(b *Book) error = func(b *Book) error {
		type local struct{ hidden int }
		return nil
	}

	defaults struct {
		Days  int
		owner string
	}
)

var inner, _ = halves()

// Book can be lent.
type Book struct {
	// ISBN is its number.
	ISBN, Title string `json:"isbn"`
	Pages       int    // without the cover
	state       State
	_           [4]byte

	fmt.Stringer
	*Reader
	History[Loan]
	str.Builder `json:"-"`

	Publisher struct {
		Name string
		Seat *struct{ City, Country string }
	}
	Loans []struct {
		From, To Time
	}
	Notes map[string]struct{ Text string }
	check func(struct{ Odd int }) error
}

type Empty struct{}

type History[T any] struct{ items []T }

type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

// Lender lends and takes back.
type Lender interface {
	fmt.Stringer
	Closer
	// Lend gives a book away.
	Lend(ctx context.Context, isbn string, days ...int) (b *Book, err error)
	Return(*Book) error
	each(func(b *Book) (stop bool))
}

type Closer interface{ Close() error }

type Number interface {
	~int | ~int64
	comparable
}

type Anything = interface{}

type Row = struct{ Cells []string }

type Shelf[T any] struct {
	books []T
	Lender
}

type Reader struct{ Name string }

// Lend implements Lender.
func (s *Shelf[T]) Lend(ctx context.Context, isbn string, days ...int) (*Book, error) {
	var found *Book
	for i := range s.books {
		_ = i
	}
	return found, ErrLost
}

func (s Shelf[_]) Len() int { return len(s.books) }

func (*Reader) String() string { return "reader" }

func (r Reader) greet(to, from string) { fmt.Println(to, from, r.Name) }

func (Empty) Close() error { return nil }

func (t *elsewhere) Walk() { t.Walk() }

// New makes a shelf.
func New[T any](books ...T) *Shelf[T] {
	return &Shelf[T]{books: books}
}

func halves() (a, b int) {
	const half = 2
	a, b = 1/half, half
	return
}

// fast is written in assembly.
func fast(x []byte, y int) (sum int)

func init() { register("shelf", New[Book]) }

func init() {
	register("reader", func() any { return Reader{Name: str.ToUpper("nobody")} })
}

func _() { var _ = MaxLoans }

func TestShelf(t *testing.T) {
	t.Run("empty", func(t *testing.T) {
		cases := []struct{ name string }{{"a"}}
		for _, c := range cases {
			t.Log(c.name)
		}
	})
}

func Ünï() {}
