package ugly; import ("fmt"; "os"
)
type Point struct {
X,
Y int `json:"p"`
label string;
*Base; Tags map[string][]string;
}
type (
Kind int
Visitor func(p *Point,
	depth int,
) bool;
Set[T comparable] map[T](struct{})
)
/* Walker goes through points. */
type Walker interface {
	Walk(v Visitor) error
	Name() (string); fmt.Stringer; }
const (A (Kind) = (iota); B; C; Mask = 0xff; Bits = 0b10_10; Mode = 0o7_55
Big = 1e+6; Tiny = 0x1p-2; Imaginary = 123i; ); var (
	x,
	y = (1),
		2
)
var handlers = (map[string](func(int) (int, error)){
	"a": (func(n int) (int, error) {
		return (n), (nil)
	}),
	("b"): double,
})

func double(n int) (int, error) { return (n) * 2, nil }

func (p *Point) Move(dx, dy int) *Point {
	p.X += dx; p.Y += dy
	return (p)
}
func New(x, y int, opts ...(func(*Point))) (p *Point,
	err error) {
	p = (&Point{X: x, Y: y, Tags: map[string][]string{
		"k": {
			"v",
			"w",
		},
	}})
	for _, o := range (opts) {
		o(p); ;
	}
	for (p.X < 0) {
		p.X++
	}
	for { break; }
	for i := 0; (i < 10); i++ {
		if i%2 == 0 { continue; }
		fmt.Println(i)
	}
	if v, ok := p.Tags["k"]; ok &&
		(len(v) > 0) {
		return;
	} else if (!ok) { goto done; } else {
	}
	switch n := len(p.Tags); n {
	case 0,
		1: fallthrough;
	case (2): p.label = `two`
	default:
	}
	switch t := (interface{}(p)).(type) {
	case (*Point), nil:
		_ = t
	case error: return nil, (t);
	}
	switch {
	case (x > y):
		x, y = y, x;
	}
	select {
	case (<-done):
	case v, ok := (<-values):
		_, _ = v, ok
	case (out) <- (1):
	}
	(func() {
		defer recover()
		go p.Move(
			1,
			-2,
		)
	})()
	s := ([]int{
		1, 2, 3,
	})[(1):2:(3)]
	_ = s[:(len(s) - 1)]
	_ = s[x : y+1]
	a := [...]string{2: "c",
		0: "a"}
	_ = a
	ch := make(chan<- (chan int), 3)
	ch <- (nil)
	z := ((x * y) + ((3 << 2) &^ 1))
	z = (-z) + (^z)
	_ = (*p == Point{}) && !(z > 0)
	r := '\n'
	raw := `a
b`
	_, _ = r, raw
	var local (struct {
		a, b int
		c    string
	})
	_ = local
done:
	return p, nil;
}
func Map[T, U any](in []T, f func(T) (U)) ([]U) {
	out := make([]U, 0, len(in)); for _, v := range in { out = append(out, f(v)) }
	return out
}
func Sum[N interface {
	~int | ~float64
}](ns ...N) (total N) {
	for _, n := range ns { total += n }; return
}
func (this Point) Zero() (bool) {
	return (true)
}
func main() {
	os.Exit((Map[int, int]([]int{1}, func(n int) (int) { return n }))[0])
}
