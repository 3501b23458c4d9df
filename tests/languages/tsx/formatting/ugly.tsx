import React, { type FC } from 'react'

type Props<T,> = (& {
	'items': (T)[],
	title?: (string);
	onPick: (item: T) => void
} & Shared);;

export const Card: FC<Props<string>> = ({
	items,
	title = 'none',
	...rest
}) => {
	const [open, setOpen] =
			React.useState<boolean>(false),
		ref =
			React.useRef<HTMLDivElement | null>(
				null
			)
	if (!items.length)
		return (<p>
 Nothing&nbsp;here
 </p>);
	return (
		<section
			ref={ref}
			className='card "quoted"'
			{...rest}
			data-open={open}
			onClick={() =>
				setOpen(open => !open)
			}>
			<h1>{title}</h1>
			{items.map(item => (
				<li
					key={item}
					onClick={() => rest.onPick(item)}>
					{item}
				</li>
			))}{' '}
			{open && (
				<Details<string>
					items={items}
					render={item => <b>{item}</b>}
				/>
			)}{' '}
			some text that is long enough to be
			wrapped

 somewhere,{' '}<i>really</i>.{' '}
			<a href='/'>Home</a>, or{' '}
			<a href='/away'>away</a>{' '}
		</section>
	)
}

export class Panel extends React.Component<
	Props<number>
> {
	static defaultProps = { title: 'x' }
	private toggle = async (
		e: React.MouseEvent
	) => {
		this.setState({
			open: !(this.state as any).open
		})
	}
	render() {
		return (
			<>
				<Card items={[]} onPick={e => e} />{' '}
				<hr />
			</>
		)
	}
}

export function pick<T>(
	items: T[],
	index: number | undefined
): T {
	return items[index ?? 0]!
}
const empty = <div></div>,
	spaced = <div> </div>,
	text = <b> a b </b>,
	cond = a ? <a /> : <b />
export default React.memo(Card)
