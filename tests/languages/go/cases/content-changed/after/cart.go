package cart

const (
	Open = iota
	Paid
	Packed
	Shipped
)

type Cart struct{ prices []int }

func (c *Cart) Total() int {
	sum := 0
	for _, price := range c.prices {
		sum += price
	}
	return sum + shipping
}

func Discount(sum, percent int) int {
	return sum - (sum * percent / 100)
}
