import { expect, it } from 'vitest';
import { CachePaths } from './cache-paths.js';

const pathsOf = (...urls: string[]): string[] => {
  const paths = new CachePaths();
  return urls.map((url) => paths.pathFor(url));
};

it.each([
  ['host and path', 'http://a.test/x/y.rdf', 'a.test/x/y.rdf'],
  ['an empty path', 'http://a.test', 'a.test/index'],
  ['a query', 'http://a.test/q?a=1&b=2;c', 'a.test/q_a_1_b_2_c'],
  ['a query alone', 'http://a.test/?a=1', 'a.test/_a_1'],
  ['a slash at the end', 'http://a.test/dir/', 'a.test/dir'],
  ['dots in the host', 'http://../x', '__/x'],
  ['a slash in a query that would lead out', 'http://a.test/x?p=/../../etc/passwd', 'a.test/x_p_/__/__/etc/passwd'],
  ['a backslash', 'http://a.test/x?p=..\\..\\y', 'a.test/x_p_.._.._y'],
])('S-07 %s', (_case, url, path) => expect(pathsOf(url)).toEqual([path]));

it('S-07 two URLs with one path both have a place', () => {
  const paths = pathsOf('http://a.test/x?a', 'http://a.test/x_a', 'http://a.test:81/x_a', 'http://a.test/X_A');
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(4);
  expect(paths[0]).toBe('a.test/x_a');
});

it('S-07 a file in the way of a folder, and a folder in the way of a file', () => {
  const [file, below] = pathsOf('http://a.test/dir', 'http://a.test/dir/x');
  expect(file).toBe('a.test/dir');
  expect(below).toMatch(/^a\.test\/dir~[0-9a-f]{8}\/x$/);
  const [inside, folder] = pathsOf('http://a.test/dir/x', 'http://a.test/dir/');
  expect(inside).toBe('a.test/dir/x');
  expect(folder).toMatch(/^a\.test\/dir~[0-9a-f]{8}$/);
});

it('a name longer than file systems take is cut, and still its own', () => {
  const [one, other] = pathsOf(`http://a.test/${'ä'.repeat(300)}1`, `http://a.test/${'ä'.repeat(300)}2`);
  expect(one).not.toBe(other);
  for (const path of [one, other]) expect(Buffer.byteLength(path?.split('/')[1] ?? '')).toBeLessThan(250);
});
