import { expect, it } from 'vitest';
import { readForm } from './form.js';

const read = (html: string) => readForm(html, 'https://portal.example/list', 'form', 'list[0].form');

it.each([
  ['of the page itself', '<form>', 'https://portal.example/list'],
  ['beside the page', '<form action=search>', 'https://portal.example/search'],
  ['beside the page, where the base is none', '<base href="http://["><form action=search>', 'https://portal.example/search'],
  ['from the base', '<base href=/a/><form action=search>', 'https://portal.example/a/search'],
])('the address of a form is read: %s', (_what, html, action) => expect(read(html).action).toBe(action));

it.each([
  ['an address that is none', '<form action="http://[">'],
  ['a base that nothing can be put behind', '<base href="c:"><form action=1>'],
])('a form with %s is a change of the portal, and said to be one', (_what, html) => {
  expect(() => read(html)).toThrow(expect.objectContaining({ name: 'HarvestError', kind: 'template', rule: 'list[0].form' }));
});
