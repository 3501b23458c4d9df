// Filters. What they are set to stands behind # in the address, so that a filtered page can be sent as a link.
'use strict';
(() => {
  const form = document.querySelector('form.filters');
  if (!form) return;
  const findings = [...document.querySelectorAll('article.finding')];
  const sections = [...document.querySelectorAll('section.findings')];
  const [output, reset] = [form.querySelector('output'), form.querySelector('button')];
  const { q, state, notify } = form.elements;
  const types = [...form.querySelectorAll('[name=type]')];

  // The controls as the address has them; without JavaScript they would do nothing, so they only show now.
  const read = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    q.value = asked.get('q') ?? '';
    for (const select of [state, notify]) if (select) select.value = asked.get(select.name) ?? '';
    const wanted = (asked.get('type') ?? '').split(',');
    for (const type of types) type.checked = wanted.includes(type.value);
    apply();
  };

  const apply = () => {
    const words = q.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = types.filter((type) => type.checked).map((type) => type.value);
    const matches = ({ dataset }) => {
      const text = dataset.text.toLowerCase();
      return words.every((word) => text.includes(word))
        && (!wanted.length || wanted.includes(dataset.type))
        && (!state.value || dataset.state === state.value)
        && (!notify?.value || dataset.notify.split('\n').includes(notify.value));
    };
    let count = 0;
    for (const finding of findings) {
      finding.hidden = !matches(finding);
      if (!finding.hidden) count += 1;
    }
    for (const section of sections) section.hidden = !section.querySelector('article:not([hidden])');
    document.querySelector('.nothing').hidden = count > 0;
    output.value = count === findings.length ? `${count} findings` : `${count} of ${findings.length} findings`;
    reset.hidden = !(words.length || wanted.length || state.value || notify?.value);
  };

  const write = () => {
    const set = new URLSearchParams();
    const wanted = types.filter((type) => type.checked).map((type) => type.value);
    if (wanted.length) set.set('type', wanted.join(','));
    for (const field of [state, notify, q]) if (field?.value) set.set(field.name, field.value);
    history.replaceState(null, '', `#${set}`);
    apply();
  };

  form.addEventListener('input', write);
  form.addEventListener('reset', () => setTimeout(write));
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', read);
  form.hidden = false;
  read();
})();
