'use strict'
import def, {
	one as two,
	three,
} from './mod'
import * as ns from 'ns'
import {} from 'empty'

const single = "it's",
	double = 'say "hi"',
	escaped = 'a\d\u00e9',
	both = '\'"'
const numbers = ([
	0xff,
	0.5,
	5,
	1.5,
	1E+10,
	1e5,
	0b11,
	0o17,
	1_000,
	10n,
	0xABn,
	0.0,
	1e-7,
	50.000,
]);
const flags = /a[/]b/igy,
	plain = /x/
const keys = { 'a': 1, b: 2, 'c'() {}, d, },
	kept = { 'a-b': 1, 'c': 2 },
	numeric = { '1': 'x', 'y': 2 }
const created = (new (Foo)),
	nested = new foo.Bar(),
	called = new (foo())(1),
	inner = new foo.bar()
const holes = [a, , b, ,],
	first = [, a],
	spread = [...a, ...b]
const logic = (((a) && (b && (c))) || d && e),
	other = (a ?? (b)) ?? c,
	mixed = (a || b) && c
const arithmetic = ((a - ((b - c))) + ((d) * e)),
	modulo = (a % b) * c,
	power = (-a) ** 2 === 1 ? 2 : 3,
	chained = a + b + c
const ternary = a ? b : c ? d : (e, f)
const arrow = (((a) => (a))),
	asynchronous = async (a,) => (await (a)),
	object = () => ({}),
	block = () => {
		return
	},
	pair = (a, b) => a
const curried = (a) => (b,) => (c => {
	(a)(b,)(c);;
});
const template = `a ${b} ${`c ${d}`} \``,
	tagged = tag`x ${y}`
const voided = void 0,
	type = (typeof (x)),
	deleted = delete a[b],
	negated = !(a in b),
	instance = !(a instanceof B)
const optional = a?.b?.[c]?.(d),
	bracket = a['b'],
	sequence = (a, b)
const { x, y: z = 1, ...rest } = obj,
	[p, , q = 2] = list
var later;;;
let u,
	v = 1,
	w

/** Documented. */
export default class Shape extends Base {
	quoted = 1
	static count = 0
	#secret
	method() {}
	get area() {
		return this.#secret
	}
	set area(value) {
		this.#secret = value
	}
	static async *all() {
		for await (const a of b) yield* a
	}
	static {
		this.count++
	}
	constructor(
		a,
		{ b, c: d } = {},
		...rest
	) {
		super(a)
		;((this.a = a), (this.b = b))
	}
}

export function statements(a, b = 1) {
	if (((a))) return;
	else if (b) {
		throw new Error('no')
	} else;
	for (;;) {
		break
	}
	for (let i = 0, n = 1; i < n; i++)
		continue
	for (const key in a)
		if (!a.hasOwnProperty(key)) continue
	for (; a;);
	while (a) a--
	do {
		a++
	} while (a < 10)
	outer: for (const x of y) {
		break outer
	}
	switch (a) {
		case 1:
		case 2:
			b()
			break
		default:
			c()
	}
	try {
		d()
	} catch {
		e()
	} finally {
		f()
	}
	const g = function () {
			return (a, b)
		},
		h = async function* named() {}
	;(function () {
		g()
	})()
	;[1, 2].forEach(h)
	;(a || b)()
	if ((a = b)) {
		return a
	}
	return (
		// why
		a && b
	)
}

async function* generate() {
	yield
	yield await 1
}

const veryLong = someFunction(
	argumentNumberOne,
	argumentNumberTwo,
	(error, result) => {
		console.log(error, result)
	},
	argumentFour
)
const promise = fetch(url)
	.then(response => response.json())
	.then(({ data }) => data)
	.catch(() => null)
	.finally(done)

export const element = (
	<div
		className='a "b"'
		title="it's"
		id={'x'}
		{...rest}
		onClick={() => {
			go()
		}}>
		text <b>bold</b> more text that is long
		enough to be wrapped by any formatter,{' '}
		{name} and &nbsp;entities &amp; such{' '}
		{/* comment */}
		<i />{' '}
		<Foo.Bar
			render={() => <p>hi</p>}></Foo.Bar>
		{list.map(item => (
			<li key={item}>{item}</li>
		))}{' '}
		{cond ? <a /> : null}{' '}
	</div>
)
const fragment = (
	<>
		<a> </a>
		<b> </b>
		<c> spaced words </c>
	</>
)
