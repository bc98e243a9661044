import { afterEach, expect, it } from 'vitest';
import { makeGroup } from '../../../src/follow/outbox/make-group.js';
import { type KeptPortal, openKeptPortal } from '../../support/kept-portal.js';

let portal: KeptPortal;
afterEach(() => portal?.close());

const xml = (body: string) => ({ headers: { 'Content-Type': 'text/xml' }, body });

it('E-02 a list of links to fifty laws in XML becomes fifty groups of text/xml', async () => {
  const names = Array.from({ length: 50 }, (_, at) => `law-${at}`);
  const links = names.map((name) => `<li><a href="/laws/${name}.xml">${name}</a></li>`).join('');
  const laws = names.map((name) => [`/laws/${name}.xml`, xml(`<law><title>On ${name}</title></law>`)] as const);
  portal = await openKeptPortal({ '/list.html': { body: `<ul>${links}</ul>` }, ...Object.fromEntries(laws) });
  const report = await portal.run({
    url: 'http://law.example/',
    list: [{ request: 'http://law.example/list.html', each: 'li', fields: { name: 'a', link: { link: 'a' } }, require: ['name', 'link'] }],
    document: { key: '{name}', files: [{ request: '{link}', fields: { title: '/law/title' } }] },
  });
  expect(report).toMatchObject({ isSuspicious: false, operations: { Add: 50, Upd: 0, Del: 0, None: 0 } });
  const { deposits } = portal.workspace.repository;
  const rules = { require: [], extraFormats: [], crawler: null };
  const groups = await Promise.all([...deposits.all('court')].map((deposited) => makeGroup(deposited, null, rules, deposits)));
  expect(groups.map(({ group }) => group.documents.map(({ format, file }) => `${file} ${format}`))).toEqual(
    names.map((name) => [`${name}.xml text/xml`]),
  );
});
