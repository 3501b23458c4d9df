import type { A, B } from './types'
import { type C, d as e } from './other'
import fs = require('fs')

type Union =
  | ('a')
  | 'b' | ((C));
type Only = (
  | A
);
type Intersection = (& A & (B))
type Long =
	| {
			kind: 'first-kind-of-thing'
			value: string
	  }
	| {
			kind: 'second-kind-of-thing'
			value: number
	  }
	| undefined
type Nested =
	| (A | B)[]
	| Array<A>
	| (new () => A)
	| (() => void)
	| keyof (A | B)
	| (typeof e)[]
type Conditional<T> = T extends (infer U)[]
	? U
	: T extends string
		? 'x'
		: never
type Mapped = {
	readonly [K in keyof A]?: A[(K)];
}
type Remapped = {
	-readonly [
		K in keyof A as `get${Capitalize<K>}`
	]-?: A[K]
}
type Fn = (
	a: string,
	b?: number,
	...rest: boolean[]
) => asserts a is string
type Tuple = [
	a: string,
	b?: number,
	...rest: string[]
]
type Template = `a${string}b`
type Literal = {
	'a': string, b: (number), c(): void;
	readonly [key: string]: unknown
	new (x: A): B
}
type Imported =
	typeof import('x') | import('y').Z

interface Shape<T = (any),>
	extends Base<T>, Other {
	'a': (string), b?: number, readonly c: (T);
	method<K extends keyof T>(key: K): T[K]
	(call: string): void
	new (x: string): Shape<T>
	[key: string]: unknown
	get size(): number
}

enum Level {
	'Low', High = (10), 'Top' = ('x'),
}
declare const enum Flag {
	On = 1 << 0,
	Off = ~On
}
declare module 'plugin' {
	export function install(): void
	const run: number
}
declare global {
	interface Window {
		a: 1
	}
	var y: string
}
namespace A.B {
	export const x = 1
}
abstract class Base<T> {
	abstract readonly kind: string
	protected abstract area(
		scale: number
	): number
	protected constructor() {}
}

@Component({
	selector: 'app',
	template: '<a></a>'
})
export class App<T>
	extends Base<T>
	implements OnInit, OnDestroy
{
	@Input() name: string = 'x'
	@Output()
	changed = new EventEmitter<string>()
	private readonly map = new Map<
		string,
		number
	>()
	static readonly LIMIT: number = 1_0.5
	declare foo?: string
	bar!: number
	constructor(
		private readonly http: HttpClient,
		@Inject(TOKEN) public token?: string,
		readonly z = 1
	) {
		super()
	}
	@HostListener('click', ['$event'])
	onClick(event: MouseEvent): void {}
	overload(a: string): void
	overload(a: number): void
	overload(a: any) {}
	get value(): T | undefined {
		return this.map!.get('x') as any
	}
	set value(v) {}
	override toString(): string {
		return `${this.name}`
	}
	async load<K>(
		this: App<T>,
		key: K
	): Promise<void> {
		await this.http.get<K>(
			key as unknown as string
		)
	}
}

export function f(
	a: string,
	b: A | B,
	{ c, d }: { c: number; d?: string } = {
		c: 1
	}
): a is string
export function f(
	a: unknown,
	b?: any,
	c?: any
): boolean {
	return <any>a == (b as const)
}
export const g = <T>(x: T): T => x,
	h = async x => x!,
	i = (x: number) => ({ x }),
	j: Fn = function (a) {}
const config = {
	a: 1,
	b: [1, 2],
	c: { d: 'e' }
} as const
const checked = {
	home: () => '/'
} satisfies Routes
let definite!: string,
	either: string | number,
	callback: (() => void) | null = null
const logic = a && b && c,
	bits = a | (b & c),
	assertion = (x as any).y,
	nonnull = a!.b,
	generic = call<A, B>(x)
let veryLongUnion:
	| 'aaaaaaaaaaaaaaaaaaaaaaaaa'
	| 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
	| 'cccccccccccccccccccccccccc' = x
const unique: unique symbol = Symbol(),
	big = 10n
export default config as Config
export = fs
