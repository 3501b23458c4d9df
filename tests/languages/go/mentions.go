package shop

import (
	"fmt"
	log "example.com/tools/logging"
)

const Limit = 10

var total, count int = compute(), Limit

type Order struct {
	Base
	ID    int
	Owner *people.Person
	next  *Order
}

type Store[T fmt.Stringer] interface {
	Get(id T) (order *Order, err error)
}

func (o *Order) Price(rate float64, opts ...Option) (sum float64) {
	err := o.check(rate)
	if err, ok := err.(*Error); ok {
		log.Print(err.Code)
	}
	for i, item := range o.items {
		o.next.ID += item.Price(i)
		total++
	}
	Limit := Limit
	var local Store[Order]
	switch v := local.(type) {
	case people.Person:
		fmt.Println(v, Limit)
	}
	run(func(x int) int { return x + count })
	return sum
}

func New(ID int) *Order {
	type pair struct{ a, b int }
	p := pair{a: 1}
	total = p.a
label:
	for {
		break label
	}
	return &Order{ID: ID, Owner: &people.Person{Name: name}}
}
