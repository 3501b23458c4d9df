import { Page } from './page';

interface Props extends Base {
  title: string;
}

export function View({ title, size = limit }: Props): JSX.Element {
  const [open, setOpen] = useState<State>(closed);
  store.open = open;
  return (
    <Page title={title} onClick={() => setOpen(!open)}>
      <layout.Row<Item> {...rest(size)}>{shown(title)}</layout.Row>
    </Page>
  );
}
